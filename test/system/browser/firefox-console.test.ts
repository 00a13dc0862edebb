import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { listActs } from '../../../src/access/control/acts.ts'
import { openControlDatabase } from '../../../src/access/control/control.ts'
import { addOperator } from '../../../src/access/control/operators.ts'
import { TEST_ACTOR } from '../../../src/access/testing/actor.ts'
import { createCustomer, expectDone } from '../../../src/access/testing/customers.ts'
import { systemClock } from '../../../src/stdx/clock.ts'
import { until } from '../../../src/stdx/testing/until.ts'
import { runServer } from '../../testing/running-server.ts'
import { KEYS, openFirefox, withoutFirefox } from './testing/firefox.ts'

test('an operator signs in, suspends and credits an account and signs out in Firefox, by keyboard', {
  skip: withoutFirefox,
}, async () => {
  await using opened = new AsyncDisposableStack()
  const data = mkdtempSync(join(tmpdir(), 'regista-firefox-console-'))
  opened.defer(() => rmSync(data, { recursive: true }))
  const database = opened.use(await openControlDatabase({ data, databaseUrl: undefined }, 'write'))
  const control = { database, clock: systemClock, actor: TEST_ACTOR }
  const { account } = await createCustomer(control, { units: 1000 })
  const { text: token } = expectDone(await addOperator(control, { name: 'anna', role: 'operate' }))
  const server = opened.use(await runServer(data, { args: ['--workers', '1'] }))
  const firefox = opened.use(await until(() => openFirefox(), 'Firefox'))
  /** Puts the focus on the element and presses Enter. */
  const press = async (selector: string) => {
    const element = `document.querySelector(${JSON.stringify(selector)})`
    await firefox.waitFor(`(${element}?.focus(), document.activeElement === ${element})`)
    await firefox.type(KEYS.Enter)
  }
  const isDone = (title: string) => `document.querySelector('dialog h2')?.textContent === '${title}: done'`
  await firefox.open(`http://127.0.0.1:${server.adminPort}/console/#/accounts/${account}`)
  await press('#who a')
  await firefox.waitFor("document.activeElement.id === 'token'")
  await firefox.type(token + KEYS.Enter)
  await firefox.waitFor("document.querySelector('#who')?.textContent.includes('anna, operate')")
  await press(`a[href^="#/accounts/${account}"]`)
  await press(`[data-act="stop ${account}"]`)
  // The first button of a dialog without fields has the focus.
  await firefox.waitFor("document.activeElement.closest('dialog') !== null")
  await firefox.type(KEYS.Enter)
  await firefox.waitFor(isDone('Suspend'))
  await press('dialog [data-close]')
  await press(`[data-act="credit ${account}"]`)
  await firefox.waitFor("document.activeElement.name === 'units'")
  await firefox.type(`5${KEYS.Tab}outage${KEYS.Tab}Example${KEYS.Enter}`)
  await firefox.waitFor(isDone('Credit units'))
  await press('dialog [data-close]')
  await press('#who button')
  await firefox.waitFor("document.querySelector('#who a')")
  const lines = await listActs(control, { account, limit: 2 })
  assert.deepEqual(
    lines.map(({ who, what }) => `${who} ${what}`),
    ['anna account.credit', 'anna account.suspend'],
  )
  assert.deepEqual(firefox.complaints, [])
})
