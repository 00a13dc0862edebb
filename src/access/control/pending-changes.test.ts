import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { until } from '../../stdx/testing/until.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { EXAMPLE_NOW_MS, openTestControl, type TestControl } from '../testing/control.ts'
import { changeAccountState, createAccount, setAllowance, showAccount } from './accounts.ts'
import { type ApplyAccount, applyAccountChanges, applyAccountsAgain } from './pending-changes.ts'
import { applyTrustRequests, readLastTrustRequest, readTrustAnswer, requestTrust } from './trust-requests.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

const WAITING = `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`a pending change on ${kind}`, () => {
    async function withControl(work: (control: TestControl) => Promise<void>): Promise<void> {
      await using control = await openTestControl(kind === 'postgres' ? server.url : undefined)
      await work(control)
    }

    test('a change of an account is applied once, and again after another change or a failure', () =>
      withControl(async (control) => {
        const created = await createAccount(control, { name: 'Example' })
        assert(created.outcome === 'created')
        const { id } = created.account
        const applies: unknown[] = []
        let state: 'works' | 'fails' = 'fails'
        const apply: ApplyAccount = async ({ id: account, state: wanted, allowanceUnits }) => {
          if (state === 'fails') throw new Error('the books are closed')
          applies.push(`${account} ${wanted} ${allowanceUnits}`)
        }
        const applied = async () => {
          const shown = await showAccount(control, id)
          return shown.outcome === 'found' && shown.account.appliedAtMs
        }
        const pending = async () => (await control.snapshot()).pendingChanges
        await assert.rejects(applyAccountChanges(control, apply), /books are closed/)
        assert.deepEqual([await applied(), await pending()], [null, 1])
        state = 'works'
        assert.equal(await applyAccountChanges(control, apply), 1)
        assert.deepEqual([await applied(), await pending()], [EXAMPLE_NOW_MS, 0])
        assert.equal(await applyAccountChanges(control, apply), 0)
        await changeAccountState(control, { id, transition: 'verify' })
        await setAllowance(control, { id, allowanceUnits: 9 })
        await setAllowance(control, { id, allowanceUnits: 9 })
        assert.deepEqual([await applied(), await pending()], [null, 1])
        const counts = await Promise.all([applyAccountChanges(control, apply), applyAccountChanges(control, apply)])
        assert.equal(counts[0] + counts[1], 1)
        assert.deepEqual(applies, [`${id} pending 100000`, `${id} verified 9`])
        assert.equal(await pending(), 0)
      }))

    test('accounts are passed again as they are by then, but for those with a pending change, and no newer change comes between', () =>
      withControl(async (control) => {
        const accounts: string[] = []
        for (const name of ['A', 'B']) {
          const created = await createAccount(control, { name })
          assert(created.outcome === 'created')
          accounts.push(created.account.id)
        }
        const [a, b] = accounts as [string, string]
        const applies: string[] = []
        const apply: ApplyAccount = async ({ id, allowanceUnits }) => void applies.push(`${id} ${allowanceUnits}`)
        await applyAccountChanges(control, apply)
        await setAllowance(control, { id: a, allowanceUnits: 9 })
        await applyAccountChanges(control, apply)
        await setAllowance(control, { id: b, allowanceUnits: 1 })
        applies.length = 0
        const { changes } = await control.snapshot()
        const passing = Promise.withResolvers<void>()
        const passed = Promise.withResolvers<void>()
        const again = applyAccountsAgain(control, [b, a, 'acc_unknown'], async (wanted) => {
          passing.resolve()
          await passed.promise
          applies.push(...wanted.map(({ account, state, allowance }) => `again ${account} ${state} ${allowance}`))
        })
        await passing.promise
        const other = setAllowance(control, { id: a, allowanceUnits: 4 }).then(() =>
          applyAccountChanges(control, apply),
        )
        // Without the lock the other change is applied first.
        const isWaiting = async () => 0 < Number((await control.reader.query(WAITING))[0]![0])
        await Promise.race([other, kind === 'sqlite' ? setImmediate() : until(isWaiting, 'a change that waits')])
        passed.resolve()
        await again
        assert.equal(await other, 2)
        assert.deepEqual([applies[0], applies.slice(1).sort()], [`again ${a} suspended 9`, [`${a} 4`, `${b} 1`].sort()])
        const { changes: counted } = await control.snapshot()
        assert.equal(counted, changes + 3, 'passing accounts again is no change that servers must read')
      }))

    test('a trust request is carried out with its doubts until it has an answer', () =>
      withControl(async (control) => {
        const doubts = [3, 7].map((id) => ({ id, raisedAtMs: EXAMPLE_NOW_MS - id }))
        const request = { who: 'operator', why: 'compared with the bank', doubts }
        const requested = await requestTrust(control, request)
        assert(requested.outcome === 'requested')
        const answer = () => readTrustAnswer(control, requested.number)
        const broken = async () => {
          throw new Error('the audit cannot be run')
        }
        await assert.rejects(applyTrustRequests(control, broken), /cannot be run/)
        assert.deepEqual([await answer(), (await control.snapshot()).pendingChanges], [undefined, 1])
        const seen: unknown[] = []
        const trust = async (asked: unknown) => {
          seen.push(asked)
          return 'resolved: 3, 7'
        }
        assert.equal(await applyTrustRequests(control, trust), 1)
        assert.equal(await applyTrustRequests(control, trust), 0)
        assert.deepEqual(seen, [request])
        assert.deepEqual([await answer(), (await control.snapshot()).pendingChanges], ['resolved: 3, 7', 0])
        const last = { why: request.why, doubts, requestedAtMs: EXAMPLE_NOW_MS, answer: 'resolved: 3, 7' }
        assert.deepEqual(await readLastTrustRequest(control), last)
      }))
  })
}
