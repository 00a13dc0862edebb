import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page, Response } from 'playwright-core'
import { until } from '../../../src/stdx/testing/until.ts'
import { openBrowser } from '../../testing/browser.ts'
import { ROOT } from '../../testing/source-tree.ts'
import {
  DESKTOP,
  type DemoPage,
  openDemoPage,
  PHONE,
  typeAndPick,
  typeUntilList,
  waitForAnswer,
} from './testing/demo-page.ts'
import { startDemo } from './testing/demo-process.ts'
import { openFirefox, withoutFirefox } from './testing/firefox.ts'
import { servePages } from './testing/page-server.ts'
import { PICTURES, readDemo, takeScreenshots } from './testing/screenshots.ts'
import { checkWithAxe } from './testing/shop-page.ts'
import { watchRequests } from './testing/watch-page.ts'

const demo = await startDemo()
after(() => demo[Symbol.asyncDispose]())
const browser = await openBrowser()
after(() => browser.close())
const facts = await readDemo(demo.page)
const { examples } = facts

/** The whole page before the first key, compressed, with headers. */
const BYTES_MAX = 67_000
/** The library is sent as its source files, one request each. */
const REQUESTS_MAX = 45
const PICTURE_BYTES_MAX = 150_000

const textOf = ({ page }: DemoPage, selector: string) => page.locator(selector).innerText()

/** At one moment: the answer and its times are shown one after the other. */
async function readPanel({ page }: DemoPage) {
  const text = await page.evaluate(() => {
    const textOf = (id: string) => document.querySelector(`#${id}`)!.textContent
    return { answer: textOf('answer'), numbers: ['charged', 'total', 'wait', 'api', 'draw'].map(textOf) }
  })
  const [charged, total, ...parts] = text.numbers.map(Number.parseFloat) as [number, number, ...number[]]
  return { answer: JSON.parse(text.answer) as unknown, charged, total, parts }
}

/** Waits until the page has read what is left of the month. */
async function waitForUsage(page: Page): Promise<void> {
  await page.locator('#left', { hasText: /\d/ }).waitFor()
}

for (const country of ['sk', 'cz'] as const)
  test(`the keyboard alone fills the form in ${country}, and the panel shows each answer and its units`, async () => {
    await using opened = await openDemoPage(browser, demo.page)
    const { page, responses, complaints } = opened
    const { addresses, companies } = examples[country]
    await page.locator(`[name=country][value=${country}]`).setChecked(true, { force: true })
    await typeAndPick(page, '#street', addresses[1])
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#town')!.value !== '')
    assert.match(await page.locator('#postcode').inputValue(), /^\d{5}$/)
    assert((await page.locator('#street').inputValue()).startsWith(addresses[1].split(' ')[0]!))

    await typeAndPick(page, '#company', companies[1])
    assert.equal(await page.locator('#ico').inputValue(), companies[1])
    assert.notEqual(await page.locator('#seat').inputValue(), '')
    assert((await page.locator('#company').inputValue()).startsWith(companies[0]))

    await waitForAnswer(page, companies[1])
    const { answer, charged, total, parts } = await readPanel(opened)
    const lists = responses.filter((response) => response.url().startsWith(`${demo.url}/v1/autocomplete/`))
    const last = (await lists.at(-1)!.json()) as { data: readonly { name: string }[] }
    assert.deepEqual(answer, last)
    const hits = await page
      .locator('#hits li')
      .evaluateAll((items) => items.map((item) => item.firstChild!.textContent))
    assert.deepEqual(
      hits,
      last.data.map(({ name }) => name),
    )
    assert.equal(charged, lists.length)
    assert(Math.abs(total - parts.reduce((sum, part) => sum + part)) <= 2, `${total} ms are not ${parts.join(' + ')}`)
    assert.deepEqual(complaints, [])
  })

test('an answer from the cache of the page is shown as such and costs nothing', async () => {
  await using opened = await openDemoPage(browser, demo.page)
  const { page } = opened
  const [street] = examples.sk.addresses
  const chip = page.locator('[data-for=street] button', { hasText: street })
  await chip.click()
  await waitForAnswer(page, street)
  const first = await readPanel(opened)
  await page.locator('#town').focus()
  await chip.click()
  await page.locator('#status', { hasText: 'cache' }).waitFor()
  const second = await readPanel(opened)
  assert.deepEqual(second.answer, first.answer)
  assert.equal(second.charged, first.charged)
  assert.equal(await page.locator('#street').inputValue(), street)
})

