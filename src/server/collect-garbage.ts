import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects garbage after a release was replaced. A release is a gigabyte of shared memory, and each thread holds only
 * small handles of it. V8 would not collect those for hours, and old releases would pile up. A collection blocks its
 * thread for about 50 ms, so each thread has its own turn.
 */
export function collectGarbageIn(turn: number): void {
  setTimeout(() => {
    collect ??= exposeCollector()
    collect()
  }, TURN_MS * turn).unref()
}

/** Between the collections of two threads. */
const TURN_MS = 1_000

let collect: (() => void) | undefined

/** V8 exposes the collector only under a flag. */
function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
