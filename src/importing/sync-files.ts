import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Applied,
  findServerMessage,
  type Remote,
  type RemoteFile,
  type RemotePlan,
  type RemoteSet,
  type SourceFile,
  type StandIn,
} from '../registries/registries.ts'
import { isoTime } from '../stdx/clock.ts'
import { type DownloadTools, download } from '../stdx/download.ts'
import { fetchPage } from '../stdx/fetch-page.ts'
import { redactUrl } from '../stdx/http-get.ts'
import { InputError } from '../stdx/input-error.ts'
import { readFileHead } from '../stdx/read-file-head.ts'
import type { SourceAddresses } from './source-addresses.ts'

export interface SyncProgress {
  readonly source: string
  readonly file: string
  /** Bytes of this file, with those of an earlier run. */
  readonly bytes: number
  readonly bytesTotal: number | undefined
}

export interface SyncOptions {
  /** The sources to sync. */
  readonly remotes: readonly Remote[]
  readonly addresses: SourceAddresses
  /** The downloads go here, in one folder per source. */
  readonly folder: string
  /** Fetching, time, chance, waiting, limits, Ctrl-C. */
  readonly tools: DownloadTools
  readonly progress: (progress: SyncProgress) => void
  readonly applied: (source: string) => Applied
  /** Changes of this day and earlier ones are no longer waited for if they cannot be downloaded. */
  readonly givenUpUntil: string
  /**
   * Whether the catalog has this content of the source. A file that it lacks is returned even if it was downloaded long
   * ago.
   */
  readonly isImported: (source: string, sha256: string) => boolean
}

/** A set whose files are all downloaded. */
export interface SyncedSet extends Pick<RemoteSet, 'title' | 'parts' | 'optional' | 'acrossGap'> {
  readonly files: readonly SourceFile[]
}

export interface SyncFailure {
  readonly title: string
  readonly reason: string
}

export interface SourceSync {
  readonly source: string
  /** `partly`: some sets were downloaded, others failed. */
  readonly outcome: 'new_files' | 'nothing_new' | 'partly' | 'failed'
  /** In the order of import. */
  readonly sets: readonly SyncedSet[]
  readonly failures: readonly SyncFailure[]
  readonly folder: string
  /** The files that the next run can use: for `forgetOldDownloads` once the import has succeeded. */
  readonly keep: readonly string[]
}

/**
 * Downloads the newest files of all sources at once, because each has another host and one is slow. A failure affects
 * only its source or set. Throws only for an interrupt or a fault of our own; the next run continues the downloads.
 */
export async function syncFiles(options: SyncOptions): Promise<SourceSync[]> {
  const settled = await Promise.allSettled(options.remotes.map((remote) => syncSource(remote, options)))
  const fault = settled.find((result) => result.status === 'rejected')
  if (fault !== undefined) throw fault.reason
  return settled.filter((result) => result.status === 'fulfilled').map((result) => result.value)
}

async function syncSource(remote: Remote, options: SyncOptions): Promise<SourceSync> {
  const source = remote.registry
  const folder = join(options.folder, source)
  const addresses = options.addresses[source] ?? remote.addresses
  const instead = remote.insteadOf?.(addresses) ?? []
  const planned = await orFailure('the newest files', async () => {
    await madeFolder(folder)
    return await remote.find({
      addresses,
      applied: options.applied(source),
      givenUpUntil: options.givenUpUntil,
      readPage: (url, parse) => fetchPage(url, parse, options.tools),
    })
  })
  if ('reason' in planned) return { source, outcome: 'failed', sets: [], failures: [planned], folder, keep: [] }
  const plan = planned.done
  const fetched = await fetchSets(plan, { source, folder, options })
  const fallbackSets = fetched.failures.length === 0 ? [] : instead
  const fallback = await fetchSets({ sets: fallbackSets, sequence: 'each' }, { source, folder, options })
  const sets = [...fetched.sets, ...fallback.sets]
  const failures = [...plan.refused, ...fetched.failures, ...fallback.failures]
  const keep = [...plan.sets, ...instead].flatMap((set) => set.files.flatMap(({ name }) => [name, lastGood(name)]))
  return { source, outcome: outcomeOf(sets.length, failures.length), sets, failures, folder, keep }
}

function outcomeOf(sets: number, failures: number): SourceSync['outcome'] {
  if (failures === 0) return sets === 0 ? 'nothing_new' : 'new_files'
  return sets === 0 ? 'failed' : 'partly'
}

