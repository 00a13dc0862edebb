import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCall } from './shell.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const HOSTILE = 'Firma \u001b]0;owned\u0007\u009b2J\u202e\u{e0001} s.r.o.\tx\ny'
const SHOWN = 'Firma \ufffd]0;owned\ufffd\ufffd2J\ufffd\ufffd s.r.o.\tx\ny'

async function write(json: boolean, work: (terminal: Terminal) => void): Promise<string> {
  let written = ''
  const stream = { write: (text: string) => (written += text) }
  const shell = { stdout: stream, stderr: stream, env: {}, signal: new AbortController().signal }
  const call = async () => work(openTerminal({ json, clock: { nowMs: () => (nowMs += 10_000) } }))
  assert.equal(await runCall([], shell, call), 0)
  return written
}

let nowMs = 0

test('escape sequences in names reach no terminal, as result, warning or progress', async () => {
  const written = await write(false, (terminal) => {
    terminal.line(HOSTILE)
    terminal.advise('a\rb')
    terminal.warn('a\u0000b')
    for (const done of [1, 2]) terminal.progress({ what: HOSTILE, unit: 'records', done, total: 0 })
  })
  assert.equal(written, `${SHOWN}\na\ufffdb\na\ufffdb\n${SHOWN}  2 records\n`)
})

test('a result as JSON keeps escape sequences as escapes', async () => {
  const written = await write(true, (terminal) => terminal.json({ [HOSTILE]: HOSTILE }))
  assert.deepEqual(JSON.parse(written), { [HOSTILE]: HOSTILE })
  assert.doesNotMatch(written, /[[\p{Cc}\p{Cf}]--\n]/v)
})