test('a refused request is shown with its status, and costs nothing', async () => {
  await using opened = await openDemoPage(browser, demo.page)
  const { page } = opened
  const error = { code: 'overloaded', message: 'The service is overloaded.', retry_after_seconds: 60 }
  await page.route(`${demo.url}/v1/autocomplete/**`, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'access-control-allow-origin': '*', 'retry-after': '60' },
      json: { error, request_id: '0'.repeat(32) },
    }),
  )
  await page.locator('[data-for=company] button').first().click()
  await page.locator('#status.bad', { hasText: '503' }).waitFor()
  const { answer, charged } = await readPanel(opened)
  assert.deepEqual(answer, { error, request_id: '0'.repeat(32) })
  assert.equal(await textOf(opened, '#message'), error.message)
  assert.equal(await page.locator('#hits li').count(), 0)
  assert.equal(charged, 1, 'the answer that the page begins with')
})

for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
  for (const colorScheme of ['light', 'dark'] as const)
    test(`on a ${name} in ${colorScheme} colours axe finds nothing, nothing shifts, and nothing is too wide`, async () => {
      await using opened = await openDemoPage(browser, demo.page, {
        viewport,
        colorScheme,
        locale: 'sk-SK',
        hasLateScript: true,
      })
      const { page, complaints } = opened
      await checkWithAxe(page)
      const [street] = examples.sk.addresses
      await typeUntilList(page, '#street', street)
      await waitForAnswer(page, street)
      await checkWithAxe(page)
      // A shift is counted only from what was drawn before, so a second answer, much slower, follows.
      const slow = { total: '9999', wait: '9999 ms', api: '9999 ms', draw: '9999 ms', status: 'GET' }
      for (const [id, text] of Object.entries(slow))
        await page.locator(`output#${id}`).evaluate((it, text) => it.replaceChildren(text), text)
      assert.deepEqual(await opened.layoutShifts(), [], 'an answer moves what is beside or below it')
      const widest = await page.evaluate(() => document.documentElement.scrollWidth)
      assert(widest <= viewport.width, `the page is ${widest} px wide`)
      assert.deepEqual(complaints, [])
    })

test('in Firefox the demo, the documents and the console fit 1280, 390 and 320 px, and complain of nothing', {
  skip: withoutFirefox,
}, async () => {
  await using firefox = await until(() => openFirefox(), 'Firefox')
  for (const [address, shows] of [
    [demo.page, "document.querySelector('#answer')?.textContent.startsWith('{')"],
    [`${demo.url}/docs`, "document.querySelector('h2')"],
    [demo.console, "document.querySelector('.tile')"],
  ] as const)
    for (const width of [1280, 390, 320]) {
      await firefox.resize(width)
      await firefox.open(address)
      await firefox.waitFor(shows)
      const seen = `${address} at ${width} px`
      assert.equal(await firefox.waitFor(`innerWidth`), width, seen)
      assert.equal(await firefox.waitFor('Math.max(innerWidth, document.documentElement.scrollWidth)'), width, seen)
    }
  assert.deepEqual(firefox.complaints, [])
})

test('the page speaks three languages', async () => {
  await using opened = await openDemoPage(browser, demo.page, { locale: 'sk-SK' })
  const { page } = opened
  const titles = new Set([await page.title()])
  for (const language of ['cs', 'en']) {
    await page.locator(`[name=language][value=${language}]`).setChecked(true, { force: true })
    assert.equal(await page.locator('html').getAttribute('lang'), language)
    titles.add(await page.title())
    await checkWithAxe(page)
  }
  assert.equal(titles.size, 3)
  await page.locator('[name=country][value=cz]').setChecked(true, { force: true })
  assert.equal(await page.locator('[data-for=street] button').first().innerText(), examples.cz.addresses[0])
})

