import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects garbage some seconds after a release was replaced, unless V8 has collected it by then. A release is up to a
 * gigabyte of shared memory, and each thread holds only small handles of it. In a busy thread V8 collects them within
 * seconds and blocks it for some 10 ms. In an idle one it would not for hours, and old releases would pile up. A
 * collection that is forced blocks its thread for about 50 ms, so each thread has its own turn.
 */
export function collectGarbageOf(replaced: WeakRef<object>, turn: number): void {
  setTimeout(
    () => {
      // V8 keeps what deref returns until the end of this turn.
      if (replaced.deref() !== undefined) setImmediate(() => findCollector()())
    },
    WAIT_MS + TURN_MS * turn,
  ).unref()
}

/**
 * Collects several times and returns the memory of the young generation, in a thread that has started and does little
 * from now on. Loading its modules enlarged the young generation to 30 MB, and V8 would not shrink it.
 */
export function shrinkHeapSoon(): void {
  setTimeout(() => findCollector()({ type: 'major', flavor: 'last-resort' }), TURN_MS).unref()
}

/** How long V8 has time to collect a release itself. */
const WAIT_MS = 8_000

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
