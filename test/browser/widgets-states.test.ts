import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { openControlDatabase, rotateKeyRing } from '../../src/access/control/control.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { until } from '../../src/stdx/testing/until.ts'
import { DAY_MS } from '../../src/stdx/time-units.ts'
import { openBrowser } from '../testing/browser.ts'
import {
  checkWithAxe,
  openShop,
  type ShopOptions,
  typeInto,
  valuesOf,
  waitForMessage,
  waitForOptions,
  watchSubmits,
} from './testing/shop-page.ts'
import { startWidgetService } from './testing/widget-service.ts'

const service = await startWidgetService()
after(() => service[Symbol.asyncDispose]())
const browser = await openBrowser()
after(() => browser.close())
const { baseUrl } = service
const customer = await service.customer()

const form = (clientId: string, url = baseUrl) => `<form>
  <regista-address base-url="${url}" client-id="${clientId}"><label>Adresa <input id="street"></label></regista-address>
  </form>`

const shop = (options: Partial<ShopOptions> = {}) =>
  openShop(browser, { baseUrl, body: form(customer.clientId), ...options })

const SUGGESTIONS = '**/v1/autocomplete/addresses?**'

/** Requests for suggestions wait until the test lets them go on. */
async function holdSuggestions(page: Page): Promise<{ readonly held: Route[] }> {
  const held: Route[] = []
  await page.route(SUGGESTIONS, (route) => void held.push(route))
  return { held }
}

async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve))
}

/** The codes of the errors that the widget tells the page. */
async function watchErrors(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const codes: string[] = []
    Object.assign(window, { codes })
    addEventListener('regista-error', (event) => codes.push((event as CustomEvent<{ code: string }>).detail.code))
  })
  return () => page.evaluate(() => (window as unknown as { codes: string[] }).codes)
}

test('a slow network: the widget says that it searches, and then shows what it found', async () => {
  await using opened = await shop()
  const { page } = opened
  const { held } = await holdSuggestions(page)
  await typeInto(page, '#street', 'dlha')
  await waitForMessage(page, 'Hľadáme…')
  await checkWithAxe(page)
  await held[0]!.continue()
  await waitForOptions(page, /^Dlhá/)
})

test('an answer to an older text that comes late is not shown', async () => {
  await using opened = await shop()
  const { page } = opened
  const { held } = await holdSuggestions(page)
  await typeInto(page, '#street', 'dlha')
  await waitUntil(() => held.length === 1)
  const older = held[0]!
  // A request that the page has aborted fails; it would finish otherwise.
  const ended = new Promise<void>((resolve) => {
    for (const event of ['requestfinished', 'requestfailed'] as const)
      page.on(event as 'requestfinished', (request) => request === older.request() && resolve())
  })
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('hlavna')
  await waitUntil(() => held.length === 2)
  await held[1]!.continue()
  await waitForOptions(page, /^Hlavná/)
  await older.continue().catch(() => {})
  await ended
  const title = page.locator('regista-option [part=title]').first()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  assert.match(await title.innerText(), /^Hlavná/)
})

/** Houses of one street. */
async function answerWith(route: Route, ...numbers: number[]): Promise<void> {
  const response = await route.fetch()
  const { data, ...rest } = await response.json()
  const houses = numbers.map((number) => ({
    ...data[0],
    id: `house-${number}`,
    name: `Dlhá ${number}, 04001 Košice`,
    address: { ...data[0].address, source_id: `${number}` },
  }))
  await route.fulfill({ response, json: { ...rest, data: houses } })
}

/** Chooses the second of three houses while the answer to a longer text is on its way. */
async function chooseHouse(page: Page): Promise<Route> {
  const { held } = await holdSuggestions(page)
  await typeInto(page, '#street', 'dl')
  await until(() => held.length === 1, 'the first search')
  await answerWith(held[0]!, 1, 2, 3)
  await waitForOptions(page, /^Dlhá 1/)
  await page.keyboard.insertText('h')
  await until(() => held.length === 2, 'the second search')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  return held[1]!
}

