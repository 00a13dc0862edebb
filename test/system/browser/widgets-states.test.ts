import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { openControlDatabase, rotateKeyRing } from '../../../src/access/control/control.ts'
import { systemClock } from '../../../src/stdx/clock.ts'
import { until } from '../../../src/stdx/testing/until.ts'
import { DAY_MS } from '../../../src/stdx/time-units.ts'
import { passTime, stopClock } from './testing/page-clock.ts'
import {
  checkWithAxe,
  holdRequests,
  limitRate,
  SHOP,
  type ShopOptions,
  typeInto,
  valuesOf,
  waitForMessage,
  waitForOptions,
  watchSubmits,
} from './testing/shop-page.ts'
import { watchRequests } from './testing/watch-page.ts'
import { openWidgetScene } from './testing/widget-scene.ts'

const scene = await openWidgetScene()
const { baseUrl } = scene

const form = (access = scene.access, lang = 'sk') => `<form lang="${lang}">
  <regista-address ${access}><label>Adresa <input id="street"></label></regista-address></form>`

const shop = (options: Partial<ShopOptions> = {}) => scene.shop(form(), options)

const SUGGESTIONS = '**/v1/autocomplete/addresses?**'

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
  const held = await holdRequests(page, SUGGESTIONS)
  await typeInto(page, '#street', 'dlha')
  await waitForMessage(page, 'Hľadáme…')
  await checkWithAxe(page)
  await (await held.next()).continue()
  await waitForOptions(page, /^Dlhá/)
})

test('an answer to an older text that comes late is not shown', async () => {
  await using opened = await shop()
  const { page } = opened
  const held = await holdRequests(page, SUGGESTIONS)
  await typeInto(page, '#street', 'dlha')
  const older = await held.next()
  // A request that the page has aborted fails; it would finish otherwise.
  const ended = new Promise<void>((resolve) => {
    for (const event of ['requestfinished', 'requestfailed'] as const)
      page.on(event as 'requestfinished', (request) => request === older.request() && resolve())
  })
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('hlavna')
  await (await held.next()).continue()
  await waitForOptions(page, /^Hlavná/)
  await older.continue().catch(() => {})
  await ended
  const title = page.locator('regista-option [part=title]').first()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  assert.match(await title.innerText(), /^Hlavná/)
})

/** Houses of one street. */
async function answerWith(route: Route, changedMeta: object, ...numbers: number[]): Promise<void> {
  const response = await route.fetch()
  const { data, meta } = await response.json()
  const houses = numbers.map((number) => ({
    ...data[0],
    id: `house-${number}`,
    name: `Dlhá ${number}, 04001 Košice`,
    address: { ...data[0].address, source_id: `${number}` },
  }))
  await route.fulfill({ response, json: { data: houses, meta: { ...meta, ...changedMeta } } })
}

/** Chooses the second of three houses while the answer to a longer text is on its way. */
async function chooseHouse(page: Page): Promise<Route> {
  const held = await holdRequests(page, SUGGESTIONS)
  await typeInto(page, '#street', 'dl')
  await answerWith(await held.next(), {}, 1, 2, 3)
  await waitForOptions(page, /^Dlhá 1/)
  await page.keyboard.insertText('h')
  const answer = await held.next()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  return answer
}

