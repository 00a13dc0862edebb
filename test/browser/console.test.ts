import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { publishSample } from '../fuzz/sample-data.ts'
import { openBrowser } from '../testing/browser.ts'
import { writeChargedAccount } from '../testing/charged-account.ts'
import { type RunningServer, runServer } from '../testing/running-server.ts'
import { registaCommands } from './testing/regista-commands.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-console-page-'))
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const DEBITS = 100_000

let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  rmSync(dir, { recursive: true })
})

const LOOKS: readonly BrowserContextOptions[] = [
  { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
]

interface OpenedPage extends AsyncDisposable {
  readonly page: Page
  /** What the browser complained about: errors of script, and whatever the policy of the page has blocked. */
  readonly complaints: readonly string[]
}

async function openPage(
  url: string,
  look: BrowserContextOptions = LOOKS[0]!,
  open: (page: Page) => Promise<unknown> = (page) => page.goto(url),
): Promise<OpenedPage> {
  const context = await browser.newContext(look)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await open(page)
  await page.locator('#content > *').first().waitFor()
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
}

/** Findings of axe, one line each. */
async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }> }
    }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`)
  })
}

async function isWiderThanScreen(page: Page): Promise<boolean> {
  return await page.evaluate(() => innerWidth < document.documentElement.scrollWidth)
}

function consoleOf({ adminPort }: RunningServer): string {
  return `http://127.0.0.1:${adminPort}/console`
}

async function readJson<T>(server: RunningServer, path: string): Promise<T> {
  return JSON.parse((await server.admin(`/console/api/${path}`)).text) as T
}

