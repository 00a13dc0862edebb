import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { EXAMPLE_NOW_MS, openTestControl, type TestControl } from '../testing/control.ts'
import { changeAccountState, createAccount, setAllowance, showAccount } from './accounts.ts'
import { type ApplyAccount, applyAccountChanges } from './pending-changes.ts'
import { applyTrustRequests, readLastTrustRequest, readTrustAnswer, requestTrust } from './trust-requests.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

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
        const pending = async () => (await control.view()).pendingChanges
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
        assert.deepEqual([await answer(), (await control.view()).pendingChanges], [undefined, 1])
        const seen: unknown[] = []
        const trust = async (asked: unknown) => {
          seen.push(asked)
          return 'resolved: 3, 7'
        }
        assert.equal(await applyTrustRequests(control, trust), 1)
        assert.equal(await applyTrustRequests(control, trust), 0)
        assert.deepEqual(seen, [request])
        assert.deepEqual([await answer(), (await control.view()).pendingChanges], ['resolved: 3, 7', 0])
        const last = { why: request.why, doubts, requestedAtMs: EXAMPLE_NOW_MS, answer: 'resolved: 3, 7' }
        assert.deepEqual(await readLastTrustRequest(control), last)
      }))
  })
}