test('a choice moves to its record in the list that takes the place of the chosen one, and Enter picks it', async () => {
  await using opened = await shop()
  const { page, complaints } = opened
  const countSubmits = await watchSubmits(page)
  const answer = await chooseHouse(page)
  await answerWith(answer, {}, 4, 3, 2)
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
  ['another list', 'sk', (route: Route) => answerWith(route, {}, 4, 3), 'Výber zrušený. Návrhy: 2'],
  ['another list', 'cs', (route: Route) => answerWith(route, {}, 4, 3), 'Výběr zrušen. Návrhy: 2'],
  ['another list', 'en', (route: Route) => answerWith(route, {}, 4, 3), 'Selection cleared. Suggestions: 2'],
  [
    'an empty answer',
    'sk',
    (route: Route) => answerWith(route, {}),
    'Výber zrušený. Nič sme nenašli. Údaje dopíšte sami.',
  ],
  ['an error', 'sk', (route: Route) => route.abort(), 'Výber zrušený. Služba teraz nefunguje. Údaje dopíšte sami.'],
] as const)
  test(`${what} without the chosen record drops the choice and says so, and Enter closes it without a submit: ${lang}`, async () => {
    await using opened = await shop({ body: form(scene.access, lang) })
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

for (const [lang, warnings, notice] of [
  ['sk', ['data_stale', 'words_left_out'], 'Časť textu sme nenašli.'],
  ['cs', ['flat_left_out'], 'Část textu jsme nenašli.'],
  ['en', ['postal_code_left_out'], 'Part of the text was not found.'],
  ['sk', ['data_stale', 'source_missing'], ''],
] as const)
  test(`the list and screen readers say that a part of the text was left out, and the next answer takes it away: ${lang}, ${warnings}`, async () => {
    await using opened = await shop({ body: form(scene.access, lang) })
    const { page, complaints } = opened
    const status = page.locator('regista-status')
    const held = await holdRequests(page, SUGGESTIONS)
    await typeInto(page, '#street', 'dlh')
    await answerWith(await held.next(), { warnings }, 1, 2)
    await waitForOptions(page, /^Dlhá 1/)
    const line = page.locator('regista-list [part=notice]')
    assert.equal(await line.innerText(), notice)
    assert.equal(await line.isVisible(), notice !== '')
    assert.equal((await status.textContent())!.split(': 2')[1], notice && `. ${notice}`)
    await checkWithAxe(page)
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('dlha')
    await answerWith(await held.next(), {}, 3)
    await waitForOptions(page, /^Dlhá 3/)
    assert.equal(await line.isVisible(), false)
    assert.match((await status.textContent())!, /: 1$/)
    assert.deepEqual(complaints, [])
  })

test('a text that is being searched for is not sent again by a space or an arrow key', async () => {
  await using opened = await shop()
  const { page } = opened
  const held = await holdRequests(page, SUGGESTIONS)
  await typeInto(page, '#street', 'dlha')
  const only = await held.next()
  await stopClock(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.clock.runFor(1_000)
  await only.continue()
  await waitForOptions(page, /^Dlhá/)
  assert.equal(held.count(), 1)
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
  const requests = watchRequests(page)
  await context.setOffline(false)
  await page.keyboard.press('ArrowDown')
  await waitForOptions(page, /^Dlhá/)
  assert.equal(requests.filter((url) => url.includes('/v1/autocomplete/')).length, 1)
})

test('a session that the service no longer accepts in mid-typing is renewed', async () => {
  await using opened = await shop()
  const { page } = opened
  const token = page.waitForRequest((request) => request.headers().authorization !== undefined)
  await typeInto(page, '#street', 'dl')
  await waitForOptions(page, /^Dl/)
  const { authorization } = (await token).headers()
  // Two days later the service has forgotten the secret of the session.
  await using control = await openControlDatabase({ data: scene.data, databaseUrl: undefined }, 'write')
  for (const days of [2, 4])
    await rotateKeyRing({
      database: control,
      clock: { ...systemClock, nowMs: () => systemClock.nowMs() + days * DAY_MS },
    })
  const url = `${baseUrl}/v1/autocomplete/addresses?q=dlha`
  const headers = { authorization: authorization!, origin: SHOP }
  await until(async () => (await fetch(url, { headers })).status === 401, 'the server to forget the session')
  const refused = page.waitForResponse((response) => response.status() === 401)
  await page.keyboard.insertText('ha')
  await refused
  await waitForOptions(page, /^Dlhá/)
})

test('a rate limit delays the suggestions, which come by themselves', async () => {
  await using opened = await shop()
  const { page } = opened
  const held = await holdRequests(page, SUGGESTIONS)
  await typeInto(page, '#street', 'dl')
  await (await held.next()).continue()
  await waitForOptions(page, /^Dl/)
  await stopClock(page)
  await page.keyboard.insertText('h')
  await limitRate(await passTime(page, held.next()), 1)
  // A text that is typed in the meantime is searched for, too.
  await page.keyboard.insertText('a')
  const next = await passTime(page, held.next())
  assert.equal(new URL(next.request().url()).searchParams.get('q'), 'dlha')
  await next.continue()
  await waitForOptions(page, /^Dlhá/)
})

test('used-up units are said in words, and the service is left alone', async () => {
  const { access } = await scene.newCustomer({ units: 1 })
  await using opened = await shop({ body: form(access) })
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
  await until(async () => (await errors()).length === 2, 'the second error')
  assert.deepEqual(
    complaints.filter((text) => text.startsWith('Regista:')),
    [
      'Regista: No response. Is the origin of this page allowed? The operator allows it with: regista project allow-origin PROJECT https://other.example',
    ],
  )
})

/** Opens the page, types, and returns what the widgets have written to the console. */
async function readWarnings(access: string, origin = SHOP, asked: string[] = []): Promise<string[]> {
  await using opened = await shop({ body: form(access) + form(access).replaceAll('street', 'other'), origin })
  const { page, complaints } = opened
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
  const errors = await watchErrors(page)
  for (const [i, id] of ['street', 'other'].entries()) {
    await typeInto(page, `#${id}`, 'dlha')
    await until(async () => (await errors()).length === i + 1, `error ${i + 1}`)
  }
  return complaints.filter((text) => text.startsWith('Regista:'))
}

test('an origin that only another project allows is named in one warning, with the command that allows it', async () => {
  const origin = 'https://other.example'
  await scene.newCustomer({ origin })
  assert.deepEqual(await readWarnings(scene.access, origin), [
    'Regista: The project does not allow this origin. Ask the operator to allow exactly the origin that the browser sends. The operator allows it with: regista project allow-origin PROJECT https://other.example',
  ])
})

test('a wrong client id is named in one warning, and sent once', async () => {
  const asked: string[] = []
  const access = scene.access.replace(scene.clientId, `rgp_${'0'.repeat(32)}`)
  assert.deepEqual(await readWarnings(access, SHOP, asked), [
    'Regista: No project has this client_id. Send the one that the operator issued.',
  ])
  assert.deepEqual(asked, [`${baseUrl}/v1/browser-sessions`])
})

test('a restart of the server is survived by the page and its session', async () => {
  await using opened = await shop()
  const { page } = opened
  await typeInto(page, '#street', 'dl')
  await waitForOptions(page, /^Dl/)
  await scene.restart()
  await page.keyboard.type('ha')
  await waitForOptions(page, /^Dlhá/)
})
