import type { Log } from '../http/http.ts'
import { freeBytes } from '../stdx/free-bytes.ts'

/** Enough for some hundred thousand charges, so the operator has time before the first one fails. */
const ROOM_MIN = 64 * 2 ** 20
const LOOK_EVERY_MS = 10_000

/** Free space on the disk of the data folder. It is read in the background, because a disk may hang. */
export interface WatchedDiskRoom extends Disposable {
  /** As of the last read; undefined if unknown. */
  freeBytes(): number | undefined
  isLow(): boolean
}

/** Low space is an alarm for the operator. The node stays ready as long as its heartbeats succeed. */
export function watchDiskRoom(
  folder: string,
  log: Log,
  look: () => Promise<number | undefined> = () => freeBytes(folder),
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
    if (isLow) log.error({ folder, freeBytes: free }, 'the disk of the data folder is nearly full; free some space')
    else log.warn({ folder, freeBytes: free }, 'the disk of the data folder has enough free space again')
  }
  void once()
  const timer = setInterval(() => void once(), LOOK_EVERY_MS)
  return { freeBytes: () => free, isLow: () => isLow, [Symbol.dispose]: () => clearInterval(timer) }
}
