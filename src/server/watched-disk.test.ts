import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Log } from '../http/http.ts'
import { until } from '../stdx/testing/until.ts'
import { type DiskState, watchDisk } from './watched-disk.ts'

const LOOK_EVERY_MS = 10_000

test('the log has one line when the disk becomes nearly full or read-only, and one when it is well again', async () => {
  const logged: string[] = []
  const line = (_: object, text: string): void => void logged.push(text)
  const log = { error: line, warn: line } as unknown as Log
  const room = 64 * 2 ** 20
  const looks = [
    { freeBytes: room, isWritable: true },
    { freeBytes: undefined, isWritable: true },
    { freeBytes: room - 1, isWritable: true },
    { freeBytes: 5, isWritable: true },
    { freeBytes: room, isWritable: true },
    { freeBytes: room, isWritable: false },
  ]
  mock.timers.enable({ apis: ['setInterval'] })
  try {
    let look = 0
    await using disk = watchDisk('/data', log, async () => looks[look++] ?? looks.at(-1)!)
    const seen: unknown[] = []
    for (const _ of looks) {
      await setImmediate()
      seen.push([disk.freeBytes(), disk.isLow(), disk.problem()])
      mock.timers.tick(LOOK_EVERY_MS)
    }
    const full = 'the disk of the data folder is nearly full; free some space'
    const locked = 'the data folder cannot be written; mend its disk, or its permissions'
    assert.deepEqual(seen, [
      [room, false, undefined],
      [undefined, false, undefined],
      [room - 1, true, full],
      [5, true, full],
      [room, false, undefined],
      [room, false, locked],
    ])
    assert.deepEqual(logged, [full, 'the data folder has enough free space again, and can be written', locked])
  } finally {
    mock.timers.reset()
  }
})

test('a folder that cannot be written is noticed', async () => {
  const logged: string[] = []
  const log = { error: (_: object, text: string) => void logged.push(text) } as unknown as Log
  await using disk = watchDisk(join(tmpdir(), 'regista-no-such-folder'), log)
  await until(() => disk.problem(), 'a problem of the disk')
  assert.match(logged[0]!, /cannot be written/)
})

test('a disk that hangs delays nothing, and is not queried again meanwhile', async () => {
  mock.timers.enable({ apis: ['setInterval'] })
  try {
    let looks = 0
    let nowMs = 0
    const looked = Promise.withResolvers<DiskState>()
    const look = (): Promise<DiskState> => {
      looks++
      return looked.promise
    }
    await using disk = watchDisk('/data', {} as Log, look, { monotonicMs: () => nowMs })
    mock.timers.tick(5 * LOOK_EVERY_MS)
    await setImmediate()
    assert.deepEqual([looks, disk.freeBytes(), disk.isLow(), disk.problem()], [1, undefined, false, undefined])
    nowMs = 2_001
    assert.equal(disk.problem(), 'the disk of the data folder does not answer')
    looked.resolve({ freeBytes: 2 ** 40, isWritable: true })
    await setImmediate()
    assert.equal(disk.problem(), undefined)
  } finally {
    mock.timers.reset()
  }
})
