import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { makeLog } from './log.ts'

describe('the log', () => {
  test('has one line of JSON for each event of its level or above', () => {
    const lines: string[] = []
    const log = makeLog({ level: 'warn', to: { write: (line) => void lines.push(line) } })
    log.info({ requestId: 'a' }, 'not wanted')
    log.warn({ requestId: 'b' }, 'wanted')
    log.error({ err: new Error('why') }, 'failed')
    assert.deepEqual(lines.length, 2)
    const [first, second] = lines.map((line) => JSON.parse(line))
    assert.deepEqual({ ...first, time: '' }, { level: 'warn', time: '', requestId: 'b', msg: 'wanted' })
    assert.equal(new Date(first.time).toISOString(), first.time)
    assert.equal(second.err.message, 'why')
  })

  test('takes at most a mebibyte of memory while its reader is blocked, and continues afterwards', () => {
    const stream = new PassThrough()
    const log = makeLog({ level: 'info', to: stream })
    const line = 'x'.repeat(10_000)
    for (let i = 0; i < 1_000; i++) log.info({ line }, 'not read')
    assert(stream.writableLength + stream.readableLength < 1.1 * 2 ** 20)
    const before = String(stream.read())
    while (0 < stream.readableLength) stream.read()
    log.info({}, 'after the pause')
    assert.match(before, /not read/)
    assert.match(String(stream.read()), /after the pause/)
  })
})
