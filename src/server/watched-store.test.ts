import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Log } from '../http/http.ts'
import { endBeside, holdReader, makePipe } from '../stdx/testing/blocked-thread.ts'
import { until } from '../stdx/testing/until.ts'
import { HOUR_MS } from '../stdx/time-units.ts'
import { idOfDay } from '../store/testing/releases.ts'
import { Publisher } from '../store/testing/roles.ts'
import { makeFolder, SCENES } from '../store/testing/scene.ts'
import { watchStore } from './watched-store.ts'

const TOOLS = { isAlone: true, log: { info() {}, warn() {}, error() {} } as unknown as Log }

test('a thread that a volume blocks is shown after a minute, and does not keep the server', async () => {
  const releasesDir = makeFolder()
  const path = join(releasesDir, 'store.json')
  makePipe(path)
  let nowMs = 0
  const watched = watchStore(
    { address: { kind: 'folder', dir: makeFolder() } },
    { ...TOOLS, endMs: 1, releasesDir, clock: { monotonicMs: () => nowMs } },
  )
  const pipe = await holdReader(path)
  nowMs = 60_000
  assert.equal(watched.problem(), undefined)
  nowMs = 61_000
  assert.equal(watched.problem(), 'the store has not answered for 61 s')
  await endBeside(pipe, () => watched[Symbol.asyncDispose]())
})

test('a problem from before a volume blocks the thread is not shown as one of the present', async () => {
  await using scene = await SCENES.folder()
  await new Publisher(scene.writer).publish(1, { companies: 'x', addresses: 'y' })
  writeFileSync(join(scene.dir, 'withdrawn.json'), '{}')
  const releasesDir = makeFolder()
  mkdirSync(join(releasesDir, idOfDay(1)))
  // The thread reads it after it has reported the other problem.
  const path = join(releasesDir, idOfDay(1), 'manifest.json')
  makePipe(path)
  let nowMs = 0
  const watched = watchStore(
    { address: { kind: 'folder', dir: scene.dir } },
    { ...TOOLS, endMs: 1, releasesDir, clock: { monotonicMs: () => nowMs } },
  )
  const pipe = await holdReader(path)
  try {
    const has = (text: string) => (problem: string | undefined) => problem?.includes(text) === true
    await until(() => watched.problem(), 'the first problem', has('withdrawn.json'))
    const later = () => {
      nowMs += 6_000
      return watched.problem()
    }
    await until(later, 'the present one', has('the store has not answered for'))
  } finally {
    await endBeside(pipe, () => watched[Symbol.asyncDispose]())
  }
})

test('a store that is away is shown with the reason for as long as the thread asks', async () => {
  let nowMs = 0
  await using watched = watchStore(
    { address: { kind: 'folder', dir: join(makeFolder(), 'away') } },
    { ...TOOLS, releasesDir: makeFolder(), clock: { monotonicMs: () => nowMs } },
  )
  const isReason = (problem: string | undefined) => /is no folder. Mount the volume/.test(problem ?? '')
  for (const hours of [0, 1, 2, 3]) {
    nowMs = hours * HOUR_MS
    await until(() => watched.problem(), `the reason, ${hours} hours later`, isReason)
  }
})
