import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { publishSample } from '../../fuzz/sample-data.ts'
import { openBrowser } from '../../testing/browser.ts'
import { writeChargedAccount } from '../../testing/charged-account.ts'
import { runServer } from '../../testing/running-server.ts'
import { checkLook, LOOKS, openConsole } from './testing/console-page.ts'
import { stopClock } from './testing/page-clock.ts'
import { registaCommands } from './testing/regista-commands.ts'
import { checkWithAxe } from './testing/shop-page.ts'
import { sendFence, watchRequests } from './testing/watch-page.ts'

/* The console with an account of many debits. */

const DEBITS = 100_000
/** The page reads again after it. */
const REFRESH_MS = 5_000
/** The list is read so long after the last key. */
const PAUSE_MS = 150

const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const data = mkdtempSync(join(tmpdir(), 'regista-console-page-'))
opened.defer(() => rmSync(data, { recursive: true }))
await publishSample(data)
const { account } = await writeChargedAccount(data, DEBITS)
const server = opened.use(await runServer(data, { args: ['--workers', '1'] }))
const browser = opened.use(await openBrowser())
const url = `http://127.0.0.1:${server.adminPort}/console`

const open = (path = '', options?: BrowserContextOptions, prepare?: (page: Page) => Promise<unknown>) =>
  openConsole(browser, url + path, options, prepare)

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse((await server.admin(`/console/api/${path}`)).text) as T
}

/** Fails if the page reads anything while its time passes. */
async function assertRests(page: Page): Promise<void> {
  const requests = watchRequests(page)
  await page.clock.runFor(600_000)
  await sendFence(page, `${url}/style.css`)
  assert.deepEqual(requests, [`${url}/style.css`])
}

/** As when the operator turns to another tab. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

function formatCount(count: number): string {
  return new Intl.NumberFormat('en-US').format(count).replaceAll(',', '\u202f')
}

/** `320 293` → 320293. */
function toNumber(text: string): number {
  return Number(text.replaceAll(/\s/g, ''))
}

