import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { LIMIT_MS } from '../../stdx/testing/until.ts'

test('what fails behind the gate ends the thread: the start has resolved, and would wait for ever', async () => {
  const load = (path: string): string => `await import(${JSON.stringify(new URL(path, import.meta.url).href)})`
  const code = `
    const { LedgerServer } = ${load('./ledger-server.ts')}
    const { ServerFlags } = ${load('./server-flags.ts')}
    const { openTestBooks } = ${load('../testing/test-books.ts')}
    const { realTimers } = ${load('../thread/real-timers.ts')}
    const { books } = await openTestBooks('sqlite')
    const server = await LedgerServer.start({
      posts: books, books, heartbeats: books, node: 'here', shape: 'sole', flags: new ServerFlags(), timers: realTimers,
      clock: { monotonicMs: () => performance.now() },
      mark: { read: () => ({ incarnation: 5, seq: 1, hash: new Uint8Array(16), period: '2026-11', atMs: 0 }) },
      recent: { read: () => { throw new Error('the file cannot be read') } },
      newIncarnation: () => 9,
      count: () => undefined,
      accounts: 'passed',
    })
    const channel = server.connect({}, () => undefined)
    channel.receive({ kind: 'call', ticket: 1, call: { name: 'accounts_passed', incarnation: 9 } })`
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
  const [error] = await once(thread, 'error', { signal: AbortSignal.timeout(LIMIT_MS) })
  assert.equal(error.message, 'the file cannot be read')
})
