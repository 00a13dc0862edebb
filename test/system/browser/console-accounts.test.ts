import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount } from '../../../src/access/control/accounts.ts'
import { changeTogether, openControlDatabase } from '../../../src/access/control/control.ts'
import { createProject } from '../../../src/access/control/projects.ts'
import { TEST_ACTOR } from '../../../src/access/testing/actor.ts'
import { expectDone } from '../../../src/access/testing/customers.ts'
import { systemClock } from '../../../src/stdx/clock.ts'
import { until } from '../../../src/stdx/testing/until.ts'
import { openBrowser } from '../../testing/browser.ts'
import { runServer } from '../../testing/running-server.ts'
import { checkLook, LOOKS, openConsole } from './testing/console-page.ts'
import { openFirefox, withoutFirefox } from './testing/firefox.ts'
import { stopClock } from './testing/page-clock.ts'

/* The console with more accounts than a page of its list has, and without a server. */

const ACCOUNTS = 211
const REFRESH_MS = 5_000
/** The list is read so long after the last key. */
const PAUSE_MS = 150

const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const data = mkdtempSync(join(tmpdir(), 'regista-console-accounts-'))
opened.defer(() => rmSync(data, { recursive: true }))
const { account, clientId } = await createAccounts()
const server = opened.use(await runServer(data, { args: ['--workers', '1'] }))
const browser = opened.use(await openBrowser())
const url = `http://127.0.0.1:${server.adminPort}/console`

/** Returns the last one, with the client id of its project. */
async function createAccounts() {
  await using database = await openControlDatabase({ data }, 'write')
  return await changeTogether({ database, clock: systemClock, actor: TEST_ACTOR }, async (control) => {
    let account = ''
    for (let i = 1; i <= ACCOUNTS; i++)
      account = expectDone(await createAccount(control, { name: `Shop ${i}` })).account.id
    const origins = ['https://www.a-very-long-name-of-a-bakery.example']
    const { project } = expectDone(await createProject(control, { account, name: 'Web', origins }))
    return { account, clientId: project.clientId }
  })
}

const namesOf = (page: Page) => page.locator('#accounts tbody a').allTextContents()

/** What may have a colour of good or bad, and has another one than quiet text. */
const colouredOf = (page: Page) =>
  page.evaluate(() => {
    const quiet = getComputedStyle(document.querySelector('.tile dt')!).color
    return Array.from(document.querySelectorAll('.tile dd, main .badge, main :is(.good, .warn, .bad)'))
      .filter((element) => getComputedStyle(element).color !== quiet)
      .map((element) => element.textContent)
  })

const agesOf = (page: Page) => page.locator('.tile .age').allTextContents()

test('accounts are searched and paged by keyboard alone, and a refresh keeps page and focus', async () => {
  await using opened = await openConsole(browser, url, {}, stopClock)
  const { page } = opened
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  const shows = (text: string) => page.getByRole('status').getByText(text).waitFor()
  const search = async (text: string) => {
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await page.keyboard.type(text)
    await page.clock.runFor(PAUSE_MS)
  }
  assert.equal((await namesOf(page)).length, 100)
  await page.getByLabel('Search accounts').focus()
  for (const [typed, found] of [
    ['shop 211', 'Shop 211'],
    ['shop 21', 'Shop 21, Shop 210, Shop 211'],
    ['LONG-NAME-OF-A-BAKERY', 'Shop 211'],
    ['shop 99', 'Shop 99'],
    [clientId, 'Shop 211'],
    ['Shop 100', 'Shop 100'],
    [account, 'Shop 211'],
  ] as const) {
    await search(typed)
    await until(async () => (await namesOf(page)).join(', ') === found, `accounts found by ${typed}`)
    await shows(/^.+,/.test(found) ? '3 accounts found' : '1 account found')
  }
  await search('no such shop')
  await shows('0 accounts found')
  await search('')
  await shows('1 to 100 in order of creation')
  await page.getByRole('button', { name: 'Previous page' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await shows('101 to 200')
  await page.keyboard.press('Enter')
  await shows('201 to 211')
  assert.equal((await namesOf(page)).length, 11)
  await page.keyboard.press('Enter')
  const requested = page.waitForResponse(/api\/accounts\?cursor=200$/)
  await page.clock.runFor(REFRESH_MS)
  await requested
  await shows('201 to 211')
  assert.equal(await focused(), 'Next page')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await shows('101 to 200')
  assert.equal(await focused(), 'Previous page')
  assert.deepEqual(opened.complaints, [])
})

for (const look of LOOKS)
  test(`a list of many accounts has no barrier and fits the screen: ${look.viewport!.width} px, ${look.colorScheme}`, async () => {
    await using opened = await openConsole(browser, url, look)
    await checkLook(opened)
  })

test('the console fits a screen of 320 px in Firefox', { skip: withoutFirefox }, async () => {
  await using firefox = await until(() => openFirefox(), 'Firefox')
  await firefox.resize(320)
  for (const [path, words] of [
    ['/', 'Accounts in'],
    [`/#/accounts/${account}`, 'Change this account'],
  ] as const) {
    await firefox.open('about:blank')
    await firefox.open(url + path)
    await firefox.waitFor(`document.querySelector('main')?.innerText.includes('${words}')`)
    assert.equal(await firefox.waitFor('innerWidth'), 320)
    const wide = Number(await firefox.waitFor('document.documentElement.scrollWidth'))
    assert(wide <= 320, `${path} is ${wide} px wide`)
  }
  assert.deepEqual(firefox.complaints, [])
})

test('a server that hangs: after a while the page turns grey and says how old it is', async () => {
  await using opened = await openConsole(browser, url, {}, stopClock)
  const { page } = opened
  assert.deepEqual([(await colouredOf(page)).includes('trusted'), await agesOf(page)], [true, []])
  await page.route('**/api/server', () => {})
  await page.clock.runFor(60_000)
  assert.deepEqual(await colouredOf(page), [])
  assert.match((await agesOf(page)).join(), /^(as of \d\d:\d\d, 60 s ago,?){9}$/)
})

test('a server that stops: no green word stays, and all tiles and cards say how old they are', async () => {
  await using opened = await openConsole(browser, url, {}, stopClock)
  const { page } = opened
  process.kill(server.pid, 'SIGKILL')
  await until(async () => !(await server.admin('/healthz').catch(() => undefined)), 'the end of the server')
  await page.clock.runFor(REFRESH_MS)
  await page.getByRole('alert').getByText('The server does not answer.').waitFor()
  assert.deepEqual(await colouredOf(page), [])
  assert.match((await agesOf(page)).join(), /^(as of \d\d:\d\d, 5 s ago,?){9}$/)
  await page.clock.runFor(30_000)
  assert.match((await agesOf(page)).join(), /^(as of \d\d:\d\d, 35 s ago,?){9}$/)
  assert.equal(await page.locator('.card > header .age').count(), await page.locator('.card').count())
  // The check of barriers needs timers.
  await page.clock.resume()
  await checkLook({ ...opened, complaints: [] })
})