describe(`the console with an account of ${DEBITS} debits`, () => {
  test('leads from the list of accounts to a month by day, project, operation and key, by keyboard alone', async () => {
    await using opened = await open()
    const { page } = opened
    await page.getByRole('link', { name: 'Example', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Example', exact: true }).waitFor()
    assert.match(page.url(), new RegExp(`#/accounts/${account}/\\d{4}-\\d\\d$`))
    for (const name of ['By day', 'By project', 'By operation', 'By key'])
      assert.equal(await page.getByRole('heading', { name }).count(), 1, name)
    await page.goBack()
    await page.getByRole('heading', { name: /^Accounts in/ }).waitFor()
    assert.deepEqual(opened.complaints, [])
  })

  test('shows the projects of an account with client id, origins and budget, and names only commands that exist', async () => {
    const { projects } = await readJson<Projects>(`accounts/${account}/projects`)
    const commands = await registaCommands()
    await using opened = await open()
    const { page } = opened
    const named = async () =>
      (await page.locator('main code').allTextContents()).filter((text) => text.startsWith('regista '))
    const ofOverview = await named()
    await page.goto(`${url}/#/accounts/${account}`)
    await page.getByRole('heading', { name: 'Change this account' }).waitFor()
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Projects' }) })
    const text = await card.innerText()
    assert.notEqual(projects.length, 0)
    for (const { client_id, origins, browser_budget } of projects)
      for (const wanted of [
        client_id,
        ...origins,
        `for one address: ${formatCount(browser_budget.address_units_daily)}`,
      ])
        assert(text.includes(wanted), `${wanted}: ${text}`)
    const ofAccount = await named()
    assert(ofAccount.includes(`regista account allowance ${account} UNITS --data ${data}`))
    for (const line of [...ofOverview, ...ofAccount].flatMap((line) => line.split(' && ')))
      assert(commands.some((command) => line.startsWith(command)) && line.endsWith(` --data ${data}`), line)
  })

  test('a refresh brings new figures, and keeps focus, scroll, what is typed and what is open', async () => {
    await using opened = await open('', {}, async (page) => {
      await stopClock(page)
      let turn = 0
      await page.route(/\/api\/accounts(\?|$)/, async (route) => {
        const typed = new URL(route.request().url()).searchParams.get('q') ?? ''
        const response = await route.fetch({ url: `${url}/api/accounts` })
        const read = (await response.json()) as { accounts: object[] }
        const confirmed_units = 1_000 + turn++
        const accounts = Array.from({ length: 20 }, (_, i) => ({
          ...read.accounts[0]!,
          id: `acc_${i}`,
          name: `Shop ${i}`,
          confirmed_units,
        })).filter(({ name }) => name.includes(typed))
        await route.fulfill({ response, json: { ...read, total_accounts: 20, accounts } })
      })
    })
    const { page } = opened
    const search = page.getByLabel('Search accounts')
    await search.fill('Shop 7')
    await page.clock.runFor(PAUSE_MS)
    await page.locator('#accounts td', { hasText: '1 001' }).waitFor()
    await page.getByText('Counters of this server since its start').first().click()
    await search.focus()
    await page.evaluate(() => scrollTo(0, 120))
    const present = () =>
      page.evaluate(() => ({
        scroll: scrollY,
        focus: document.activeElement?.getAttribute('aria-label'),
        typed: document.querySelector('input')!.value,
        open: document.querySelectorAll('details[open]').length,
        rows: document.querySelectorAll('main table')[0]!.querySelectorAll('tbody tr').length,
      }))
    const before = await present()
    assert.deepEqual(before, { scroll: 120, focus: 'Search accounts', typed: 'Shop 7', open: 1, rows: 1 })
    await page.clock.runFor(REFRESH_MS)
    await page.locator('td', { hasText: '1 002' }).waitFor()
    assert.deepEqual(await present(), before)
    await page.getByRole('button', { name: 'Pause' }).click()
    await assertRests(page)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.locator('td', { hasText: '1 003' }).waitFor()
    await setHidden(page, true)
    await assertRests(page)
    await setHidden(page, false)
    await page.locator('td', { hasText: '1 004' }).waitFor()
    assert.deepEqual(opened.complaints, [])
  })

  test('a page that cannot be refreshed stays, with the reason, and is refreshed later', async () => {
    await using opened = await open('', {}, stopClock)
    const { page } = opened
    await page.getByRole('heading', { name: /^Accounts in/ }).waitFor()
    await page.route('**/api/server', (route) => route.abort())
    await page.clock.runFor(REFRESH_MS)
    await page.getByRole('alert').getByText('Not refreshed').waitFor()
    assert.equal(await page.getByRole('heading', { name: /^Accounts in/ }).count(), 1)
    await page.unrouteAll()
    await page.clock.runFor(REFRESH_MS)
    await page.locator('#state', { hasText: 'Release' }).waitFor()
    assert.equal(await page.locator('.old, .age').count(), 0)
  })

  test('shows the figures of the JSON: in the tiles, in the tables and as columns', async () => {
    const usage = await readJson<Usage>(`accounts/${account}/usage`)
    assert.equal(usage.requests, DEBITS)
    await using opened = await open(`/#/accounts/${account}`)
    const { page } = opened
    await page.locator('.chart svg').waitFor()
    const tiles = new Map<string, number>()
    for (const tile of await page.locator('.tile').all())
      tiles.set(await tile.locator('dt').innerText(), toNumber(await tile.locator('dd').first().innerText()))
    assert.deepEqual([...tiles.values()], [usage.confirmed_units, usage.left_units, DEBITS])
    const rowsOf = async (caption: string): Promise<string[][]> => {
      const rows = await page
        .getByRole('table', { name: caption, exact: true, includeHidden: true })
        .locator('tbody tr')
        .all()
      return await Promise.all(
        rows.map(async (row) => (await row.locator('th, td').allTextContents()).map((cell) => cell)),
      )
    }
    for (const [caption, list] of [
      ['By project', usage.projects],
      ['By operation', usage.operations],
      ['By key', usage.keys],
    ] as const)
      assert.deepEqual(
        (await rowsOf(caption)).map((cells) => [toNumber(cells[2]!), toNumber(cells[3]!)]),
        list.map(({ confirmed_units, requests }) => [confirmed_units, requests]),
        caption,
      )
    // Half of all is half a bar.
    const bars = page.getByRole('table', { name: 'By operation', exact: true }).locator('rect.confirmed')
    assert.deepEqual(
      await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('width'))),
      usage.operations.map(({ confirmed_units }) => `${((100 * confirmed_units) / usage.confirmed_units).toFixed(2)}%`),
    )
    await page.getByText('The days as a table').click()
    assert.deepEqual(
      (await rowsOf('Units by day')).map((cells) => [toNumber(cells[1]!), toNumber(cells[2]!)]),
      usage.days.map(({ confirmed_units, requests }) => [requests, confirmed_units]),
    )
    const heights = await page
      .locator('.chart rect.confirmed')
      .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))))
    const most = Math.max(...usage.days.map(({ confirmed_units }) => confirmed_units))
    assert.equal(heights.length, usage.days.length)
    usage.days.forEach(({ confirmed_units, day }, i) => {
      const expected = Math.max(1, (Math.max(...heights) * confirmed_units) / most)
      assert(Math.abs(heights[i]! - expected) < 0.01, `${day} is ${heights[i]} high and not ${expected}`)
    })
  })

  test('leads to a month as soon as it has begun in Europe/Bratislava', async () => {
    await using opened = await open(`/#/accounts/${account}/2020-02`, {}, stopClock)
    const { page } = opened
    const months = page.getByRole('navigation', { name: 'Months' })
    for (const [asOf, isThere] of [
      ['2020-02-29T22:59:59.000Z', false],
      ['2020-02-29T23:00:00.000Z', true],
    ] as const) {
      await page.route('**/usage?period=2020-02', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), as_of: asOf } })
      })
      await page.reload()
      await months.getByText('February 2020').waitFor()
      assert.equal(await months.getByRole('link', { name: 'March 2020' }).count(), isThere ? 1 : 0, asOf)
      await page.unrouteAll()
    }
  })

  test('names a month without use, and a month that is none is an error with a way back', async () => {
    await using opened = await open(`/#/accounts/${account}/2020-02`)
    assert.match(await opened.page.locator('main').innerText(), /Nothing was used in February 2020/)
    await using last = await open(`/#/accounts/${account}/9999-12`)
    assert.match(await last.page.locator('main').innerText(), /Nothing was used in December 9999/)
    assert.equal(await last.page.getByRole('navigation', { name: 'Months' }).getByRole('link').count(), 1)
    await using wrong = await open(`/#/accounts/${account}/2020-13`)
    assert.match(await wrong.page.getByRole('alert').innerText(), /not a calendar month/)
    await checkWithAxe(wrong.page)
    await wrong.page.getByRole('link', { name: 'All accounts' }).click()
    await wrong.page.getByRole('heading', { name: /^Accounts in/ }).waitFor()
  })

  for (const look of LOOKS)
    for (const path of ['', `/#/accounts/ACCOUNT`])
      test(`has no barrier and fits the screen: console${path}, ${look.viewport!.width} px, ${look.colorScheme}`, async () => {
        await using opened = await open(path.replace('ACCOUNT', account), look)
        await checkLook(opened)
      })
})

interface Projects {
  readonly projects: readonly {
    readonly client_id: string
    readonly origins: readonly string[]
    readonly browser_budget: { readonly address_units_daily: number }
  }[]
}

interface Units {
  readonly requests: number
  readonly confirmed_units: number
}

interface Usage extends Units {
  readonly left_units: number
  readonly days: readonly (Units & { readonly day: string })[]
  readonly projects: readonly Units[]
  readonly operations: readonly Units[]
  readonly keys: readonly Units[]
}
