import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../stdx/clock.ts'
import { runCall } from './shell.ts'
import { openTerminal } from './terminal.ts'

test('escape sequences in names reach no terminal, as result or as warning', async () => {
  let written = ''
  const stream = { write: (text: string) => (written += text) }
  const shell = { stdout: stream, stderr: stream, env: {}, signal: new AbortController().signal }
  const code = await runCall([], shell, async () => {
    const terminal = openTerminal({ json: false, clock: systemClock })
    terminal.line('Firma \u001b]0;owned\u0007\u009b2J s.r.o.\tx\ny')
    terminal.advise('a\rb')
    terminal.warn('a\u0000b')
  })
  assert.equal(code, 0)
  assert.equal(written, 'Firma \ufffd]0;owned\ufffd\ufffd2J s.r.o.\tx\ny\na\ufffdb\na\ufffdb\n')
})
