import { access, constants } from 'node:fs/promises'
import type { Log } from '../http/http.ts'
import { killAtExit, settlesWithin } from '../stdx/end-thread.ts'
import { freeBytes } from '../stdx/free-bytes.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'

/** Enough for some hundred thousand charges, so the operator has time before the first one fails. */
const ROOM_MIN = 64 * 2 ** 20
const LOOK_EVERY_MS = 10_000
const HANGS = 'the disk of the data folder does not answer'
/** A look takes some milliseconds. */
const LOOK_MAX_MS = 2_000

export interface DiskState {
  /** Undefined if unknown. */
  readonly freeBytes: number | undefined
  readonly isWritable: boolean
}

/** The disk of the data folder, as of the last look. It is read in the background, because a disk may hang. */
export interface WatchedDisk extends AsyncDisposable {
  freeBytes(): number | undefined
  isLow(): boolean
  /** What is wrong although the server answers. */
  problem(): string | undefined
}

/** A problem is an alarm for the operator. Whether the server is ready rests on its charges and heartbeats alone. */
export function watchDisk(
  folder: string,
  log: Log,
  look: () => Promise<DiskState> = () => lookAt(folder),
  clock = monotonicClock,
): WatchedDisk {
  let state: DiskState = { freeBytes: undefined, isWritable: true }
  let reported: string | undefined
  let looking: { readonly ended: Promise<void>; readonly sinceMs: number } | undefined
  const isLow = (): boolean => state.freeBytes !== undefined && state.freeBytes < ROOM_MIN
  const problem = (): string | undefined => {
    if (looking !== undefined && looking.sinceMs + LOOK_MAX_MS < clock.monotonicMs()) return HANGS
    if (!state.isWritable) return 'the data folder cannot be written; mend its disk, or its permissions'
    return isLow() ? 'the disk of the data folder is nearly full; free some space' : undefined
  }
  const once = async (): Promise<void> => {
    if (looking !== undefined) return
    const seen = look()
    looking = { ended: seen.then(() => undefined), sinceMs: clock.monotonicMs() }
    state = await seen
    looking = undefined
    const found = problem()
    if (found === reported) return
    reported = found
    const about = { folder, freeBytes: state.freeBytes }
    if (found === undefined) log.warn(about, 'the data folder has enough free space again, and can be written')
    else log.error(about, found)
  }
  void once()
  const timer = setInterval(() => void once(), LOOK_EVERY_MS)
  return {
    freeBytes: () => state.freeBytes,
    isLow,
    problem,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      if (looking !== undefined && !(await settlesWithin(looking.ended, LOOK_MAX_MS))) killAtExit(looking.ended)
    },
  }
}

async function lookAt(folder: string): Promise<DiskState> {
  // A disk that was mounted read-only refuses this for root too.
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  return { freeBytes: await freeBytes(folder), isWritable }
}
