import type { Log } from '../http/http.ts'

/**
 * Work that still runs this long after the stop has begun is given up, five seconds before a service manager does so:
 * see `TimeoutStopSec`. Nothing is lost: a unit that was answered is in the books.
 */
const STOP_MAX_MS = 19_500

/** Kills the process if it is still there when its time to stop is over. `drainMs`: what it answers before. */
export function limitStop(
  stop: AbortSignal,
  { log, drainMs, maxMs = STOP_MAX_MS, kill = killProcess }: StopLimit,
): Disposable {
  let timer: NodeJS.Timeout | undefined
  const begin = (): void => {
    timer = setTimeout(() => {
      log.error({}, 'the server has not stopped in time, because a disk or a database does not answer; it ends now')
      kill()
    }, drainMs + maxMs)
  }
  if (stop.aborted) begin()
  else stop.addEventListener('abort', begin, { once: true })
  return {
    [Symbol.dispose]() {
      stop.removeEventListener('abort', begin)
      clearTimeout(timer)
    },
  }
}

interface StopLimit {
  readonly log: Log
  readonly drainMs: number
  readonly maxMs?: number
  readonly kill?: () => void
}

function killProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}
