import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount, listAccounts } from '../../../src/access/control/accounts.ts'
import { listActs } from '../../../src/access/control/acts.ts'
import { openControlDatabase } from '../../../src/access/control/control.ts'
import { addOperator, type Role, revokeOperator } from '../../../src/access/control/operators.ts'
import { createProject } from '../../../src/access/control/projects.ts'
import { TEST_ACTOR } from '../../../src/access/testing/actor.ts'
import { expectDone } from '../../../src/access/testing/customers.ts'
import { openBooksToWrite } from '../../../src/ledger/open-books.ts'
import { LEFT_OUT, raiseDoubts } from '../../../src/ledger/tables/doubts.ts'
import { systemClock } from '../../../src/stdx/clock.ts'
import { until } from '../../../src/stdx/testing/until.ts'
import { publishSample } from '../../fuzz/sample-data.ts'
import { openBrowser } from '../../testing/browser.ts'
import { runServer } from '../../testing/running-server.ts'
import { type ConsolePage, checkLook, openConsole } from './testing/console-page.ts'
import { passTime, stopClock } from './testing/page-clock.ts'

/* What an operator changes in the console. */

const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const data = mkdtempSync(join(tmpdir(), 'regista-console-acts-'))
opened.defer(() => rmSync(data, { recursive: true }))
await publishSample(data)
const database = opened.use(await openControlDatabase({ data, databaseUrl: undefined }, 'write'))
const control = { database, clock: systemClock, actor: TEST_ACTOR }
{
  await using books = await openBooksToWrite({ data, databaseUrl: undefined })
  const doubt = { account: 'acc_0000000000', reason: LEFT_OUT, detail: '1 charge of 2 units' }
  await books.transaction((rows) => raiseDoubts(rows, [doubt]))
}
const server = opened.use(await runServer(data, { args: ['--workers', '1'] }))
const browser = opened.use(await openBrowser())
const consoleAt = (port: number) => `http://127.0.0.1:${port}/console`

async function tokenOf(name: string, role: Role, folder = data): Promise<string> {
  await using database = await openControlDatabase({ data: folder, databaseUrl: undefined }, 'write')
  return expectDone(await addOperator({ ...control, database }, { name, role })).text
}

const open = (width = 1280) =>
  openConsole(browser, `${consoleAt(server.adminPort)}/`, { viewport: { width, height: 800 } })

async function signIn(page: Page, token: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Token of the operator').fill(token)
  await page.getByRole('button', { name: 'Open the console' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

const dialogOf = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Moves the focus with Tab until it is on the element with this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = []
  for (let turn = 0; turn < 200; turn++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const { activeElement: at } = document
      return (
        at?.getAttribute('aria-label') ??
        (at as HTMLInputElement | null)?.labels?.[0]?.textContent ??
        at?.textContent ??
        ''
      ).trim()
    })
    if (focused === name) return
    seen.push(focused)
  }
  assert.fail(`Tab does not reach ${name}: ${seen.slice(-40).join(', ')}`)
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label)
  await page.keyboard.type(text)
}

