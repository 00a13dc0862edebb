import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { DAY_MS } from '../../stdx/time-units.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { EXAMPLE_NOW_MS, openTestControl, type TestControl } from '../testing/control.ts'
import { createAccount, listAccounts } from './accounts.ts'
import type { OperatorMistake } from './operator-mistake.ts'
import { type Answered, actOnce, finishAct } from './repeats.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

interface Made extends Answered {
  readonly outcome: 'made'
}

/** `made`, `replayed`, `conflict`, or the kind of a mistake. */
const outcomeOf = ({ outcome }: Awaited<ReturnType<typeof actOnce<Made, OperatorMistake>>>): string => outcome

const sha256 = (text: string): Uint8Array => hash('sha256', text, 'buffer')

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`a request that is repeated on ${kind}`, () => {
    const open = () => openTestControl(kind === 'postgres' ? server.url : undefined)
    const create = (control: TestControl, key: string, { name = 'Shop', act = undefined as number | undefined } = {}) =>
      actOnce<Made, OperatorMistake>(control, { key, sha256: sha256(name) }, async (inner) => {
        const made = await createAccount(inner, { name })
        if ('sentence' in made) return made
        return { outcome: 'made', answer: { id: made.account.id }, ...(act !== undefined && { act }) } as const
      })

    test('is carried out once within two days, also if it comes several times at once', async () => {
      await using control = await open()
      const outcomes = await Promise.all([1, 2, 3, 4].map(() => create(control, 'first-key')))
      assert.equal(outcomes.map(outcomeOf).toSorted().join(), 'made,replayed,replayed,replayed')
      const [account, ...others] = await listAccounts(control)
      assert.equal(others.length, 0)
      control.clock.setMs(EXAMPLE_NOW_MS + 2 * DAY_MS)
      const late = await create(control, 'first-key')
      assert.deepEqual(late, { outcome: 'replayed', answer: { id: account!.id }, isUnfinished: false })
      control.clock.setMs(EXAMPLE_NOW_MS + 2 * DAY_MS + 1)
      assert.equal(outcomeOf(await create(control, 'first-key')), 'made')
      assert.equal((await listAccounts(control)).length, 2)
    })

    test('conflicts with another request of its key, and a key belongs to one operator', async () => {
      await using control = await open()
      await create(control, 'first-key')
      assert.deepEqual(await create(control, 'first-key', { name: 'Other' }), { outcome: 'conflict' })
      const berta = { ...control, actor: { ...control.actor, who: 'berta' } }
      assert.equal(outcomeOf(await create(berta, 'first-key', { name: 'Other' })), 'made')
      assert.equal((await listAccounts(control)).length, 2)
    })

    test('may come again after a mistake, and is unfinished until the books have carried it out', async () => {
      await using control = await open()
      assert.equal(outcomeOf(await create(control, 'first-key', { name: ' ' })), 'invalid')
      assert.deepEqual(await control.database.query('select who from control_repeat'), [])
      assert.equal(outcomeOf(await create(control, 'first-key', { act: 5 })), 'made')
      const again = () => create(control, 'first-key')
      const replayed = { outcome: 'replayed', answer: { id: (await listAccounts(control))[0]!.id } }
      assert.deepEqual(await again(), { ...replayed, isUnfinished: true })
      control.clock.setMs(EXAMPLE_NOW_MS + 9 * DAY_MS)
      assert.deepEqual(await again(), { ...replayed, isUnfinished: true }, 'until it is finished it is kept')
      await finishAct(control, 'first-key', { done: true })
      control.clock.setMs(EXAMPLE_NOW_MS + 11 * DAY_MS)
      assert.deepEqual(await again(), { outcome: 'replayed', answer: { done: true }, isUnfinished: false })
      control.clock.setMs(EXAMPLE_NOW_MS + 11 * DAY_MS + 1)
      assert.equal(outcomeOf(await again()), 'made')
    })
  })
}