test('a choice moves to its record in the list that takes the place of the chosen one, and Enter picks it', async () => {
  await using opened = await shop()
  const { page, complaints } = opened
  const countSubmits = await watchSubmits(page)
  const answer = await chooseHouse(page)
  await answerWith(answer, 4, 3, 2)
  await waitForOptions(page, /^Dlhá 4/)
  const active = await page.locator('#street').getAttribute('aria-activedescendant')
  assert.match(await page.locator(`[id="${active}"][aria-selected=true] [part=title]`).innerText(), /^Dlhá 2/)
  assert.equal(await page.locator('[aria-selected=true]').count(), 1)
  assert.equal(await page.locator('regista-status').textContent(), 'Návrhy: 3')
  await checkWithAxe(page)
  await page.keyboard.press('Enter')
  assert.deepEqual(await valuesOf(page, 'street'), ['Dlhá 2, 04001 Košice'])
  assert.equal(await countSubmits(), 0)
  assert.deepEqual(complaints, [])
})

for (const [what, lang, answer, announced] of [
  ['another list', 'sk', (route: Route) => answerWith(route, 4, 3), 'Výber zrušený. Návrhy: 2'],
  ['another list', 'cs', (route: Route) => answerWith(route, 4, 3), 'Výběr zrušen. Návrhy: 2'],
  ['another list', 'en', (route: Route) => answerWith(route, 4, 3), 'Selection cleared. Suggestions: 2'],
  ['an empty answer', 'sk', answerWith, 'Výber zrušený. Nič sme nenašli. Údaje dopíšte sami.'],
  ['an error', 'sk', (route: Route) => route.abort(), 'Výber zrušený. Služba teraz nefunguje. Údaje dopíšte sami.'],
] as const)
  test(`${what} without the chosen record drops the choice and says so, and Enter closes it without a submit: ${lang}`, async () => {
    await using opened = await shop({ body: form(customer.clientId).replace('<form>', `<form lang="${lang}">`) })
    const { page } = opened
    const countSubmits = await watchSubmits(page)
    await answer(await chooseHouse(page))
    await page.locator('regista-status').getByText(announced, { exact: true }).waitFor({ state: 'attached' })
    assert.equal(await page.locator('[aria-selected=true]').count(), 0)
    assert.equal(await page.locator('#street').getAttribute('aria-activedescendant'), '')
    await checkWithAxe(page)
    await page.keyboard.press('Enter')
    assert.equal(await page.locator('regista-list').isVisible(), false)
    assert.equal(await countSubmits(), 0)
    assert.deepEqual(await valuesOf(page, 'street'), ['dlh'])
    await page.keyboard.press('Enter')
    assert.equal(await countSubmits(), 1)
  })

