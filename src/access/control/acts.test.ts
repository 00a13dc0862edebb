import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { isoTime } from '../../stdx/clock.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { EXAMPLE_NOW_MS, openTestControl, type TestControl } from '../testing/control.ts'
import { expectDone } from '../testing/customers.ts'
import {
  changeAccountState,
  createAccount,
  listAccounts,
  renameAccount,
  reopenAccount,
  setAccountBudget,
  setAllowance,
  showAccount,
} from './accounts.ts'
import { listActs } from './acts.ts'
import { requestTrust } from './control.ts'
import { noteCredit } from './credits.ts'
import { createCustomer } from './customers.ts'
import { issueKey, revokeKey, rotateKey } from './keys.ts'
import {
  allowOrigin,
  createProject,
  denyOrigin,
  listProjects,
  renameProject,
  setProjectBudget,
  setProjectLimits,
  setProjectState,
  setScopes,
} from './projects.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

const ORIGIN = 'https://shop.example'

/** Every operation, what it records, and whether a repetition changes nothing. */
interface Case {
  readonly what: string
  readonly run: (control: TestControl, ids: Ids) => Promise<object>
  readonly before: object | null
  readonly after: object | null
  readonly repeats?: true
}

interface Ids {
  readonly account: string
  readonly project: string
  readonly key: string
}

