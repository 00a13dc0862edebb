import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openControlDatabase } from '../../../src/access/control/control.ts'
import { addOperator } from '../../../src/access/control/operators.ts'
import { TEST_ACTOR } from '../../../src/access/testing/actor.ts'
import { expectDone } from '../../../src/access/testing/customers.ts'
import { systemClock } from '../../../src/stdx/clock.ts'
import { openBrowser } from '../../testing/browser.ts'
import { runServer } from '../../testing/running-server.ts'
import { ROOT } from '../../testing/source-tree.ts'
import { openConsole } from './testing/console-page.ts'

/* A console that needs a token, at a loopback address and behind a proxy with TLS. */

const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const data = mkdtempSync(join(tmpdir(), 'regista-console-session-'))
opened.defer(() => rmSync(data, { recursive: true }))
const database = opened.use(await openControlDatabase({ data, databaseUrl: undefined }, 'write'))
const control = { database, clock: systemClock, actor: TEST_ACTOR }
const { text: token } = expectDone(await addOperator(control, { name: 'eva', role: 'operate' }))
const { text: reader } = expectDone(await addOperator(control, { name: 'rita', role: 'read' }))
const env = { REGISTA_ADMIN_TOKEN: 'a-token-of-the-operator-with-32-characters' }
const server = opened.use(await runServer(data, { args: ['--workers', '1'], env }))
const browser = opened.use(await openBrowser())
const loopback = `http://127.0.0.1:${server.adminPort}`

/** Forwards everything with its Host, at an address that is no loopback address for the console. */
async function startTlsProxy(): Promise<string> {
  const [key, cert] = ['key', 'cert'].map((name) => readFileSync(join(ROOT, `src/storage/testing/tls/${name}.pem`)))
  const proxy = createServer({ key: key!, cert: cert! }, (received, response) => {
    const { method, url, headers } = received
    const target = { host: '127.0.0.1', port: server.adminPort, method, path: url }
    const sent = request({ ...target, headers: { ...headers, 'x-forwarded-for': '127.0.0.1' } })
    sent.on('error', () => response.destroy())
    sent.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode!, answer.headers)))
    received.pipe(sent)
  })
  proxy.listen(0, '127.0.0.2')
  await once(proxy, 'listening')
  opened.defer(() => {
    proxy.close()
    proxy.closeAllConnections()
  })
  return `https://127.0.0.2:${(proxy.address() as AddressInfo).port}`
}

/** A later sign-in in another tab: what an operator presses here is never done under the new name. */
async function checkSecondTab(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause' }).click()
  const other = await page.context().newPage()
  await other.goto(`${new URL(page.url()).origin}/console/#/sign-in`)
  await other.getByLabel('Token of the operator').fill(reader)
  await other.keyboard.press('Enter')
  await other.getByText('rita, read').waitFor()
  await page.getByRole('button', { name: 'Rotate the session keys' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Rotate the session keys' }).click()
  await dialog.getByText('Somebody has signed in or out in another tab.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('rita, read').waitFor()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await other.getByLabel('Token of the operator').fill(token)
  await other.keyboard.press('Enter')
  await other.getByText('eva, operate').waitFor()
  await other.close()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('eva, operate').waitFor()
}

for (const [what, start, name, secure] of [
  ['at a loopback address', async () => loopback, `regista-console-${server.adminPort}`, false],
  ['behind a proxy with TLS', startTlsProxy, '__Host-regista', true],
] as const)
  test(`an operator signs in to read and act, and neither script nor page nor log has a secret: ${what}`, async () => {
    await using shown = await openConsole(browser, `${await start()}/console/`, { ignoreHTTPSErrors: true })
    const { page } = shown
    await page.getByLabel('Token of the operator').fill(token)
    await page.keyboard.press('Enter')
    await page.getByText('eva, operate').waitFor()
    await page.getByRole('heading', { name: /^Accounts in/ }).waitFor()
    const [cookie] = await page.context().cookies()
    const { httpOnly, sameSite } = cookie!
    assert.deepEqual([cookie!.name, cookie!.secure, httpOnly, sameSite], [name, secure, true, 'Strict'])
    await page.getByRole('button', { name: 'New customer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Shop')
    await dialog.getByRole('button', { name: 'New customer' }).click()
    await page.getByRole('heading', { name: 'New customer: done' }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    // The answer is lost, as while a server starts again.
    await page.route('**/admin/v1/session', (route) => route.abort(), { times: 1 })
    await page.reload()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('eva, operate').waitFor()
    await checkSecondTab(page)
    const kept = await page.evaluate(() =>
      JSON.stringify([
        ...[{ ...localStorage }, { ...sessionStorage }, document.cookie],
        ...[location.href, document.documentElement.outerHTML],
      ]),
    )
    assert(!kept.includes('rgk_'))
    const now = await page.context().cookies()
    for (const secret of [token, cookie!.value, now[0]!.value]) {
      assert(!kept.includes(secret.slice(4)))
      assert(!server.log().includes(secret.slice(4)))
    }
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Token of the operator').waitFor()
    assert.deepEqual(await page.context().cookies(), [])
  })