test('a text that is being searched for is not sent again by a space or an arrow key', async () => {
  await using opened = await shop()
  const { page } = opened
  const { held } = await holdSuggestions(page)
  await typeInto(page, '#street', 'dlha')
  await waitUntil(() => held.length === 1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await held[0]!.continue()
  await waitForOptions(page, /^Dlhá/)
  assert.equal(held.length, 1)
})

test('offline is said in words, and suggestions come when the network is back', async () => {
  await using opened = await shop()
  const { page, context } = opened
  await context.setOffline(true)
  await typeInto(page, '#street', 'dlha')
  await waitForMessage(page, 'Ste bez internetu. Údaje dopíšte sami.')
  await checkWithAxe(page)
  await context.setOffline(false)
  await waitForOptions(page, /^Dlhá/)
})

test('a widget that was removed while offline sends nothing when the network is back', async () => {
  await using opened = await shop()
  const { page, context } = opened
  await context.setOffline(true)
  await typeInto(page, '#street', 'dlha')
  await waitForMessage(page, 'Ste bez internetu. Údaje dopíšte sami.')
  await page.locator('regista-address').evaluate((widget) => {
    widget.setAttribute('lang', 'en')
  })
  let requests = 0
  page.on('request', (request) => void (requests += Number(request.url().includes('/v1/autocomplete/'))))
  await context.setOffline(false)
  await page.keyboard.press('ArrowDown')
  await waitForOptions(page, /^Dlhá/)
  assert.equal(requests, 1)
})

test('a session that the service no longer accepts in mid-typing is renewed', async () => {
  await using opened = await shop()
  const { page } = opened
  const token = page.waitForRequest((request) => request.headers().authorization !== undefined)
  await typeInto(page, '#street', 'dl')
  await waitForOptions(page, /^Dl/)
  const { authorization } = (await token).headers()
  // Two days later the service has forgotten the secret of the session.
  await using control = await openControlDatabase({ data: service.data, databaseUrl: undefined }, 'write')
  for (const days of [2, 4])
    await rotateKeyRing({
      database: control,
      clock: { ...systemClock, nowMs: () => systemClock.nowMs() + days * DAY_MS },
    })
  const url = `${baseUrl}/v1/autocomplete/addresses?q=dlha`
  const origin = 'https://shop.example'
  await waitUntil(async () => (await fetch(url, { headers: { authorization: authorization!, origin } })).status === 401)
  const refused = page.waitForResponse((response) => response.status() === 401)
  await page.keyboard.insertText('ha')
  await refused
  await waitForOptions(page, /^Dlhá/)
})

test('a rate limit delays the suggestions, which come by themselves', async () => {
  await using limited = await startWidgetService({ session: { rate: 1, burst: 1 } })
  const { clientId } = await limited.customer()
  await using opened = await shop({ baseUrl: limited.baseUrl, body: form(clientId, limited.baseUrl) })
  const { page } = opened
  await typeInto(page, '#street', 'dl')
  await waitForOptions(page, /^Dl/)
  const refused = page.waitForResponse((response) => response.status() === 429)
  await page.keyboard.type('h')
  await refused
  // A text that is typed in the meantime is searched for, too.
  await page.keyboard.type('a')
  await waitForOptions(page, /^Dlhá/)
})

test('used-up units are said in words, and the service is left alone', async () => {
  const { clientId } = await service.customer({ units: 1 })
  await using opened = await shop({ body: form(clientId) })
  const { page } = opened
  const errors = await watchErrors(page)
  await typeInto(page, '#street', 'dl')
  await waitForOptions(page, /^Dl/)
  await page.keyboard.insertText('ha')
  await waitForMessage(page, 'Návrhy sa minuli. Údaje dopíšte sami.')
  await checkWithAxe(page)
  await page.keyboard.type(' 12345')
  assert.equal(await page.locator('regista-list').isVisible(), false)
  assert.deepEqual(await errors(), ['monthly_limit_reached'])
  assert.equal(await page.locator('#street').inputValue(), 'dlha 12345')
})

test('at a wrong origin the person can type on, and page and developer are told why, once', async () => {
  await using opened = await shop({ origin: 'https://other.example' })
  const { page, complaints } = opened
  const errors = await watchErrors(page)
  await typeInto(page, '#street', 'dlha')
  await waitForMessage(page, 'Služba teraz nefunguje. Údaje dopíšte sami.')
  assert.deepEqual(await errors(), ['unreachable'])
  await page.keyboard.type(' 12')
  assert.equal(await page.locator('#street').inputValue(), 'dlha 12')
  await waitUntil(async () => (await errors()).length === 2)
  assert.deepEqual(
    complaints.filter((text) => text.startsWith('Regista:')),
    [
      'Regista: No response. Is the origin of this page allowed? The operator allows it with: regista project allow-origin PROJECT https://other.example',
    ],
  )
})

/** Opens the page, types, and returns what the widgets have written to the console. */
async function readWarnings(clientId: string, origin?: string): Promise<string[]> {
  await using opened = await shop({
    body: form(clientId) + form(clientId).replaceAll('street', 'other'),
    ...(origin && { origin }),
  })
  const { page, complaints } = opened
  const errors = await watchErrors(page)
  for (const [i, id] of ['street', 'other'].entries()) {
    await typeInto(page, `#${id}`, 'dlha')
    await waitUntil(async () => (await errors()).length === i + 1)
  }
  return complaints.filter((text) => text.startsWith('Regista:'))
}

test('an origin that only another project allows is named in one warning, with the command that allows it', async () => {
  const origin = 'https://other.example'
  await service.customer({ origins: [origin] })
  const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } }
  await waitUntil(async () => (await fetch(`${baseUrl}/v1/browser-sessions`, preflight)).status === 204)
  assert.deepEqual(await readWarnings(customer.clientId, origin), [
    'Regista: The project does not allow this origin. Ask the operator to allow exactly the origin that the browser sends. The operator allows it with: regista project allow-origin PROJECT https://other.example',
  ])
})

test('a wrong client id is named in one warning', async () => {
  assert.deepEqual(await readWarnings(`rgp_${'0'.repeat(32)}`), [
    'Regista: No project has this client_id. Send the one that the operator issued.',
  ])
})

test('a restart of the server is survived by the page and its session', async () => {
  await using opened = await shop()
  const { page } = opened
  await typeInto(page, '#street', 'dl')
  await waitForOptions(page, /^Dl/)
  await service.restart()
  await page.keyboard.type('ha')
  await waitForOptions(page, /^Dlhá/)
})
