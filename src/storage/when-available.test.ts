import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InputError, TryLaterError } from '../stdx/input-error.ts'
import { DatabaseError, type DatabaseErrorReason } from './database.ts'
import { whenAvailable } from './when-available.ts'

function fault(reason: DatabaseErrorReason, code?: string): DatabaseError {
  const cause = Object.assign(new Error('as the server says it'), { code })
  return new DatabaseError(`${reason} ${code ?? ''}`, { outcome: 'not_done', reason, cause })
}

/** Opens after these faults; an hour passes at most. */
async function open(faults: (attempt: number) => Error | undefined) {
  let nowMs = 0
  let attempts = 0
  const reports: string[] = []
  const opened = whenAvailable(
    async () => {
      const error = faults(attempts++)
      if (error !== undefined) throw error
      return 'opened'
    },
    {
      report: (text) => void reports.push(text),
      monotonicMs: () => nowMs,
      pause: async (ms) => void (nowMs += ms),
    },
  )
  const end = await opened.catch((error) => error)
  return { end, seconds: nowMs / 1000, reports }
}

const HOUR_ATTEMPTS = 2 * 3600

for (const [name, error] of [
  ['a lost connection', fault('lost', '57P03')],
  ['a lock', fault('busy')],
  ['a full disk', fault('full')],
  ['a disk that fails', fault('io')],
  ['a full disk of the folder', new TryLaterError('the disk is full')],
] as const)
  test(`${name} is waited for as long as it lasts, with a line every ten seconds`, async () => {
    const { end, seconds, reports } = await open((attempt) => (attempt < HOUR_ATTEMPTS ? error : undefined))
    assert.deepEqual([end, seconds, reports.length], ['opened', 3600, 360])
    assert.equal(reports[0], `the server waits for its database: ${error.message}`)
  })

for (const code of ['28P01', '28000', '42501', '3D000'])
  test(`what the address has wrong (${code}) ends the wait after five minutes, if nothing else was between`, async () => {
    const wrong = fault('lost', code)
    const { end, seconds } = await open(() => wrong)
    assert(end instanceof InputError)
    assert.deepEqual([end.message, seconds], [wrong.message, 300])
    const away = await open((attempt) =>
      attempt === HOUR_ATTEMPTS ? undefined : attempt % 500 === 0 ? fault('lost') : wrong,
    )
    assert.equal(away.end, 'opened')
  })

for (const error of [new InputError('a newer Regista'), fault('damaged'), fault('refused'), new Error('our own')])
  test(`what no time mends is thrown at once: ${error.message}`, async () => {
    assert.deepEqual(await open(() => error), { end: error, seconds: 0, reports: [] })
  })

test('a stop ends the wait with its reason', async () => {
  const stop = new AbortController()
  const report = (): void => stop.abort(new Error('stopped'))
  await assert.rejects(
    whenAvailable(() => Promise.reject(fault('lost')), { report, signal: stop.signal }),
    /^Error: stopped$/,
  )
})