const CASES: readonly Case[] = [
  {
    what: 'account.rename',
    run: (control, { account: id }) => renameAccount(control, { id, name: 'Other' }),
    before: { name: 'Shop' },
    after: { name: 'Other' },
  },
  {
    what: 'account.allowance',
    run: (control, { account: id }) => setAllowance(control, { id, allowanceUnits: 7 }),
    before: { allowanceUnits: 100_000 },
    after: { allowanceUnits: 7 },
  },
  {
    what: 'account.browser-budget',
    run: (control, { account: id }) => setAccountBudget(control, { id, settings: { all: 5 } }),
    before: { budget: {} },
    after: { budget: { all: 5 } },
  },
  {
    what: 'account.suspend',
    run: (control, { account: id }) => changeAccountState(control, { id, transition: 'suspend' }),
    before: { state: 'verified' },
    after: { state: 'suspended' },
  },
  {
    what: 'account.credit',
    run: (control, { account }) => noteCredit(control, { account, units: 5, why: 'outage' }, { isConfirmed: true }),
    before: null,
    after: { units: 5, why: 'outage' },
    repeats: true,
  },
  {
    what: 'account.close',
    run: (control, { account: id }) => changeAccountState(control, { id, transition: 'close' }),
    before: { state: 'suspended' },
    after: { state: 'closed' },
  },
  {
    what: 'account.reopen',
    run: (control, { account: id }) => reopenAccount(control, id),
    before: { state: 'closed' },
    after: { state: 'suspended' },
  },
  {
    what: 'project.rename',
    run: (control, { project: id }) => renameProject(control, { id, name: 'Web' }),
    before: { name: 'Shop' },
    after: { name: 'Web' },
  },
  {
    what: 'project.allow-origin',
    run: (control, { project: id }) => allowOrigin(control, { id, origin: 'https://two.example' }),
    before: { origins: [ORIGIN] },
    after: { origins: [ORIGIN, 'https://two.example'] },
  },
  {
    what: 'project.deny-origin',
    run: (control, { project: id }) => denyOrigin(control, { id, origin: 'https://two.example' }),
    before: { origins: [ORIGIN, 'https://two.example'] },
    after: { origins: [ORIGIN] },
  },
  {
    what: 'project.scopes',
    run: (control, { project: id }) => setScopes(control, { id, browserScopes: [] }),
    before: { browserScopes: ['addresses:suggest', 'companies:suggest'] },
    after: { browserScopes: [] },
  },
  {
    what: 'project.limits',
    run: (control, { project: id }) => setProjectLimits(control, { id, limits: { ip: { rate: 1, burst: 2 } } }),
    before: { limits: {} },
    after: { limits: { ip: { rate: 1, burst: 2 } } },
  },
  {
    what: 'project.browser-budget',
    run: (control, { project: id }) => setProjectBudget(control, { id, settings: { all: null } }),
    before: { budget: {} },
    after: { budget: { all: null } },
  },
  {
    what: 'project.suspend',
    run: (control, { project: id }) => setProjectState(control, { id, state: 'suspended' }),
    before: { state: 'active' },
    after: { state: 'suspended' },
  },
  {
    what: 'key.revoke',
    run: (control, { key }) => revokeKey(control, key),
    before: { revokedAtMs: null },
    after: { revokedAtMs: EXAMPLE_NOW_MS },
  },
]

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`the log of acts on ${kind}`, () => {
    const open = () => openTestControl(kind === 'postgres' ? server.url : undefined)
    const newest = async (control: TestControl) => (await listActs(control, { limit: 1 }))[0]!

    test('each operation leaves one line with what changed, and none if nothing did or it is refused', async () => {
      await using control = await open()
      const made = expectDone(await createCustomer(control, { name: 'Shop', origins: [ORIGIN] }))
      const ids = { account: made.account.id, project: made.project.id, key: made.key.id }
      let lines = 1
      for (const { what, run, before, after, repeats } of CASES) {
        assert(!('sentence' in (await run(control, ids))), what)
        lines++
        const { number, who, via, place, atMs, requestId, ...act } = await newest(control)
        assert.deepEqual(
          { number, who, via, place, atMs, requestId },
          { number: lines, who: 'anna', via: 'command', place: 'desk', atMs: EXAMPLE_NOW_MS, requestId: null },
        )
        const group = what.slice(0, what.indexOf('.')) as keyof Ids
        assert.deepEqual(act, { what, account: ids.account, subject: ids[group], before, after })
        await run(control, ids)
        if (repeats === true) lines++
        assert.equal((await newest(control)).number, lines, `${what} again`)
        await run(control, { account: 'acc_0000000000', project: 'prj_0000000000', key: 'key_0000000000' })
        assert.equal((await newest(control)).number, lines, `${what} of nothing`)
      }
    })

    test('what is made leaves a line without its secret, and a larger act one for all of its parts', async () => {
      await using control = await open()
      const customer = expectDone(await createCustomer(control, { name: 'Shop', origins: [ORIGIN] }))
      const first = await newest(control)
      assert.deepEqual([first.number, first.what, first.account], [1, 'customer.create', customer.account.id])
      const parts = { project: customer.project.id, key: customer.key.id, origins: [ORIGIN], state: 'verified' }
      assert.deepEqual({ ...first.after, ...parts }, first.after)
      const { account } = expectDone(await createAccount(control, { name: 'Two' }))
      const { project } = expectDone(await createProject(control, { account: account.id, name: 'Web' }))
      const issued = expectDone(await issueKey(control, { project: project.id, scopes: ['usage:read'] }))
      const rotated = expectDone(await rotateKey(control, issued.key.id, { endsInMs: DAY_MS }))
      expectDone(await requestTrust(control, { who: 'anna', why: 'looked', doubts: [{ id: 3, raisedAtMs: 1 }] }))
      const acts = await listActs(control, { limit: 10 })
      const whats = ['books.trust', 'key.rotate', 'key.issue', 'project.create', 'account.create', 'customer.create']
      assert.equal(acts.map(({ what }) => what).join(), whats.join())
      const text = JSON.stringify(acts)
      assert(text.includes(rotated.key.id) && !text.includes('rgk_'))
      for (const secret of [customer.text, issued.text, rotated.text]) assert(!text.includes(secret.slice(4, 40)))
      const own = await listActs(control, { account: account.id, limit: 10 })
      assert.equal(own.map(({ number }) => number).join(), '5,4,3,2')
      const older = await listActs(control, { account: account.id, before: 4, limit: 1 })
      assert.equal(older.map(({ number }) => number).join(), '3')
    })

    test('a line is never changed and never removed', async () => {
      await using control = await open()
      expectDone(await createAccount(control, { name: 'Shop' }))
      const columns = 'number, at_ms, who, via, place, what'
      const again = `into control_act (${columns}) select number, at_ms, 'x', via, place, what from control_act`
      for (const sql of [
        "update control_act set who = 'x'",
        'delete from control_act',
        ...(kind === 'sqlite' ? [`insert or replace ${again}`] : ['truncate control_act']),
        `insert ${again} where true on conflict (number) do update set who = excluded.who`,
      ])
        await assert.rejects(control.database.run(sql), /never (changed|removed)/, sql)
      assert.equal((await newest(control)).who, 'anna')
    })

    test('a customer with a mistake in any part is not made at all, and leaves no line', async () => {
      await using control = await open()
      for (const wrong of [{ name: '' }, { allowanceUnits: -1 }, { origins: ['shop'] }, { scopes: ['all'] }]) {
        const outcome = await createCustomer(control, { name: 'Shop', ...wrong })
        assert.equal(outcome.outcome, 'invalid')
      }
      assert.equal((await createCustomer(control, { name: 'Shop', scopes: [] })).outcome, 'invalid', 'a key needs one')
      const left = [await listAccounts(control), await listProjects(control), await listActs(control, { limit: 1 })]
      assert.deepEqual(left, [[], [], []])
    })

    test('a closed account is reopened in the state that it had, for 31 days', async () => {
      await using control = await open()
      for (const [state, steps] of [
        ['pending', []],
        ['verified', ['verify']],
        ['suspended', ['verify', 'suspend']],
      ] as const) {
        const { account } = expectDone(await createAccount(control, { name: 'Shop' }))
        const { id } = account
        for (const transition of [...steps, 'close'] as const) await changeAccountState(control, { id, transition })
        assert.equal(expectDone(await reopenAccount(control, id)).account.state, state)
        await changeAccountState(control, { id, transition: 'close' })
        control.clock.setMs(control.clock.nowMs() + 31 * DAY_MS + 1)
        assert.equal((await reopenAccount(control, id)).outcome, 'wrong_state')
        assert.equal(expectDone(await showAccount(control, id)).account.state, 'closed')
      }
    })

    test('a closed account without a line of this closing is not reopened by the line of an older one', async () => {
      await using control = await open()
      for (const later of [['reopen'], ['reopen', 'suspend'], ['reopen', 'suspend', 'resume']] as const) {
        const { account } = expectDone(await createAccount(control, { name: 'Shop' }))
        const { id } = account
        for (const step of ['verify', 'close', ...later] as const)
          expectDone(
            await (step === 'reopen'
              ? reopenAccount(control, id)
              : changeAccountState(control, { id, transition: step })),
          )
        // As the version before does, which leaves no lines.
        await control.database.run("update control_account set state = 'closed' where id = $1", id)
        assert.equal((await reopenAccount(control, id)).outcome, 'wrong_state', later.join())
        assert.equal(expectDone(await showAccount(control, id)).account.state, 'closed')
      }
    })

    test('a credit above ten allowances is refused unless it is confirmed, and so is one of a closed account', async () => {
      await using control = await open()
      const { account } = expectDone(await createAccount(control, { name: 'Shop', allowanceUnits: 10 }))
      const note = (units: number, isConfirmed = false) =>
        noteCredit(control, { account: account.id, units, why: 'outage' }, { isConfirmed })
      const noted = expectDone(await note(100))
      assert.equal(noted.credit.who, `anna, act ${noted.act} of ${isoTime(EXAMPLE_NOW_MS)}`)
      assert.equal((await note(101)).outcome, 'wrong_state')
      assert.equal((await note(101, true)).outcome, 'noted')
      assert.equal((await note(0)).outcome, 'invalid')
      await changeAccountState(control, { id: account.id, transition: 'close' })
      assert.equal((await note(1)).outcome, 'wrong_state')
    })
  })
}