interface Fetched {
  readonly sets: readonly SyncedSet[]
  readonly failures: readonly SyncFailure[]
}

interface Place {
  readonly source: string
  readonly folder: string
  readonly options: SyncOptions
}

async function fetchSets(plan: Omit<RemotePlan, 'refused'>, place: Place): Promise<Fetched> {
  const sets: SyncedSet[] = []
  const failures: SyncFailure[] = []
  for (const set of plan.sets) {
    const fetched = await orFailure(set.title, () => fetchSet(set, place, failures))
    if ('reason' in fetched) {
      failures.push(fetched)
      if (plan.sequence === 'in_order' && set.optional !== true) break
    } else if (fetched.done !== undefined) sets.push(fetched.done)
  }
  return { sets, failures }
}

/** All files of a set; undefined if the catalog knows all its data already. `failures` gets lists that are replaced. */
async function fetchSet(set: RemoteSet, place: Place, failures: SyncFailure[]): Promise<SyncedSet | undefined> {
  const here = new Map<RemoteFile, SourceFile>()
  const fetchRole = async (role: RemoteFile['role']): Promise<boolean> => {
    let isNew = false
    for (const file of set.files.filter((one) => one.role === role)) {
      if (file.standIn !== undefined) {
        here.set(file, await fetchOrStandIn({ ...file, standIn: file.standIn }, place, failures))
        continue
      }
      const { sha256, sourceFile } = await fetchFile(file, place)
      here.set(file, sourceFile)
      isNew ||= !place.options.isImported(place.source, sha256)
    }
    return isNew
  }
  const isNew = await fetchRole('data')
  if (set.wanted === 'if_new' && !isNew) return undefined
  await fetchRole('list')
  const { wanted: _wanted, ...facts } = set
  return { ...facts, files: set.files.map((file) => here.get(file)!) }
}

function lastGood(name: string): string {
  return `last-${name}`
}

/** The list, or the last one that was good, or that of the program. Their days are the times of the files. */
async function fetchOrStandIn(
  file: RemoteFile & { readonly standIn: StandIn },
  place: Place,
  failures: SyncFailure[],
): Promise<SourceFile> {
  const { title, day, text } = file.standIn
  const last = join(place.folder, lastGood(file.name))
  const fetched = await orFailure(title, () => fetchFile(file, place))
  if ('done' in fetched) {
    await copyFile(fetched.done.sourceFile.path, last)
    return fetched.done.sourceFile
  }
  if (!existsSync(last)) {
    await writeFile(last, text)
    await utimes(last, new Date(day), new Date(day))
  }
  const { size: bytes, mtimeMs } = await stat(last)
  const fetchedAt = isoTime(Math.trunc(mtimeMs))
  failures.push({ title, reason: `${fetched.reason} The list of ${fetchedAt.slice(0, 10)} takes its place.` })
  return { path: last, name: file.name, bytes, fetchedAt }
}

async function fetchFile(
  file: RemoteFile,
  { source, folder, options }: Place,
): Promise<{ readonly sha256: string; readonly sourceFile: SourceFile }> {
  const path = join(folder, file.name)
  const wanted = { url: file.url, path, bytes: file.bytes, etag: file.etag, md5: file.md5 }
  const { file: fetched } = await download(wanted, options.tools, (bytes, bytesTotal) =>
    options.progress({ source, file: file.name, bytes, bytesTotal }),
  )
  const { bytes, fetchedAt, sha256 } = fetched
  const head = await readFileHead(path, 4096)
  const message = findServerMessage(head)
  if (message !== undefined || file.standIn?.isGood(head.toString('latin1')) === false) {
    await rm(path)
    throw new InputError(`${redactUrl(file.url)} answered with ${message ?? 'something else'}. Check the address.`)
  }
  return { sha256, sourceFile: { path, name: file.name, bytes, fetchedAt } }
}

async function madeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw new InputError(
      `${folder} cannot be made (${(error as NodeJS.ErrnoException).code}). Check the folder and who may write in it.`,
    )
  }
}

/** A failed download concerns only its set; any other error is thrown. */
async function orFailure<T>(title: string, work: () => Promise<T>): Promise<{ readonly done: T } | SyncFailure> {
  try {
    return { done: await work() }
  } catch (error) {
    if (error instanceof InputError) return { title, reason: error.message }
    throw error
  }
}
