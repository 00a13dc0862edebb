import assert from 'node:assert/strict'
import { createHash, hash } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { seededRandom } from '../../stdx/random.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { type AccountTransition, changeAccountState, setAccountBudget, setAllowance } from '../control/accounts.ts'
import { rotateKeyRing } from '../control/control.ts'
import { issueKey, revokeKey, rotateKey } from '../control/keys.ts'
import {
  allowOrigin,
  denyOrigin,
  setProjectBudget,
  setProjectLimits,
  setProjectState,
  setScopes,
} from '../control/projects.ts'
import { createTestCustomer, openTestControl, type TestControl } from '../testing/control.ts'
import { readSnapshot } from '../testing/read-snapshot.ts'
import { readChangedRows } from './read-updates.ts'
import { type AccessSnapshot, applyUpdate } from './snapshot.ts'
import { buildView, countExpiringKeys, listBudgets, readAllRows, SnapshotRows } from './view.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

type Customer = Awaited<ReturnType<typeof createTestCustomer>>

const ORIGINS = ['https://a.example', 'https://b.example', 'https://c.example', 'http://localhost']

/** Everything that can be asked of a view about these customers. */
function describeView(snapshot: AccessSnapshot, customers: readonly Customer[], hashes: readonly string[]) {
  const view = buildView(snapshot)
  const rows = new SnapshotRows(snapshot)
  const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
  const plain = (project: ReturnType<typeof view.projectByNumber>) =>
    project && { ...project, origins: [...project.origins] }
  return {
    keys: hashes.map((hash) => ({ ...view.keyByHash(hash), project: plain(view.keyByHash(hash)?.project) })),
    byClient: customers.map(({ project }) => plain(view.projectByClientId(project.clientId))),
    byNumber: customers.map((_, i) => plain(view.projectByNumber(i + 1))),
    origins: [...ORIGINS, 'https://d.example', 'http://localhost:5173'].filter(view.isOriginAllowed),
    ring: snapshot.ring,
    accounts: rows.accounts().toArray().toSorted(byText),
    projects: rows.projects().toArray().toSorted(byText),
    budgets: listBudgets(snapshot).toArray().toSorted(byText),
    expiring: countExpiringKeys(snapshot, Date.UTC(2027, 1, 15)),
    pending: snapshot.pendingChanges,
    changes: snapshot.changes,
    position: snapshot.position,
  }
}

/** One change of an operator, chosen by chance. Some change nothing, or are refused. */
function changeSomething(control: TestControl, customers: readonly Customer[], below: (n: number) => number) {
  const { account, project, key } = customers[below(customers.length)]!
  const { id } = project
  const origin = ORIGINS[below(3)]!
  const transitions: AccountTransition[] = ['suspend', 'resume', 'suspend', 'resume', 'close']
  const choices: (() => Promise<unknown>)[] = [
    () => changeAccountState(control, { id: account, transition: transitions[below(transitions.length)]! }),
    () => setAllowance(control, { id: account, allowanceUnits: below(1_000) }),
    () =>
      setAccountBudget(control, { id: account, settings: below(2) === 0 ? {} : { all: 1 + below(9), address: null } }),
    () => setProjectBudget(control, { id, settings: below(2) === 0 ? {} : { all: null } }),
    () => setProjectLimits(control, { id, limits: { ip: below(2) === 0 ? null : { rate: 1 + below(9), burst: 5 } } }),
    () => setProjectState(control, { id, state: below(2) === 0 ? 'active' : 'suspended' }),
    () =>
      setScopes(control, { id, scopes: below(2) === 0 ? ['usage:read'] : ['addresses:suggest'], browserScopes: [] }),
    () => allowOrigin(control, { id, origin }),
    () => allowOrigin(control, { id, origin: 'http://localhost', kind: 'development' }),
    () => denyOrigin(control, { id, origin: ORIGINS[below(4)]! }),
    () => issueKey(control, { project: id, scopes: ['addresses:suggest'] }),
    () => revokeKey(control, key.id),
    () => rotateKey(control, key.id, { endsInMs: 1_000 }),
    () => {
      control.clock.setMs(control.clock.nowMs() + 86_400_000)
      return rotateKeyRing(control)
    },
  ]
  return choices[below(choices.length)]!()
}

async function readChanged({ reader }: TestControl, { position }: AccessSnapshot) {
  const update = await readChangedRows(reader, position)
  assert(update !== 'gap')
  return update
}

/** Hashes the memory that all threads share. */
function hashMemory({ rows }: AccessSnapshot): string {
  const arrays = [rows.accounts, rows.projects, rows.clients, rows.origins, rows.keys, rows.keyIndex, rows]
    .flatMap((part) => Object.values(part))
    .filter((value): value is Uint8Array => ArrayBuffer.isView(value))
  const whole = createHash('sha256')
  for (const array of arrays) whole.update(array)
  assert.equal(arrays.length, 21)
  return whole.digest('hex')
}