async function pressByKey(page: Page, name: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Runs the act whose dialog is open, and returns the lines of the log that the page shows. */
async function confirmByKey(page: Page, title: string): Promise<string> {
  await pressByKey(page, title)
  await page.getByRole('heading', { name: `${title}: done` }).waitFor()
  return await dialogOf(page).getByRole('status').innerText()
}

test('signs in, makes a customer whose key works at once, suspends, credits and signs out by keyboard alone', async () => {
  const token = await tokenOf('anna', 'operate')
  await using opened = await open()
  const { page } = opened
  await pressByKey(page, 'Sign in')
  await page.getByLabel('Token of the operator').waitFor()
  await page.keyboard.type(token)
  await page.keyboard.press('Enter')
  await page.getByText('anna, operate').waitFor()
  await pressByKey(page, 'New customer')
  await page.keyboard.type('Bakery')
  await typeInto(page, 'Web sites, one a line: https://www.example.com', 'https://bakery.example')
  await typeInto(page, 'Address of your API, for the samples', 'https://api.example.com')
  assert.match(await confirmByKey(page, 'New customer'), /anna customer\.create/)
  const copies = await dialogOf(page).locator('.copy code').allTextContents()
  const [key, line, curl, address, clientId] = copies as [string, string, string, string, string]
  assert.match(key, /^rgk_[0-9a-f]{64}$/)
  assert.equal(line, '<script src="https://api.example.com/regista.min.js" defer></script>')
  assert(curl.includes(`Bearer ${key}`) && curl.includes('https://api.example.com/v1/autocomplete/companies'))
  assert.deepEqual([address, /^rgp_[0-9a-f]{32}$/.test(clientId)], ['https://api.example.com', true])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await pressByKey(page, 'Copy: Key, shown once')
  await dialogOf(page).getByText('Copied').waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), key)
  const ask = () =>
    fetch(`http://127.0.0.1:${server.port}/v1/autocomplete/companies?country=sk&q=mlyn`, {
      headers: { authorization: `Bearer ${key}` },
    })
  const answers = async (status: number) => (await ask()).status === status
  await until(() => answers(200), 'the key works')
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'detached' })
  await pressByKey(page, 'Bakery')
  await pressByKey(page, 'Suspend')
  assert.match(await confirmByKey(page, 'Suspend'), /anna account\.suspend/)
  await until(() => answers(403), 'the key is refused')
  await page.keyboard.press('Escape')
  await pressByKey(page, 'Credit units')
  await page.keyboard.type('250')
  await typeInto(page, 'Reason, for the log', 'outage')
  await pressByKey(page, 'Credit units')
  // The browser says what is missing, and nothing was sent.
  await typeInto(page, 'This cannot be undone. Type Bakery to confirm', 'Bakery')
  assert.match(await confirmByKey(page, 'Credit units'), /anna account\.credit/)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Credits' }).waitFor()
  await pressByKey(page, 'Sign out')
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  await page.getByText('in a terminal of the server').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Resume' }).count(), 0)
  const [account] = (await listAccounts(control)).filter(({ name }) => name === 'Bakery')
  const lines = await listActs(control, { account: account!.id, limit: 9 })
  assert.deepEqual(
    lines.map(({ who, what }) => `${who} ${what}`),
    ['anna account.credit', 'anna account.suspend', 'anna customer.create'],
  )
  assert.deepEqual(opened.complaints, [])
})