/** How many resources the page asks for while something happens. */
async function countReads(page: Page, happen: () => Promise<unknown>): Promise<number> {
  let count = 0
  const read = () => count++
  page.on('request', read)
  await happen()
  page.off('request', read)
  return count
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

describe('the console with nothing at all', () => {
  let server: RunningServer
  before(async () => {
    server = await runServer(join(dir, 'nothing'), { args: ['--workers', '1'] })
  })
  after(() => server[Symbol.asyncDispose]())

  test('says what is missing and which command creates it', async () => {
    await using opened = await openPage(consoleOf(server))
    const text = await opened.page.locator('main').innerText()
    for (const words of [
      'No account yet',
      'regista setup',
      'Nothing is published yet',
      'regista sync',
      'No release yet',
      'No key expires',
      'No request was refused',
    ])
      assert(text.includes(words), `${words}: ${text}`)
    assert.deepEqual(opened.complaints, [])
  })

  for (const look of LOOKS)
    test(`has no barrier and fits the screen: ${look.viewport!.width} px, ${look.colorScheme}`, async () => {
      await using opened = await openPage(consoleOf(server), look)
      assert.deepEqual(await findBarriers(opened.page), [])
      assert.equal(await isWiderThanScreen(opened.page), false)
      assert.deepEqual(opened.complaints, [])
    })
})

describe(`the console with an account of ${DEBITS} debits`, () => {
  const data = join(dir, 'charged')
  let server: RunningServer
  let account: string
  before(async () => {
    await publishSample(data)
    account = (await writeChargedAccount(data, DEBITS)).account
    server = await runServer(data, { args: ['--workers', '1'] })
  })
  after(() => server[Symbol.asyncDispose]())

  test('leads from the list of accounts to a month by day, project, operation and key, by keyboard alone', async () => {
    await using opened = await openPage(consoleOf(server))
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
    const { projects } = await readJson<Projects>(server, `accounts/${account}/projects`)
    const commands = await registaCommands()
    await using opened = await openPage(consoleOf(server))
    const { page } = opened
    const named = async () =>
      (await page.locator('main code').allTextContents()).filter((text) => text.startsWith('regista '))
    const ofOverview = await named()
    await page.goto(`${consoleOf(server)}/#/accounts/${account}`)
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
    assert(ofAccount.includes(`regista account allowance ${account} UNITS`))
    for (const line of [...ofOverview, ...ofAccount].flatMap((line) => line.split(' && ')))
      assert(
        commands.some((command) => line.startsWith(command)),
        line,
      )
  })

  test('a refresh brings new figures, and keeps focus, scroll, what is typed and what is open', async () => {
    await using opened = await openPage('about:blank#content', LOOKS[0], async (page) => {
      await page.clock.install()
      let turn = 0
      await page.route('**/api/accounts', async (route) => {
        const response = await route.fetch()
        const read = (await response.json()) as { accounts: object[] }
        const confirmed_units = 1_000 + turn++
        const accounts = Array.from({ length: 20 }, (_, i) => ({
          ...read.accounts[0]!,
          id: `acc_${i}`,
          name: `Shop ${i}`,
          confirmed_units,
        }))
        await route.fulfill({ response, json: { ...read, accounts } })
      })
      await page.goto(consoleOf(server))
    })
    const { page } = opened
    const filter = page.getByLabel('Filter accounts')
    await filter.fill('Shop 7')
    await page.getByText('Counters of this server since its start').first().click()
    await filter.focus()
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
    assert.deepEqual(before, { scroll: 120, focus: 'Filter accounts', typed: 'Shop 7', open: 1, rows: 1 })
    await page.locator('td', { hasText: '1 000' }).waitFor()
    await page.clock.runFor(60_000)
    await page.locator('td', { hasText: '1 001' }).waitFor()
    assert.deepEqual(await present(), before)
    await page.getByRole('button', { name: 'Pause' }).click()
    assert.equal(await countReads(page, () => page.clock.runFor(600_000)), 0)
    assert.notEqual(await countReads(page, () => page.getByRole('button', { name: 'Pause' }).click()), 0)
    await page.locator('td', { hasText: '1 002' }).waitFor()
    await setHidden(page, true)
    assert.equal(await countReads(page, () => page.clock.runFor(600_000)), 0)
    await setHidden(page, false)
    await page.locator('td', { hasText: '1 003' }).waitFor()
    assert.deepEqual(opened.complaints, [])
  })

  test('a page that cannot be refreshed stays, with the reason, and is refreshed later', async () => {
    await using opened = await openPage('about:blank#content', LOOKS[0], async (page) => {
      await page.clock.install()
      await page.goto(consoleOf(server))
    })
    const { page } = opened
    await page.getByRole('heading', { name: /^Accounts in/ }).waitFor()
    await page.route('**/api/server', (route) => route.abort())
    await page.clock.runFor(60_000)
    await page.getByRole('alert').getByText('Not refreshed').waitFor()
    assert.equal(await page.getByRole('heading', { name: /^Accounts in/ }).count(), 1)
    await page.unrouteAll()
    // The page takes the minute that the clock jumped for the time that the read took, and rests nine times as long.
    await page.clock.runFor(600_000)
    await page.locator('#state', { hasText: 'as of' }).waitFor()
  })

  test('shows the figures of the JSON: in the tiles, in the tables and as columns', async () => {
    const usage = await readJson<Usage>(server, `accounts/${account}/usage`)
    assert.equal(usage.requests, DEBITS)
    await using opened = await openPage(`${consoleOf(server)}/#/accounts/${account}`)
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
    await using opened = await openPage(`${consoleOf(server)}/#/accounts/${account}/2020-02`)
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
    await using opened = await openPage(`${consoleOf(server)}/#/accounts/${account}/2020-02`)
    assert.match(await opened.page.locator('main').innerText(), /Nothing was used in February 2020/)
    await using last = await openPage(`${consoleOf(server)}/#/accounts/${account}/9999-12`)
    assert.match(await last.page.locator('main').innerText(), /Nothing was used in December 9999/)
    assert.equal(await last.page.getByRole('navigation', { name: 'Months' }).getByRole('link').count(), 1)
    await using wrong = await openPage(`${consoleOf(server)}/#/accounts/${account}/2020-13`)
    assert.match(await wrong.page.getByRole('alert').innerText(), /not a calendar month/)
    assert.deepEqual(await findBarriers(wrong.page), [])
    await wrong.page.getByRole('link', { name: 'All accounts' }).click()
    await wrong.page.getByRole('heading', { name: /^Accounts in/ }).waitFor()
  })

  for (const look of LOOKS)
    for (const path of ['', `/#/accounts/ACCOUNT`])
      test(`has no barrier and fits the screen: console${path}, ${look.viewport!.width} px, ${look.colorScheme}`, async () => {
        await using opened = await openPage(`${consoleOf(server)}${path.replace('ACCOUNT', account)}`, look)
        assert.deepEqual(await findBarriers(opened.page), [])
        assert.equal(await isWiderThanScreen(opened.page), false)
        assert.deepEqual(opened.complaints, [])
      })
})

test('the form takes the token of the operator, refuses a wrong one, and a reload forgets it', async () => {
  const token = 'a-token-of-the-operator-with-32-characters'
  await using server = await runServer(join(dir, 'token'), {
    args: ['--workers', '1', '--admin-host', '0.0.0.0'],
    env: { REGISTA_ADMIN_TOKEN: token },
  })
  await using opened = await openPage(consoleOf(server))
  const { page } = opened
  const field = page.getByLabel('Token of the operator')
  await field.waitFor()
  assert.deepEqual(await findBarriers(page), [])
  for (const wrong of ['wrong', 'wrong – €']) {
    await field.fill(wrong)
    await page.keyboard.press('Enter')
    assert.match(await page.getByRole('alert').innerText(), /not the right one/)
    await page.reload()
    await field.waitFor()
  }
  await field.fill(token)
  await page.getByRole('button', { name: 'Open the console' }).click()
  await page.getByRole('heading', { name: /^Accounts in/ }).waitFor()
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  )
  assert(!kept.includes(token))
  await page.reload()
  await field.waitFor()
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
