import { BroadcastChannel } from 'node:worker_threads'
import { readSeenTimelines, type ServerPlace } from './database-url.ts'
import { lostError } from './postgres-errors.ts'

interface Seen extends ServerPlace {
  /** The address of the database. */
  readonly url: string
}

/** By address and cluster: the newest timeline that this process has seen. */
const newest = new Map<string, number>()
const open = new Set<Seen & { readonly drop: () => void }>()
const keyOf = ({ url, cluster }: Seen): string => `${cluster} ${url}`

/** All threads of a process leave an old primary as soon as one of them has met the new one. */
const threads = new BroadcastChannel('regista: timelines of PostgreSQL')
threads.onmessage = (message) => void raise((message as unknown as { readonly data: Seen }).data)
threads.unref()

function raise(seen: Seen): boolean {
  if (seen.timeline <= (newest.get(keyOf(seen)) ?? 0)) return false
  newest.set(keyOf(seen), seen.timeline)
  for (const connection of open)
    if (keyOf(connection) === keyOf(seen) && isOlder(connection.timeline, seen.timeline)) connection.drop()
  return true
}

function isOlder(timeline: number, than: number): boolean {
  return 0 < timeline && timeline < than
}

/** `path`: the file of `storeSeenTimeline`. `marked`: what the caller knows besides. */
export function noteSeenTimelines(url: string, path: string | undefined, marked: ServerPlace | undefined): void {
  if (marked !== undefined) raise({ url, ...marked })
  if (path === undefined) return
  for (const [cluster, timeline] of readSeenTimelines(path)) raise({ url, cluster, timeline })
}

/** Throws for an old primary. Calls `drop` when a newer one is met. Returns a function that ends this. */
export function enterTimeline(seen: Seen, drop: () => void): () => void {
  const most = newest.get(keyOf(seen)) ?? 0
  if (isOlder(seen.timeline, most))
    throw lostError(new Error(`it is an old primary: on timeline ${seen.timeline}, and ${most} was seen`), 'not_done')
  if (raise(seen)) threads.postMessage(seen)
  const entry = { ...seen, drop }
  open.add(entry)
  return () => open.delete(entry)
}
