import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { HOUR_MS } from '../../stdx/time-units.ts'
import { startPostgres } from '../../storage/testing/postgres.ts'
import { EXAMPLE_NOW_MS, openTestControl } from '../testing/control.ts'
import { expectDone } from '../testing/customers.ts'
import { listActs } from './acts.ts'
import { addOperator, revokeOperator } from './operators.ts'
import { CONSOLE_SESSION_MS, endSession, findSession, openSession } from './sessions.ts'

const server = await startPostgres()
after(() => server[Symbol.asyncDispose]())

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`sessions of the console on ${kind}`, () => {
    const open = () => openTestControl(kind === 'postgres' ? server.url : undefined)

    test('a session works for eight hours, or until it ends, its operator is revoked or the token ends', async () => {
      await using control = await open()
      for (const [name, days] of [['anna'], ['bela'], ['cyril', 0.25]] as const)
        expectDone(await addOperator(control, { name, role: 'operate', ...(days && { days }) }))
      const secrets = await Promise.all(
        ['anna', 'anna', 'bela', 'cyril'].map(async (name) => (await openSession(control, name)).secrets),
      )
      assert(secrets.every(({ cookie, page }) => /^rgc_[0-9a-f]{64} [0-9a-f]{64}$/.test(`${cookie} ${page}`)))
      /** Whether each works, as every server reads it. */
      const names = async () =>
        await Promise.all(
          secrets.map(
            async (secret) => (await findSession({ ...control, database: control.reader }, secret))?.operator.name,
          ),
        )
      assert.deepEqual(await names(), ['anna', 'anna', 'bela', 'cyril'])
      for (const halves of [{ page: '' }, { page: secrets[1]!.page }, { cookie: secrets[1]!.cookie }])
        assert.equal(await findSession(control, { ...secrets[0]!, ...halves }), undefined, JSON.stringify(halves))
      await endSession(control, secrets[0]!)
      assert.deepEqual(await names(), [undefined, 'anna', 'bela', 'cyril'])
      await revokeOperator(control, 'bela')
      assert.deepEqual(await names(), [undefined, 'anna', undefined, 'cyril'])
      control.clock.setMs(EXAMPLE_NOW_MS + 6 * HOUR_MS)
      assert.deepEqual(await names(), [undefined, 'anna', undefined, undefined])
      control.clock.setMs(EXAMPLE_NOW_MS + CONSOLE_SESSION_MS - 1)
      assert.deepEqual(await names(), [undefined, 'anna', undefined, undefined])
      control.clock.setMs(EXAMPLE_NOW_MS + CONSOLE_SESSION_MS)
      assert.deepEqual(await names(), [undefined, undefined, undefined, undefined])
    })

    test('the secret is stored nowhere, ended rows go with the next session, and servers read nothing anew', async () => {
      await using control = await open()
      expectDone(await addOperator(control, { name: 'anna', role: 'read' }))
      const changes = () =>
        control.database.query('select changes, (select max(number) from control_change) from control')
      const before = await changes()
      const { secrets, expiresAtMs } = await openSession(control, 'anna')
      assert.equal(expiresAtMs, EXAMPLE_NOW_MS + CONSOLE_SESSION_MS)
      const rows = async () =>
        await control.database.query<[Uint8Array, string]>('select sha256, operator from control_console_session')
      assert.deepEqual(
        (await rows()).map(([sha256, operator]) => [sha256.length, operator]),
        [[32, 'anna']],
      )
      const stored = JSON.stringify([await rows(), await listActs(control, { limit: 9 })])
      for (const secret of Object.values(secrets)) assert(!stored.includes(secret.slice(4)))
      control.clock.setMs(expiresAtMs)
      await openSession(control, 'anna')
      assert.equal((await rows()).length, 1)
      assert.deepEqual(await changes(), before)
    })
  })
}
