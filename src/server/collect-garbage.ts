import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects garbage after a release was replaced. A release is a gigabyte of shared memory, and each thread holds only
 * small handles of it. V8 would not collect those for hours, and old releases would pile up. A collection blocks its
 * thread for about 50 ms, so each thread has its own turn.
 */
export function collectGarbageIn(turn: number): void {
  setTimeout(() => findCollector()(), TURN_MS * turn).unref()
}

/**
 * Collects several times and returns the memory of the young generation, in a thread that has started and does little
 * from now on. Loading its modules enlarged the young generation to 30 MB, and V8 would not shrink it.
 */
export function shrinkHeapSoon(): void {
  setTimeout(() => findCollector()({ type: 'major', flavor: 'last-resort' }), TURN_MS).unref()
}

/** Between the collections of two threads. */
const TURN_MS = 1_000

type Collector = (options?: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void

let collect: Collector | undefined

/** V8 exposes the collector only under a flag. */
function findCollector(): Collector {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collector
  }
  return collect
}
