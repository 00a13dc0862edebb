import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { DAY_MS } from '../../stdx/time-units.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { SCOPES } from '../access.ts'
import type { BudgetSettings } from '../limits/limits.ts'
import { createTestCustomer, EXAMPLE_NOW_MS, openTestControl, type TestControl } from '../testing/control.ts'
import type { AccountState } from './accounts.ts'
import {
  type AccountTransition,
  changeAccountState,
  createAccount,
  listAccounts,
  setAccountBudget,
  setAllowance,
  showAccount,
} from './accounts.ts'
import { type OperatorMistake, requestTrust, rotateKeyRing } from './control.ts'
import { issueKey, keysToRotate, listKeys, revokeKey, rotateKey } from './keys.ts'
import {
  allowOrigin,
  createProject,
  denyOrigin,
  listProjects,
  type NewProject,
  type Project,
  setProjectBudget,
  setProjectLimits,
  setProjectState,
  setScopes,
} from './projects.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`the control database on ${kind}`, () => {
    async function withControl(work: (control: TestControl) => Promise<void>): Promise<void> {
      await using control = await openTestControl(kind === 'postgres' ? server.url : undefined)
      await work(control)
    }
    const changes = async ({ database }: TestControl) =>
      (await database.query<[number]>('select changes from control'))[0]![0]
    async function newAccount(control: TestControl): Promise<string> {
      const created = await createAccount(control, { name: 'Example' })
      assert(created.outcome === 'created')
      return created.account.id
    }

    test('a new account is pending, has ten thousand credits, and is listed in order of creation', () =>
      withControl(async (control) => {
        const ids = [await newAccount(control), await newAccount(control), await newAccount(control)]
        const accounts = await listAccounts(control)
        assert.equal(accounts.map((one) => one.id).join(), ids.join())
        const { id, ...rest } = accounts[0]!
        assert.match(id, /^acc_[0-9a-z]{10}$/)
        const fresh = { createdAtMs: EXAMPLE_NOW_MS, appliedAtMs: null, budget: {} }
        assert.deepEqual(rest, { name: 'Example', state: 'pending', allowanceUnits: 100_000, ...fresh })
        assert.deepEqual(await showAccount(control, id), { outcome: 'found', account: accounts[0] })
      }))

    const STATES = ['pending', 'verified', 'suspended', 'closed'] as const
    const SUSPEND = ['verify', 'suspend'] as const
    const TRANSITIONS_TO = { pending: [], verified: ['verify'], suspended: SUSPEND, closed: ['close'] } as const
    const RESULTS: Record<AccountTransition, Partial<Record<AccountState, AccountState>>> = {
      verify: { pending: 'verified', verified: 'verified' },
      suspend: { verified: 'suspended', suspended: 'suspended' },
      resume: { suspended: 'verified', verified: 'verified' },
      close: { pending: 'closed', verified: 'closed', suspended: 'closed', closed: 'closed' },
    }
    test('every transition from every state leads to the state in the table, or is refused with a sentence', () =>
      withControl(async (control) => {
        for (const state of STATES) {
          for (const transition of ['verify', 'suspend', 'resume', 'close'] as const) {
            const id = await newAccount(control)
            for (const earlier of TRANSITIONS_TO[state]) await changeAccountState(control, { id, transition: earlier })
            const outcome = await changeAccountState(control, { id, transition })
            const to = RESULTS[transition][state]
            const expected = to === undefined ? 'wrong_state' : to === state ? 'unchanged' : 'changed'
            assert.equal(outcome.outcome, expected, `${transition} of an account that is ${state}`)
            const shown = await showAccount(control, id)
            assert.equal(shown.outcome === 'found' && shown.account.state, to ?? state)
          }
        }
      }))

    test('an unknown id or an invalid value is refused with a sentence and changes nothing', () =>
      withControl(async (control) => {
        const { account, project } = await createTestCustomer(control)
        const closed = await newAccount(control)
        await changeAccountState(control, { id: closed, transition: 'close' })
        const dump = async () => (await control.snapshot()).position
        const before = await dump()
        const make = (more: Partial<NewProject>) => createProject(control, { account, name: 'x', ...more })
        const scopes = ['addresses:suggest']
        const limit = (id: string, limits: Parameters<typeof setProjectLimits>[1]['limits']) =>
          setProjectLimits(control, { id, limits })
        const half = { ip: { rate: 1, burst: 2 }, mint_ip: { rate: 1, burst: 0 } }
        const refused: [Promise<{ outcome: string }>, string, RegExp][] = [
          [createAccount(control, { name: '  ' }), 'invalid', /name is empty/],
          [createAccount(control, { name: 'a\nb' }), 'invalid', /one line/],
          [createAccount(control, { name: 'x'.repeat(201) }), 'invalid', /at most 200/],
          [createAccount(control, { name: 'x', allowanceUnits: -1 }), 'invalid', /whole number of units/],
          [setAllowance(control, { id: account, allowanceUnits: 0.5 }), 'invalid', /whole number of units/],
          [setAllowance(control, { id: 'acc_0', allowanceUnits: 1 }), 'not_found', /no account "acc_0"/],
          [setAllowance(control, { id: closed, allowanceUnits: 1 }), 'wrong_state', /closed/],
          [changeAccountState(control, { id: 'acc_0', transition: 'verify' }), 'not_found', /no account/],
          [showAccount(control, 'acc_0'), 'not_found', /no account/],
          [make({ account: 'acc_0' }), 'not_found', /no account/],
          [make({ account: closed }), 'wrong_state', /closed/],
          [make({ scopes: ['all'] }), 'invalid', /"all" is not a scope\. Scopes are addresses:suggest/],
          [make({ browserScopes: ['usage:read'] }), 'invalid', /only server keys can have it/],
          [make({ scopes, browserScopes: ['companies:suggest'] }), 'invalid', /only if the project has it too/],
          [make({ origins: ['https://a.example/'] }), 'invalid', /Write https:\/\/a\.example\./],
          [make({ origins: Array.from({ length: 101 }, (_, i) => `https://a${i}.example`) }), 'invalid', /at most 100/],
          [allowOrigin(control, { id: 'prj_0', origin: 'https://a.b' }), 'not_found', /no project/],
          [allowOrigin(control, { id: project.id, origin: '*' }), 'invalid', /is not an origin/],
          [setProjectBudget(control, { id: project.id, settings: { all: 0 } }), 'invalid', /at least 1/],
          [setProjectBudget(control, { id: project.id, settings: { address: 5 } }), 'invalid', /for the account/],
          [setProjectBudget(control, { id: 'prj_0', settings: { all: 5 } }), 'not_found', /no project/],
          [setAccountBudget(control, { id: 'acc_0', settings: { all: 5 } }), 'not_found', /no account/],
          [setAccountBudget(control, { id: account, settings: { address: 0.5 } }), 'invalid', /whole number/],
          [setScopes(control, { id: project.id, scopes, browserScopes: ['x'] }), 'invalid', /not a scope/],
          [limit(project.id, { ip: { rate: 0, burst: 5 } }), 'invalid', /^The limit ip: rate is a number per second/],
          [limit(project.id, half), 'invalid', /mint_ip: burst/],
          [limit('prj_0', { ip: null }), 'not_found', /no project/],
          [issueKey(control, { project: 'prj_0', scopes }), 'not_found', /no project/],
          [issueKey(control, { project: project.id, scopes: [] }), 'invalid', /allows nothing/],
          [issueKey(control, { project: project.id, scopes: ['x'] }), 'invalid', /not a scope/],
          [revokeKey(control, 'key_0'), 'not_found', /no key/],
          [requestTrust(control, { who: 'root', why: '', doubts: [] }), 'invalid', /empty/],
        ]
        for (const [promise, outcome, sentence] of refused) {
          const mistake = (await promise) as OperatorMistake
          assert.equal(mistake.outcome, outcome, JSON.stringify(mistake))
          assert.match(mistake.sentence, sentence)
        }
        assert.deepEqual(await dump(), before)
      }))

    test('a project has the fields it was created with; origins can be added and removed', () =>
      withControl(async (control) => {
        const { account, project } = await createTestCustomer(control)
        assert.match(project.id, /^prj_[0-9a-z]{10}$/)
        assert.match(project.clientId, /^rgp_[a-f0-9]{32}$/)
        assert.deepEqual(project.scopes, SCOPES)
        assert.deepEqual(project.browserScopes, ['addresses:suggest', 'companies:suggest'])
        const id = project.id
        const allow = (origin: string) => allowOrigin(control, { id, origin })
        const deny = (origin: string) => denyOrigin(control, { id, origin })
        assert.equal((await allow('https://b.example')).outcome, 'changed')
        assert.equal((await allow('https://b.example')).outcome, 'unchanged')
        assert.equal((await deny('https://www.example.com')).outcome, 'changed')
        assert.equal((await deny('https://www.example.com')).outcome, 'not_found')
        assert.equal((await allow('https://a.example')).outcome, 'changed')
        await setProjectBudget(control, { id, settings: { all: 500, address: null } })
        await setProjectState(control, { id, state: 'suspended' })
        const scopes = ['companies:read']
        await setScopes(control, { id, scopes, browserScopes: [] })
        const changed = { budget: { all: 500, address: null }, state: 'suspended', scopes, browserScopes: [] }
        const expected = { ...project, ...changed, origins: ['https://a.example', 'https://b.example'] }
        assert.deepEqual(await listProjects(control), [expected])
        assert.deepEqual(await listProjects(control, account), [expected])
        assert.deepEqual(await listProjects(control, 'acc_0'), [])
      }))

    test('budgets of browser sessions can be set and reset part by part, for accounts and projects, and reach the view', () =>
      withControl(async (control) => {
        const { account, project } = await createTestCustomer(control)
        const { id } = project
        const inView = async () => (await control.view()).projectByClientId(project.clientId)!.browserBudget
        const shared = { owner: account, unitsDaily: 10_000, addressUnitsDaily: 1_000 }
        assert.deepEqual(await inView(), shared)
        const ofAccount = (settings: BudgetSettings) => setAccountBudget(control, { id: account, settings })
        const ofProject = (settings: BudgetSettings) => setProjectBudget(control, { id, settings })
        const steps = [
          [ofAccount, {}, 'unchanged', shared],
          [ofAccount, { all: 500 }, 'changed', { ...shared, unitsDaily: 500, addressUnitsDaily: 50 }],
          [ofAccount, { all: 500 }, 'unchanged', { ...shared, unitsDaily: 500, addressUnitsDaily: 50 }],
          [ofAccount, { address: null }, 'changed', { ...shared, addressUnitsDaily: null }],
          [ofAccount, { all: null }, 'changed', { ...shared, unitsDaily: null, addressUnitsDaily: null }],
          [ofAccount, { all: null, address: 7 }, 'changed', { ...shared, unitsDaily: null, addressUnitsDaily: 7 }],
          [ofProject, { all: 80 }, 'changed', { owner: id, unitsDaily: 80, addressUnitsDaily: null }],
          [ofProject, { all: 80, address: 8 }, 'changed', { owner: id, unitsDaily: 80, addressUnitsDaily: 8 }],
          [ofAccount, {}, 'changed', { owner: id, unitsDaily: 80, addressUnitsDaily: 8 }],
          [ofProject, {}, 'changed', shared],
        ] as const
        for (const [set, settings, outcome, budget] of steps) {
          assert.equal((await set(settings)).outcome, outcome)
          assert.deepEqual(await inView(), budget, JSON.stringify(settings))
        }
        await setAllowance(control, { id: account, allowanceUnits: 9_999 })
        assert.deepEqual(await inView(), { ...shared, unitsDaily: 1_000, addressUnitsDaily: 100 })
      }))

    test('a project’s own limits can be set and removed one by one, and reach the view', () =>
      withControl(async (control) => {
        const { project } = await createTestCustomer(control)
        const { project: other } = await createTestCustomer(control)
        const ip = { rate: 1 / 3, burst: 7 }
        const mint_ip = { rate: 10_000, burst: 1_000_000 }
        type Limits = Parameters<typeof setProjectLimits>[1]['limits']
        const steps: [Limits, 'changed' | 'unchanged', Project['limits']][] = [
          [{}, 'unchanged', {}],
          [{ ip: null }, 'unchanged', {}],
          [{ ip }, 'changed', { ip }],
          [{ mint_ip }, 'changed', { ip, mint_ip }],
          [{ mint_ip, ip }, 'unchanged', { ip, mint_ip }],
          [{ ip: { ...ip, burst: 8 } }, 'changed', { ip: { ...ip, burst: 8 }, mint_ip }],
          [{ ip: { rate: 2, burst: 8 } }, 'changed', { ip: { rate: 2, burst: 8 }, mint_ip }],
          [{ ip: null, mint_ip: ip }, 'changed', { mint_ip: ip }],
        ]
        for (const [limits, outcome, left] of steps) {
          const set = await setProjectLimits(control, { id: project.id, limits })
          assert(set.outcome === outcome, JSON.stringify(set))
          assert.deepEqual(set.project.limits, left)
          const [own, others] = await listProjects(control)
          assert.deepEqual([own!.limits, others!.limits], [left, {}])
          const view = await control.view()
          assert.deepEqual(view.projectByClientId(project.clientId)!.limits, left)
          assert.deepEqual(view.projectByClientId(other.clientId)!.limits, {})
        }
      }))

    test('a key is shown once, stored as a hash, and works for ninety days or until it is revoked', () =>
      withControl(async (control) => {
        const { project, key, text } = await createTestCustomer(control)
        assert.match(text, /^rgk_[a-f0-9]{64}$/)
        assert.equal(key.expiresAtMs, EXAMPLE_NOW_MS + 90 * DAY_MS)
        assert.equal(key.last4, text.slice(-4))
        assert.deepEqual(await listKeys(control, project.id), { outcome: 'listed', keys: [key] })
        assert.equal((await listKeys(control, 'prj_0')).outcome, 'not_found')
        const all = await control.database.query('select * from control_key')
        assert(!JSON.stringify(all).includes(text.slice(4, 60)))
        control.clock.setMs(EXAMPLE_NOW_MS + 5)
        const revoked = { ...key, revokedAtMs: EXAMPLE_NOW_MS + 5 }
        assert.deepEqual(await revokeKey(control, key.id), { outcome: 'revoked', key: revoked })
        control.clock.setMs(EXAMPLE_NOW_MS + 9)
        assert.deepEqual(await revokeKey(control, key.id), { outcome: 'unchanged', key: revoked })
        assert.deepEqual(await revokeKey(control, text), { outcome: 'unchanged', key: revoked }, 'by the key itself')
      }))

    test('a key that is rotated ends after the given time and never later than before; its successor is like it', () =>
      withControl(async (control) => {
        const { project, key } = await createTestCustomer(control)
        control.clock.setMs(EXAMPLE_NOW_MS + 5)
        const rotated = await rotateKey(control, key.id, { endsInMs: 7 * DAY_MS })
        assert(rotated.outcome === 'rotated')
        const { old, key: next, text } = rotated
        assert.deepEqual(old, { ...key, expiresAtMs: EXAMPLE_NOW_MS + 5 + 7 * DAY_MS })
        assert.deepEqual([next.project, next.name, next.scopes], [key.project, key.name, key.scopes])
        assert.equal(next.expiresAtMs, EXAMPLE_NOW_MS + 5 + 90 * DAY_MS)
        assert.deepEqual(await listKeys(control, project.id), { outcome: 'listed', keys: [old, next] })
        const [stored] = await control.database.query('select sha256 from control_key where id = $1', next.id)
        assert.deepEqual(new Uint8Array(stored![0] as Uint8Array), new Uint8Array(hash('sha256', text, 'buffer')))
        const again = await rotateKey(control, key.id, { endsInMs: 90 * DAY_MS })
        assert(again.outcome === 'rotated')
        assert.equal(again.old.expiresAtMs, old.expiresAtMs, 'it is not prolonged')
        await revokeKey(control, next.id)
        for (const [id, outcome] of [
          [next.id, 'invalid'],
          ['key_0', 'not_found'],
        ] as const)
          assert.equal((await rotateKey(control, id, { endsInMs: 1 })).outcome, outcome)
        control.clock.setMs(old.expiresAtMs)
        assert.equal((await rotateKey(control, key.id, { endsInMs: 1 })).outcome, 'invalid')
      }))

    test('a key without a name is rotated only if its end was brought nearer: the other may be of another program', () =>
      withControl(async (control) => {
        const { project, key } = await createTestCustomer(control)
        assert.equal(key.name, '')
        control.clock.setMs(EXAMPLE_NOW_MS + 76 * DAY_MS + 5)
        const wanting = async () => {
          const listed = await listKeys(control, project.id)
          assert(listed.outcome === 'listed')
          return keysToRotate(listed.keys, control.clock.nowMs() + 1_000).map(({ id }) => id)
        }
        const other = await issueKey(control, { project: project.id, scopes: key.scopes })
        assert(other.outcome === 'issued')
        assert.deepEqual(await wanting(), [key.id])
        await rotateKey(control, key.id, { endsInMs: 7 * DAY_MS })
        assert.deepEqual(await wanting(), [])
      }))

    test('every write raises the counter of changes in its own transaction', () =>
      withControl(async (control) => {
        const id = await newAccount(control)
        const { project, key } = await createTestCustomer(control)
        const writes = [
          () => changeAccountState(control, { id, transition: 'verify' }),
          () => setAllowance(control, { id, allowanceUnits: 7 }),
          () => setProjectState(control, { id: project.id, state: 'suspended' }),
          () => setProjectLimits(control, { id: project.id, limits: { ip: { rate: 1, burst: 2 } } }),
          () => rotateKey(control, key.id, { endsInMs: DAY_MS }),
          () => revokeKey(control, key.id),
          () => requestTrust(control, { who: 'operator', why: 'looked at it', doubts: [] }),
        ]
        for (const write of writes) {
          const before = await changes(control)
          await write()
          assert.equal(await changes(control), before + 1)
        }
      }))

    test('no concurrent change is lost', () =>
      withControl(async (control) => {
        const before = await changes(control)
        await Promise.all(Array.from({ length: 12 }, () => newAccount(control)))
        assert.equal((await listAccounts(control)).length, 12)
        assert.equal(await changes(control), before + 12)
      }))

    test('the key ring gets a new secret a day, keeps two, and rotates once however many servers call it', () =>
      withControl(async (control) => {
        const ring = async () => (await control.snapshot()).ring
        const day = DAY_MS
        const turned: number[] = []
        for (const nowMs of [0, day - 1, day, day, 2 * day, 9 * day].map((ms) => EXAMPLE_NOW_MS + ms)) {
          control.clock.setMs(nowMs)
          const all = await Promise.all([rotateKeyRing(control), rotateKeyRing(control)])
          turned.push(all.filter((one) => one === 'rotated').length)
        }
        assert.deepEqual(turned, [1, 0, 1, 0, 1, 1])
        const secrets = (await ring()).map(
          ([secret, ms]) => `${secret.length} bytes of day ${(ms - EXAMPLE_NOW_MS) / day}`,
        )
        assert.deepEqual(secrets, ['32 bytes of day 9', '32 bytes of day 2'])
      }))
  })
}

test('only their owner can read the files of the control database', async () => {
  await using control = await openTestControl()
  await createTestCustomer(control)
  const [[, , path]] = (await control.database.query('pragma database_list')) as [[number, string, string]]
  for (const file of [path, `${path}-wal`, `${path}-shm`]) assert.equal(statSync(file).mode & 0o077, 0, file)
})

test('the books and the control database can live in one PostgreSQL: no table or index has the same name', () => {
  const names = (part: string) => {
    const folder = new URL(`../../${part}/migrations/postgres/`, import.meta.url)
    const sql = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
    return [...sql.join('\n').matchAll(/^create (?:table|(?:unique )?index) (\w+)/gm)].map(([, name]) => name)
  }
  const [control, books] = [names('access'), names('ledger')]
  assert(5 < control.length && 5 < books.length)
  const both = control.filter((name) => books.includes(name))
  assert.deepEqual(both, [])
})