test('the page loads little, from its own server only, and the second time nothing', async () => {
  await using opened = await openDemoPage(browser, demo.page)
  const { page, responses } = opened
  await waitForUsage(page)
  const isData = (response: Response) => response.url().startsWith(demo.url) || response.url().endsWith('/usage.json')
  const files = responses.filter((response) => !isData(response))
  const sizes = await Promise.all(files.map((response) => response.request().sizes()))
  const bytes = sizes.reduce(
    (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
    0,
  )
  assert(bytes < BYTES_MAX, `${bytes} bytes`)
  assert(files.length < REQUESTS_MAX, `${files.length} requests`)
  const asked = responses.map((response) => response.url()).filter((url) => url.startsWith(demo.url))
  assert.equal(asked.length, 2, 'a session and the answer that the page begins with')
  for (const response of files) {
    assert(response.url().startsWith(demo.page), response.url())
    assert.equal(response.status(), 200, response.url())
  }
  const before = responses.length
  await page.reload()
  await page.locator('body:not(.starting)').waitFor()
  assert(before < responses.length)
  for (const response of responses.slice(before)) {
    // Data, and no file.
    if (isData(response)) continue
    const { responseBodySize } = await response.request().sizes()
    assert.equal(responseBodySize, 0, `${response.url()} is sent again`)
  }
})

test('the page shows what is left of the month, and a list takes a unit of it', async () => {
  const toUnits = (text: string): number => Number(text.replaceAll(/\D/g, ''))
  await using opened = await openDemoPage(browser, demo.page)
  const { page } = opened
  await waitForUsage(page)
  const [left, allowance] = (await page.locator('#left').getAttribute('title'))!.split('/').map(toUnits)
  assert.equal(toUnits(await textOf(opened, '#left')), left)
  assert.equal(allowance, 100_000)
  await page.locator('[data-for=street] button').first().click()
  await waitForAnswer(page, examples.sk.addresses[0])
  // Charges of earlier pages can arrive only now.
  await page.waitForFunction(
    (most) => Number.parseInt(document.querySelector<HTMLElement>('#left')!.title, 10) <= most,
    left! - 1,
  )
})

test('the links lead to the API and the console, and the page names the guide', async () => {
  await using opened = await openDemoPage(browser, demo.page)
  const { page } = opened
  await page.getByText('docs/guides/form.md').waitFor()
  for (const [name, heading] of [
    ['API', 'Company and Address Suggestion API'],
    ['Console', /^Accounts in/],
  ] as const) {
    await page.goto(demo.page)
    await page.locator('body:not(.starting)').waitFor()
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name: heading }).waitFor()
  }
})

test('the copied form is a page that fills itself on another origin', async () => {
  await using opened = await openDemoPage(browser, demo.page)
  await opened.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await opened.page.getByRole('button', { name: 'Copy this form' }).click()
  await opened.page.locator('#copied', { hasText: 'Copied' }).waitFor()
  const copied = await opened.page.evaluate(() => navigator.clipboard.readText())
  await using shop = await servePages((path) => (path === '/' ? { type: 'text/html', body: copied } : undefined))
  await using context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(shop.origin)
  await typeAndPick(page, '#street', examples.sk.addresses[1])
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#town')!.value !== '')
  await typeAndPick(page, '#company', examples.sk.companies[1])
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#seat')!.value !== '')
  assert.equal(await page.locator('#ico').inputValue(), examples.sk.companies[1])
  await checkWithAxe(page)
})

test('the forms of /docs are filled with queries that find something in the data of the demo', async () => {
  await using opened = await openDemoPage(browser, demo.page)
  const { page } = opened
  await page.goto(`${demo.url}/docs#client_id=${facts.client_id}`)
  for (const id of ['suggestAddresses', 'suggestCompanies']) {
    const form = page.locator(`section[aria-labelledby="${id}"]`)
    await form.getByRole('button', { name: 'Send' }).click()
    await form.locator('.answer', { hasText: /^200 in/ }).waitFor()
    const { data } = JSON.parse(await form.locator('.reply').innerText()) as { data: object[] }
    assert.notEqual(data.length, 0, id)
  }
})

test('a complete form is accepted, and nothing is sent', async () => {
  await using opened = await openDemoPage(browser, demo.page)
  const { page } = opened
  for (const name of ['street', 'postcode', 'town']) await page.locator(`#${name}`).fill('1')
  const requests = watchRequests(page)
  await page.locator('[type=submit]').click()
  await page.locator('#done', { hasText: 'nothing was ordered' }).waitFor()
  // The page reads what is left, and the widget opens its session, whenever the machine gets to it.
  const others = requests.filter((url) => !/\/(usage\.json|v1\/browser-sessions)$/.test(url))
  assert.deepEqual(others, [])
})

test('the pictures of our documents are as large as the ones taken now, and load fast', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'regista-pictures-'))
  await takeScreenshots(browser, demo, { folder: folder.path })
  for (const name of PICTURES) {
    const committed = readFileSync(join(ROOT, 'docs/images', name))
    assert.deepEqual(sizeOf(committed), sizeOf(readFileSync(join(folder.path, name))), `${name}: npm run screenshots`)
    assert(committed.length < PICTURE_BYTES_MAX, `${name} has ${committed.length} bytes`)
  }
})

/** Width and height stand at the start of a PNG file. */
function sizeOf(png: Buffer): readonly [width: number, height: number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}