test('every act of projects and keys is carried out, and a role shows only what it may do', async () => {
  await using opened = await open()
  const { page } = opened
  await signIn(page, await tokenOf('bela', 'provision'))
  assert.equal(await page.getByRole('button', { name: 'Rotate the session keys' }).count(), 0)
  const act = async (title: string, fields: Readonly<Record<string, string>> = {}, at = 0): Promise<void> => {
    await page.getByRole('button', { name: title, exact: true }).nth(at).click()
    for (const [label, text] of Object.entries(fields)) await dialogOf(page).getByLabel(label).fill(text)
    await dialogOf(page).getByRole('button', { name: title, exact: true }).click()
    await page.getByRole('heading', { name: `${title}: done` }).waitFor()
    await dialogOf(page).getByRole('button', { name: 'Close' }).click()
  }
  await act('New customer', { Name: 'Mill' })
  await page.getByRole('link', { name: 'Mill', exact: true }).click()
  await page.getByRole('heading', { name: 'Change this account' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Credit units' }).count(), 0)
  await act('Change the allowance', { 'Units a month': '2000' })
  await act('Web sites', { 'Web sites': 'https://mill.example\nhttps://www.mill.example' })
  await act('Limits', { 'Requests a second': '5', 'Requests at once': '50' })
  await act('Issue a key', { Name: 'till', 'Days of life': '' })
  await act('Rotate', { 'Days that both keys work': '0' }, 1)
  await act('Revoke', { 'This cannot be undone': 'till' }, 1)
  await act('Rename', { Name: 'Old mill' })
  await act('New project', { Name: 'Shop' })
  const [account] = (await listAccounts(control)).filter(({ name }) => name === 'Old mill')
  const lines = await listActs(control, { account: account!.id, limit: 50 })
  assert.deepEqual(
    lines.toReversed().map(({ what }) => what),
    [
      ...['customer.create', 'account.allowance', 'project.allow-origin', 'project.allow-origin', 'project.limits'],
      ...['key.issue', 'key.rotate', 'key.revoke', 'account.rename', 'project.create'],
    ],
  )
  assert.deepEqual(opened.complaints, [])
})

test('a doubt is trusted after its report, and is gone when a server has audited the books', async () => {
  await using opened = await open()
  const { page } = opened
  await signIn(page, await tokenOf('gita', 'operate'))
  await press(page, 'Trust doubt 1')
  await dialogOf(page).getByText('The report: left_out, 1 charge of 2 units. It stops acc_0000000000.').waitFor()
  await dialogOf(page).getByLabel('What you examined, for the log').fill('compared with the log')
  await dialogOf(page).getByRole('button', { name: 'Trust doubt 1' }).click()
  await page.getByRole('heading', { name: 'Trust doubt 1: done' }).waitFor()
  assert.match(await dialogOf(page).getByRole('status').innerText(), /gita books\.trust/)
  await dialogOf(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Trust doubt 1' }).waitFor({ state: 'detached' })
  assert.deepEqual(opened.complaints, [])
})

test('an act whose answers are lost is unknown, is asked again with its key, and is carried out once', async () => {
  const LOST = 5
  await using opened = await openConsole(browser, `${consoleAt(server.adminPort)}/`, {}, stopClock)
  const { page } = opened
  await signIn(page, await tokenOf('cyril', 'operate'))
  const keys: string[] = []
  await page.route('**/admin/v1/customers', async (route) => {
    keys.push(route.request().headers()['idempotency-key']!)
    const response = await route.fetch()
    if (keys.length <= LOST) await route.abort()
    else await route.fulfill({ response })
  })
  const dialog = dialogOf(page)
  const untilAsked = (times: number) => until(() => keys.length === times, `request ${times}`)
  await press(page, 'New customer')
  await dialog.getByLabel('Name').fill('Lost')
  await dialog.getByRole('button', { name: 'New customer' }).click()
  await dialog.getByText('It is unknown whether this was carried out').waitFor()
  await passTime(page, untilAsked(LOST - 1))
  await dialog.getByText('It is still unknown').waitFor()
  assert.equal(await dialog.getByLabel('Name').isEnabled(), false)
  await dialog.getByRole('button', { name: 'Ask again' }).click()
  await passTime(page, untilAsked(LOST + 1))
  await page.getByRole('heading', { name: 'New customer: done' }).waitFor()
  // The key was in the lost answer.
  await dialog.getByText(/rotate it/).waitFor()
  assert.match(await dialog.getByRole('status').innerText(), /cyril customer\.create/)
  assert.deepEqual([keys.length, new Set(keys).size], [LOST + 1, 1])
  assert.equal((await listAccounts(control)).filter(({ name }) => name === 'Lost').length, 1)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Lost', exact: true }).click()
  let changes = 0
  await page.route('**/admin/v1/accounts/*', async (route) => {
    if (route.request().method() !== 'PATCH') return await route.continue()
    const response = await route.fetch()
    if (changes++ === 0) await route.abort()
    else await route.fulfill({ response })
  })
  await press(page, 'Suspend')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await passTime(page, page.getByRole('heading', { name: 'Suspend: done' }).waitFor())
  // The second request changed nothing, and the line is that of the first.
  assert.match(await dialog.getByRole('status').innerText(), /cyril account\.suspend/)
  assert.equal(changes, 2)
})

test('what is unknown stays unknown when its repetition is refused, and half a limit removes none', async () => {
  await using opened = await openConsole(browser, `${consoleAt(server.adminPort)}/`, {}, stopClock)
  const { page } = opened
  await signIn(page, await tokenOf('ivan', 'operate'))
  const refusal = { error: { code: 'rate_limited', message: 'Too many requests.' } }
  let sent = 0
  await page.route('**/admin/v1/customers', async (route) => {
    sent++
    if (sent === 2) return await route.fulfill({ status: 429, json: refusal })
    const response = await route.fetch()
    if (sent === 1) await route.abort()
    else await route.fulfill({ response })
  })
  const dialog = dialogOf(page)
  await press(page, 'New customer')
  await dialog.getByLabel('Name').fill('Refused')
  await dialog.getByRole('button', { name: 'New customer' }).click()
  await passTime(page, dialog.getByText('It is still unknown').waitFor())
  await dialog.getByText('Too many requests.').waitFor()
  assert.equal(await dialog.getByLabel('Name').isEnabled(), false)
  assert.equal(await dialog.getByRole('button', { name: 'Cancel' }).count(), 0)
  await dialog.getByRole('button', { name: 'Ask again' }).click()
  await page.getByRole('heading', { name: 'New customer: done' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  assert.equal((await listAccounts(control)).filter(({ name }) => name === 'Refused').length, 1)
  await page.getByRole('link', { name: 'Refused', exact: true }).click()
  await press(page, 'Limits')
  await dialog.getByLabel('Requests a second').fill('5')
  await dialog.getByRole('button', { name: 'Limits' }).click()
  await dialog.getByText('Fill in both, or none.').waitFor()
})

test('a browser that lets the page keep nothing shows the console, and sign-in says why it is not possible', async () => {
  const token = await tokenOf('jana', 'read')
  await using opened = await openConsole(browser, `${consoleAt(server.adminPort)}/`, {}, (page) =>
    page.addInitScript(() => {
      const get = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      Object.defineProperty(globalThis, 'localStorage', { get })
    }),
  )
  const { page } = opened
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Token of the operator').fill(token)
  await page.getByRole('button', { name: 'Open the console' }).click()
  await page.getByRole('alert').getByText('allow its cookies').waitFor()
})

test('the page of an account with many projects says that it changes the first ones only', async () => {
  const { account } = expectDone(await createAccount(control, { name: 'Many' }))
  for (let n = 0; n < 21; n++) expectDone(await createProject(control, { account: account.id, name: `Project ${n}` }))
  await using opened = await open()
  const { page } = opened
  await signIn(page, await tokenOf('klara', 'provision'))
  await page.getByRole('link', { name: 'Many', exact: true }).click()
  await page.getByText('Only the first 20 projects of this account can be changed here.').waitFor()
  assert.equal(await page.getByRole('heading', { name: /^Project Project / }).count(), 20)
})

test('an operator who may only read sees the log and no act', async () => {
  await using opened = await open()
  const { page } = opened
  await signIn(page, await tokenOf('hana', 'read'))
  await page.getByText('Your role only reads.').waitFor()
  await page.getByRole('link', { name: 'Lost', exact: true }).click()
  await page.getByRole('heading', { name: 'What operators changed' }).waitFor()
  assert.equal(await page.locator('[data-act]').count(), 0)
  await checkLook(opened)
})

test('a mistake is said in its dialog, and the page of a revoked operator only reads again', async () => {
  await using opened = await open()
  const { page } = opened
  await signIn(page, await tokenOf('dana', 'operate'))
  await press(page, 'New customer')
  await dialogOf(page).getByLabel('Name').fill('Wrong')
  await dialogOf(page).getByLabel('Web sites').fill('no-origin')
  await dialogOf(page).getByRole('button', { name: 'New customer' }).click()
  await dialogOf(page)
    .getByText(/no-origin/)
    .waitFor()
  assert.equal(await dialogOf(page).getByLabel('Name').isEnabled(), true)
  await press(page, 'Cancel')
  await revokeOperator(control, 'dana')
  await press(page, 'Refresh')
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  await page.getByRole('button', { name: 'New customer' }).waitFor({ state: 'detached' })
})

test('pages and dialogs of acts have no barrier and fit the screen', async () => {
  const token = await tokenOf('fero', 'operate')
  for (const width of [1280, 390, 320]) {
    await using opened = await open(width)
    const { page } = opened
    await signIn(page, token)
    const checkDialog = async (title: string): Promise<void> => {
      await page.getByRole('button', { name: title, exact: true }).first().click()
      await checkDialogLook(opened)
      await press(page, 'Cancel')
    }
    await page.getByRole('button', { name: 'New customer' }).waitFor()
    await checkLook(opened)
    await checkDialog('New customer')
    await page
      .getByRole('link', { name: /^(Old mill|Bakery)$/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'What operators changed' }).waitFor()
    await checkLook(opened)
    await checkDialog('Credit units')
    await page.getByRole('button', { name: 'Issue a key' }).first().click()
    await checkDialogLook(opened)
    await dialogOf(page).getByLabel('Name').fill('look')
    await dialogOf(page).getByRole('button', { name: 'Issue a key' }).click()
    await page.getByRole('heading', { name: 'Issue a key: done' }).waitFor()
    await checkDialogLook(opened)
    await dialogOf(page).getByRole('button', { name: 'Close' }).click()
    await page.goto(`${consoleAt(server.adminPort)}/#/sign-in`)
    await page.getByLabel('Token of the operator').waitFor()
    await checkLook(opened)
  }
})

async function checkDialogLook(opened: ConsolePage): Promise<void> {
  await checkLook(opened)
  const { wide, room } = await dialogOf(opened.page).evaluate(({ scrollWidth: wide, clientWidth: room }) => ({
    wide,
    room,
  }))
  assert(wide <= room, `the dialog has ${room} px and needs ${wide}`)
}
