import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openBrowser } from '../testing/browser.ts'
import { ROOT } from '../testing/source-tree.ts'
import {
  DESKTOP,
  type DemoPage,
  openDemoPage,
  PHONE,
  pickFirst,
  typeUntilList,
  waitForAnswer,
} from './testing/demo-page.ts'
import { startDemo } from './testing/demo-process.ts'
import { readExamples, SCREENSHOTS, takeScreenshots } from './testing/demo-screenshots.ts'
import { checkWithAxe } from './testing/shop-page.ts'

const demo = await startDemo()
after(() => demo[Symbol.asyncDispose]())
const browser = await openBrowser()
after(() => browser.close())
const examples = await readExamples(demo.page)

/** The whole page before the first key, compressed, with headers. */
const BYTES_MAX = 60_000
/** The library is sent as its source files, one request each. */
const REQUESTS_MAX = 40
const PICTURE_BYTES_MAX = 150_000

const textOf = ({ page }: DemoPage, selector: string) => page.locator(selector).innerText()

async function readPanel(opened: DemoPage) {
  const numberOf = async (selector: string) => Number.parseFloat(await textOf(opened, selector))
  return {
    answer: JSON.parse(await textOf(opened, '#answer')) as unknown,
    charged: await numberOf('#charged'),
    available: await textOf(opened, '#available'),
    total: await numberOf('#total'),
    parts: await Promise.all(['#wait', '#api', '#draw'].map(numberOf)),
  }
}

for (const country of ['sk', 'cz'] as const)
  test(`the keyboard alone fills the form in ${country}, and the panel shows each answer and its units`, async () => {
    await using opened = await openDemoPage(browser, demo.page)
    const { page, responses, complaints } = opened
    const { addresses, companies } = examples[country]
    await page.locator(`[name=country][value=${country}]`).setChecked(true, { force: true })
    await pickFirst(page, '#street', addresses[1])
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#town')!.value !== '')
    assert.match(await page.locator('#postcode').inputValue(), /^\d{5}$/)
    assert((await page.locator('#street').inputValue()).startsWith(addresses[1].split(' ')[0]!))

    await pickFirst(page, '#company', companies[1])
    assert.equal(await page.locator('#ico').inputValue(), companies[1])
    assert.notEqual(await page.locator('#seat').inputValue(), '')
    assert((await page.locator('#company').inputValue()).startsWith(companies[0]))

    await waitForAnswer(page, companies[1])
    const { answer, charged, available, total, parts } = await readPanel(opened)
    const lists = responses.filter((response) => response.url().startsWith(`${demo.url}/v1/autocomplete/`))
    assert.deepEqual(answer, await lists.at(-1)!.json())
    assert.equal(charged, lists.length)
    assert.equal(available, lists.at(-1)!.headers()['x-credits-available-units'])
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
  assert.equal(second.charged, 1)
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
  assert.equal(charged, 0)
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
      assert.equal(await opened.layoutShift(), 0)
      const requestPlace = (): Promise<unknown> =>
        page.locator('#request').evaluate((it) => [it.getBoundingClientRect().left, it.getBoundingClientRect().top])
      const place = await requestPlace()
      const slow = { wait: '9999 ms', api: '9999 ms', draw: '9999 ms', status: 'GET' }
      for (const [id, text] of Object.entries(slow))
        await page.locator(`output#${id}`).evaluate((it, text) => it.replaceChildren(text), text)
      assert.deepEqual(await requestPlace(), place, 'a slow answer moves what is beside or below it')
      const widest = await page.evaluate(() => document.documentElement.scrollWidth)
      assert(widest <= viewport.width, `the page is ${widest} px wide`)
      assert.deepEqual(complaints, [])
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
  const sizes = await Promise.all(responses.map((response) => response.request().sizes()))
  const bytes = sizes.reduce(
    (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
    0,
  )
  assert(bytes < BYTES_MAX, `${bytes} bytes`)
  assert(responses.length < REQUESTS_MAX, `${responses.length} requests`)
  for (const response of responses) {
    assert(response.url().startsWith(demo.page), response.url())
    assert.equal(response.status(), 200, response.url())
  }
  const before = responses.length
  await page.reload()
  await page.locator('body:not(.starting)').waitFor()
  assert(before < responses.length)
  for (const response of responses.slice(before)) {
    const { responseBodySize } = await response.request().sizes()
    assert.equal(responseBodySize, 0, `${response.url()} is sent again`)
  }
})

test('the forms of /docs are filled with queries that find something in the data of the demo', async () => {
  await using opened = await openDemoPage(browser, demo.page)
  const { page } = opened
  const { client_id } = (await (await fetch(new URL('/demo.json', demo.page))).json()) as { client_id: string }
  await page.goto(`${demo.url}/docs#client_id=${client_id}`)
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
  const { page, responses } = opened
  for (const name of ['street', 'postcode', 'town']) await page.locator(`#${name}`).fill('1')
  const before = responses.length
  await page.locator('[type=submit]').click()
  await page.locator('#done', { hasText: 'nothing was ordered' }).waitFor()
  assert.equal(responses.length, before)
})

test('the pictures of the README are as large as the ones taken now, and load fast', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'regista-pictures-'))
  await takeScreenshots(browser, demo.page, folder.path)
  for (const name of Object.keys(SCREENSHOTS)) {
    const committed = readFileSync(join(ROOT, 'docs/images', name))
    assert.deepEqual(sizeOf(committed), sizeOf(readFileSync(join(folder.path, name))), `${name}: npm run screenshots`)
    assert(committed.length < PICTURE_BYTES_MAX, `${name} has ${committed.length} bytes`)
  }
})

/** Width and height stand at the start of a PNG file. */
function sizeOf(png: Buffer): readonly [width: number, height: number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}