async function readHashes(control: TestControl): Promise<string[]> {
  const rows = await control.database.query<[Uint8Array]>('select sha256 from control_key order by id')
  return rows.map(([sha256]) => sha256.toHex())
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`updates of a snapshot on ${kind}`, () => {
    const open = () => openTestControl(kind === 'postgres' ? server.url : undefined)

    test('after any changes the rows that changed and a reading of all rows give the same view', async () => {
      await using control = await open()
      const { below } = seededRandom(77)
      const customers = [await createTestCustomer(control), await createTestCustomer(control)]
      let snapshot = await readSnapshot(control.reader)
      for (let round = 0; round < 60; round++) {
        if (round % 20 === 10) customers.push(await createTestCustomer(control, { origins: [ORIGINS[below(3)]!] }))
        const held = { snapshot, hashes: await readHashes(control) }
        const before = describeView(held.snapshot, customers, held.hashes)
        const shared = hashMemory(held.snapshot)
        for (let i = below(3); 0 <= i; i--) await changeSomething(control, customers, below)
        const all = await readAllRows(control.reader)
        // As a message carries it to another thread.
        snapshot = applyUpdate(snapshot, structuredClone(await readChanged(control, snapshot)))
        const hashes = await readHashes(control)
        const whole = describeView(applyUpdate(undefined, all), customers, hashes)
        assert.deepEqual(describeView(snapshot, customers, hashes), whole)
        if (below(4) === 0) snapshot = applyUpdate(snapshot, { ...all, history: 'continues' })
        assert.deepEqual(describeView(snapshot, customers, hashes), whole, 'with other shared rows')
        // A request holds its snapshot while others come.
        assert.deepEqual(describeView(held.snapshot, customers, held.hashes), before)
        assert.equal(hashMemory(held.snapshot), shared)
      }
    })

    test('an origin of two projects stays allowed until the second one loses it, wherever their rows are', async () => {
      for (const reread of ['never', 'before', 'between', 'after'] as const) {
        await using control = await open()
        const origin = ORIGINS[0]!
        const one = await createTestCustomer(control, { origins: [origin] })
        let snapshot = await readSnapshot(control.reader)
        const other = await createTestCustomer(control, { origins: [origin] })
        const readOn = async (when: typeof reread) => {
          if (when === reread)
            snapshot = applyUpdate(snapshot, { ...(await readAllRows(control.reader)), history: 'continues' })
          snapshot = applyUpdate(snapshot, await readChanged(control, snapshot))
          return buildView(snapshot).isOriginAllowed(origin)
        }
        assert(await readOn('before'))
        await denyOrigin(control, { id: one.project.id, origin })
        assert(await readOn('between'))
        await changeAccountState(control, { id: other.account, transition: 'suspend' })
        assert(!(await readOn('after')))
      }
    })

    test('all rows that were read before a change do not undo it', async () => {
      await using control = await open()
      const { account, project, key, text } = await createTestCustomer(control)
      let snapshot = await readSnapshot(control.reader)
      const early = await readAllRows(control.reader)
      await revokeKey(control, key.id)
      await changeAccountState(control, { id: account, transition: 'suspend' })
      await denyOrigin(control, { id: project.id, origin: project.origins[0]! })
      snapshot = applyUpdate(snapshot, await readChanged(control, snapshot))
      const { position } = snapshot
      snapshot = applyUpdate(snapshot, { ...early, history: 'continues' })
      const view = buildView(snapshot)
      const found = view.keyByHash(hash('sha256', text))!
      assert(found.revokedAtMs !== null)
      assert.deepEqual([found.project.standing, found.project.origins.size], ['inactive', 0])
      assert.equal(snapshot.position, position)
      assert.equal(view.isOriginAllowed(project.origins[0]!), false)
    })

    test('after a gap in the log, a removed row or another history all rows are read', async () => {
      const gaps: Readonly<Record<string, (control: TestControl) => Promise<unknown>>> = {
        'pruned to the end': async ({ database }) => {
          await database.run('delete from control_change')
          await database.run("update control_project set scopes = ''")
        },
        'a row that was removed': ({ database }) => database.run('delete from control_key'),
        'another number': ({ database }) => database.run('update control_project set number = number + 7'),
        'a database of before': ({ database }) =>
          database.run('delete from control_change where number = (select max(number) from control_change)'),
        'another history with the same numbers': ({ database }) =>
          database.run('update control_change set mark = mark + 1'),
        'more than is read at once': async (control) => {
          for (let i = 0; i < 2_000; i++) await control.database.run("update control_project set scopes = ''")
        },
      }
      for (const [what, makeGap] of Object.entries(gaps)) {
        await using control = await open()
        await createTestCustomer(control)
        const snapshot = await readSnapshot(control.reader)
        await makeGap(control)
        assert.equal(await readChangedRows(control.reader, snapshot.position), 'gap', what)
        const after = await readSnapshot(control.reader)
        const update = await readChangedRows(control.reader, after.position)
        assert(update !== 'gap' && update.projects.length === 0, 'the log leads on from there')
      }
    })
  })
}
