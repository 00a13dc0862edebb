import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeLog } from './log.ts'

describe('the log', () => {
  test('is one line of JSON for each event, from its level on', () => {
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
})
