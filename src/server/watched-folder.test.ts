import assert from 'node:assert/strict'
import { closeSync, constants, mkdirSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ReleaseFolder } from '../release/release.ts'
import { endBeside, holdReader, makePipe } from '../stdx/testing/blocked-thread.ts'
import { until } from '../stdx/testing/until.ts'
import { makeLog } from './log.ts'
import { watchFolder } from './watched-folder.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-folder-'))
after(() => rmSync(dir, { recursive: true }))
const log = makeLog({ level: 'silent', to: process.stderr })
const withdrawal = { country: 'sk', kind: 'company', sourceKey: '7', withdrawnAt: '2026-06-07T00:00:00.000Z' } as const

test('the name of the release and the withdrawals are those of the folder, a damaged list is named, and a folder that is not there is empty', async () => {
  const place = join(dir, 'changes')
  await using folder = await watchFolder(place, { log })
  assert.deepEqual([folder.currentId(), folder.withdrawals(), folder.problem()], [null, [], undefined])
  mkdirSync(place)
  writeFileSync(join(place, 'current'), 'one\n')
  new ReleaseFolder(place).setWithdrawals([withdrawal])
  await until(() => folder.currentId() === 'one' && folder.withdrawals().length === 1, 'what was written')
  assert.deepEqual(folder.withdrawals(), [withdrawal])
  writeFileSync(join(place, 'withdrawn.json'), '{')
  const isDamaged = (): boolean => {
    try {
      return folder.withdrawals().length === 0
    } catch (error) {
      return /withdrawn\.json/.test(String(error))
    }
  }
  await until(isDamaged, 'the damaged list to be named')
  assert.equal(folder.currentId(), 'one')
})

test('a volume that hangs delays nothing: what was read before stays, a problem says so, and the server can end', async () => {
  const place = join(dir, 'hangs')
  mkdirSync(place)
  const current = join(place, 'current')
  writeFileSync(current, 'one\n')
  let nowMs = 0
  const folder = await watchFolder(place, { log, endMs: 1, clock: { monotonicMs: () => nowMs } })
  const pipe = join(dir, 'pipe')
  makePipe(pipe)
  renameSync(pipe, current)
  const release = await holdReader(current)
  nowMs += 7_000
  assert.equal(folder.currentId(), 'one')
  assert.match(folder.problem()!, /^the volume of the releases has not answered for 7 s/)
  await endBeside(release, () => folder[Symbol.asyncDispose]())
  closeSync(openSync(current, constants.O_RDWR))
})
