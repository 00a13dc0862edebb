import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Log } from '../http/http.ts'
import { watchDiskRoom } from './disk-room.ts'

const LOOK_EVERY_MS = 10_000

test('the log has one line when the disk becomes nearly full, and one when it has enough space again', async () => {
  const logged: string[] = []
  const line = (_: object, text: string): void => void logged.push(text)
  const log = { error: line, warn: line } as unknown as Log
  const looks = [64 * 2 ** 20, undefined, 64 * 2 ** 20 - 1, 5, 64 * 2 ** 20]
  mock.timers.enable({ apis: ['setInterval'] })
  try {
    let look = 0
    using room = watchDiskRoom('/data', log, async () => looks[look++])
    const seen: unknown[] = []
    while (seen.length < looks.length) {
      await setImmediate()
      seen.push([room.freeBytes(), room.isLow()])
      mock.timers.tick(LOOK_EVERY_MS)
    }
    assert.deepEqual(
      seen,
      looks.map((free) => [free, free !== undefined && free < 64 * 2 ** 20]),
    )
    assert.deepEqual(logged, [
      'the disk of the data folder is nearly full; free some space',
      'the disk of the data folder has enough free space again',
    ])
  } finally {
    mock.timers.reset()
  }
})

test('a disk that hangs delays nothing, and is not queried again meanwhile', async () => {
  mock.timers.enable({ apis: ['setInterval'] })
  try {
    let looks = 0
    using room = watchDiskRoom('/data', {} as Log, () => {
      looks++
      return new Promise<undefined>(() => undefined)
    })
    mock.timers.tick(5 * LOOK_EVERY_MS)
    await setImmediate()
    assert.deepEqual([looks, room.freeBytes(), room.isLow()], [1, undefined, false])
  } finally {
    mock.timers.reset()
  }
})
