import { statfs } from 'node:fs/promises'
import type { Log } from '../http/http.ts'

/** Room for some hundred thousand debits: the operator has time before the first one fails. */
const ROOM_MIN = 64 * 2 ** 20
const LOOK_EVERY_MS = 10_000

/** The room on the disk of the data folder, looked up in the background: a disk that does not answer keeps nothing waiting. */
export interface WatchedDiskRoom extends Disposable {
  /** As of the last look. Undefined: not known. */
  freeBytes(): number | undefined
  isLow(): boolean
}

/** Little room is an alarm for the operator. The node stays ready: whether it can write is decided by its heartbeats. */
export function watchDiskRoom(
  folder: string,
  log: Log,
  look: () => Promise<number | undefined> = () => freeOn(folder),
): WatchedDiskRoom {
  let free: number | undefined
  let isLow = false
  let isLooking = false
  const once = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    free = await look()
    isLooking = false
    const isLowNow = free !== undefined && free < ROOM_MIN
    if (isLowNow === isLow) return
    isLow = isLowNow
    if (isLow) log.error({ folder, freeBytes: free }, 'the disk of the data folder is nearly full; make room')
    else log.warn({ folder, freeBytes: free }, 'the disk of the data folder has room again')
  }
  void once()
  const timer = setInterval(() => void once(), LOOK_EVERY_MS)
  return { freeBytes: () => free, isLow: () => isLow, [Symbol.dispose]: () => clearInterval(timer) }
}

async function freeOn(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
