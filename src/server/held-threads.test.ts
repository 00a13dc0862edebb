import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { until } from '../stdx/testing/until.ts'
import { HeldThreads, LOOK_EVERY_MS } from './held-threads.ts'
import { ThreadSigns } from './thread-signs.ts'

interface Story {
  readonly name: string
  /** The beats of thread 0 at each look, and those of thread 1. Undefined: the thread is not there. */
  readonly beats: readonly (readonly [number | undefined, number | undefined])[]
  /** Between this look and the one before, the watch stood still for ten seconds. */
  readonly pauseAt?: number
  /** The threads that are held after the last look. */
  readonly held: readonly number[]
}

const times = <T>(count: number, value: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => value(i))
/** So many looks after the first one take two seconds. */
const LOOKS = 2_000 / LOOK_EVERY_MS

const STORIES: readonly Story[] = [
  { name: 'both move', beats: times(3 * LOOKS, (i) => [i, i]), held: [] },
  { name: 'one stops', beats: times(LOOKS + 1, (i) => [i, 5]), held: [1] },
  { name: 'one stops for less than two seconds', beats: times(LOOKS, (i) => [i, 5]), held: [] },
  { name: 'both stop', beats: times(LOOKS + 1, () => [5, 5]), held: [0, 1] },
  { name: 'one moves at the last look', beats: [...times(3 * LOOKS, (i) => [i, 5] as const), [99, 6]], held: [] },
  { name: 'a count that overflows moves', beats: times(3 * LOOKS, (i) => [2 ** 31 - 1 + i, (i % 2) - 1]), held: [] },
  { name: 'the watch itself stood still', beats: times(LOOKS + 1, () => [5, 5]), pauseAt: LOOKS, held: [] },
  {
    name: 'a thread takes the place of one that was held',
    beats: [...times(3 * LOOKS, (i) => [i, 5] as const), [98, undefined], [99, 5]],
    held: [],
  },
]

for (const { name, beats, pauseAt, held } of STORIES) {
  test(`threads are held from two seconds without a beat: ${name}`, () => {
    const watch = new HeldThreads()
    let nowMs = 0
    let found: readonly { readonly thread: number }[] = []
    for (const [i, counts] of beats.entries()) {
      nowMs += i === pauseAt ? 10_000 : LOOK_EVERY_MS
      const threads = counts.flatMap((count, thread) =>
        count === undefined ? [] : [[thread, { beats: count, step: 'search' }] as const],
      )
      found = watch.look(new Map(threads), nowMs)
    }
    assert.deepEqual(
      found.map(({ thread }) => thread),
      held,
    )
  })
}

test('a thread that is held shows its last step, and its event loop shows that it moves', async () => {
  const memory = ThreadSigns.makeMemory(2)
  const file = new URL('./thread-signs.ts', import.meta.url).href
  const held = new Int32Array(new SharedArrayBuffer(4))
  const code = `
    import { workerData } from 'node:worker_threads'
    const { ThreadSigns } = await import(${JSON.stringify(file)})
    const signs = new ThreadSigns(workerData.memory, 1)
    setInterval(() => signs.beat(), 1)
    setTimeout(() => {
      signs.noteDetails('cz', 'late')
      signs.enter('search')
      Atomics.wait(workerData.held, 0, 0)
    }, 5)`
  const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  const thread = new Worker(url, { workerData: { memory, held } })
  const signs = new ThreadSigns(memory, 1)
  await until(() => signs.step === 'search', 'the thread to search')
  const { beats } = signs
  assert(0 < beats)
  assert.deepEqual([signs.lateDetails, new ThreadSigns(memory, 0).beats], [['cz'], 0])
  Atomics.store(held, 0, 1)
  Atomics.notify(held, 0)
  await until(() => signs.beats !== beats, 'the thread to move again')
  await thread.terminate()
})
