import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * A release that was replaced is a gigabyte of shared memory, of which each thread holds handles of some bytes: so little that no thread would collect them for
 * hours, and every new release would be held beside all the old ones. Whoever lets a release go says so here, once it is known to nobody in the thread. It keeps the thread for some
 * fifty milliseconds, so each takes a turn of its own.
 */
export function collectGarbageIn(turn: number): void {
  setTimeout(() => {
    collect ??= exposed()
    collect()
  }, TURN_MS * turn).unref()
}

/** Between two threads. */
const TURN_MS = 1_000

let collect: (() => void) | undefined

/** V8 names it only to those who ask by a flag. */
function exposed(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
