import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { stopClock } from './testing/page-clock.ts'
import { checkWithAxe, holdRequests, pickFirst, typeInto, valuesOf, waitForOptions } from './testing/shop-page.ts'
import { sendFence, watchRequests } from './testing/watch-page.ts'
import { openWidgetScene } from './testing/widget-scene.ts'

/* What the address widget does with the other fields of a form and with the attributes of its own. */

const scene = await openWidgetScene()

interface Form {
  readonly lang?: string
  readonly country?: string
  /** Attributes of the input. */
  readonly input?: string
}

const form = ({ lang = 'sk', country = 'sk', input = '' }: Form = {}) => `<form lang="${lang}">
  <regista-address ${scene.access} country="${country}" value="street-line"
    fields="postcode: #zip; town: #town; number: #number">
    <label>Ulica a číslo <input id="street" ${input}></label></regista-address>
  <label>PSČ <input id="zip"></label><label>Mesto <input id="town"></label>
  <label>Číslo <input id="number"></label></form>`

const shop = (options?: Form) => scene.shop(form(options))

const listHint = '[part=hint]'

for (const [lang, address] of [
  ['sk', 'Stačia začiatky slov: hla 12 kos'],
  ['cs', 'Stačí začátky slov: hla 12 brn'],
  ['en', 'Beginnings of words are enough: hla 12 kos'],
] as const)
  test(`beginnings of words: the widget says in ${lang} that they are enough, until a second word is typed, and companies have no placeholder`, async () => {
    const firm = `<regista-company ${scene.access}><label>Firma <input id="firm"></label></regista-company>`
    await using opened = await scene.shop(`${form({ lang })}<div lang="${lang}">${firm}</div>`)
    const { page } = opened
    const placeholders = ['street', 'firm'].map((id) => page.locator(`#${id}`).getAttribute('placeholder'))
    assert.deepEqual(await Promise.all(placeholders), [address, null])
    await typeInto(page, '#street', 'kratka')
    await waitForOptions(page, /^Krátka/)
    assert.equal(await page.locator(listHint).first().innerText(), address)
    await checkWithAxe(page)
    await page.keyboard.type(' trnava')
    await waitForOptions(page, /^Krátka, 91701 Trnava/)
    await page.locator(listHint).first().waitFor({ state: 'hidden' })
    await page.locator('#street').fill('')
    await typeInto(page, '#street', '91701')
    await waitForOptions(page, /^Trnava,/)
    assert.equal(await page.locator(listHint).first().isVisible(), false)
    const widget = page.locator('regista-address')
    await widget.evaluate((element) => element.setAttribute('hint', 'off'))
    assert.equal(await page.locator('#street').getAttribute('placeholder'), null)
  })

test('a placeholder of the page stays, and the hint can be turned off', async () => {
  await using opened = await shop({ input: 'placeholder="Hlavná 1"' })
  const { page } = opened
  await page.locator('regista-address').evaluate((element) => element.setAttribute('hint', 'off'))
  assert.equal(await page.locator('#street').getAttribute('placeholder'), 'Hlavná 1')
  await typeInto(page, '#street', 'kratka')
  await waitForOptions(page, /^Krátka/)
  assert.equal(await page.locator(listHint).isVisible(), false)
})

test('a position: two numbers are rounded, and that of the browser is used only with the permission of the page', async () => {
  const near = async (attribute: string, permissions: readonly string[]) => {
    const geolocation = { latitude: 48.148_96, longitude: 17.107_64 }
    await using opened = await scene.shop(form(), { geolocation })
    const { page, context } = opened
    if (permissions.length !== 0)
      await context.grantPermissions([...permissions], { origin: new URL(page.url()).origin })
    await page.locator('regista-address').evaluate((element, text) => element.setAttribute('near', text), attribute)
    await page.locator('#street').focus()
    // The browser gives the position within the next tasks of the page.
    if (attribute === 'browser' && permissions.length !== 0)
      await page.evaluate(() => new Promise((resolve) => navigator.geolocation.getCurrentPosition(resolve, resolve)))
    const request = page.waitForRequest((one) => one.url().includes('/v1/autocomplete/addresses?'))
    await page.keyboard.insertText('kratka')
    const { searchParams } = new URL((await request).url())
    return [searchParams.get('latitude'), searchParams.get('longitude')]
  }
  assert.deepEqual(await near('48.7164, 21.2611', []), ['48.72', '21.26'])
  assert.deepEqual(await near('browser', ['geolocation']), ['48.15', '17.11'])
  assert.deepEqual(await near('browser', []), [null, null])
  assert.deepEqual(await near('near the church', []), [null, null])
})

test('a picked street leaves its name and a space, fills town and postal code, and the next key is the number', async () => {
  await using opened = await shop()
  const { page, complaints } = opened
  await typeInto(page, '#street', 'kratka trnava')
  await waitForOptions(page, /^Krátka, 91701 Trnava/)
  await pickFirst(page)
  assert.deepEqual(await valuesOf(page, 'street', 'town', 'zip', 'number'), ['Krátka ', 'Trnava', '91701', ''])
  await checkWithAxe(page)
  await page.keyboard.type('7')
  assert.deepEqual(await valuesOf(page, 'street'), ['Krátka 7'])
  await page.keyboard.press('Tab')
  const values = await valuesOf(page, 'street', 'town', 'zip', 'number')
  assert.deepEqual(values, ['Krátka 7', 'Trnava', '91701', '7'])
  assert.deepEqual(complaints, [])
})

test('the numbers of a picked street are searched for in its town', async () => {
  await using opened = await shop()
  const { page } = opened
  await typeInto(page, '#street', 'kratka trnava')
  await waitForOptions(page, /^Krátka, 91701 Trnava/)
  await pickFirst(page)
  const searched = page.waitForRequest((request) => textOf(request).startsWith('Krátka 7'))
  await page.keyboard.type('7')
  assert.equal(textOf(await searched), 'Krátka 7, 91701 Trnava')
})

test('a street that was typed as it is written is picked once', async () => {
  await using opened = await shop()
  const { page } = opened
  const held = await holdRequests(page, '**/v1/autocomplete/addresses?**')
  await typeInto(page, '#street', 'Krátka ')
  await (await held.next()).continue()
  await waitForOptions(page, /^Krátka, 91701 Trnava/)
  await pickFirst(page)
  const houses = await held.next()
  assert.equal(await page.locator('[aria-selected=true]').count(), 0)
  await houses.continue()
  await waitForOptions(page, /^Krátka \d/)
  assert.match((await page.locator('regista-status').textContent())!, /^Návrhy: \d/)
})

/** What a request searches for. */
function textOf(request: Request): string {
  return new URL(request.url()).searchParams.get('q') ?? ''
}

test('a street with several postal codes leaves what the person typed as postal code', async () => {
  await using opened = await shop()
  const { page } = opened
  await page.locator('#zip').fill('82103')
  await typeInto(page, '#street', 'dlha')
  await waitForOptions(page, /^Dlhá, Bratislava-Ružinov/)
  await pickFirst(page)
  assert.deepEqual(await valuesOf(page, 'town', 'zip'), ['Bratislava-Ružinov', '82103'])
  await page.keyboard.press('Tab')
  assert.deepEqual(await valuesOf(page, 'street', 'zip'), ['Dlhá', '82103'])
})

test('a street with several postal codes empties the postal code of an earlier pick', async () => {
  await using opened = await shop()
  const { page } = opened
  for (const [typed, options, zip] of [
    ['kratka trnava', /^Krátka, 91701 Trnava/, '91701'],
    ['dlha', /^Dlhá, Bratislava-Ružinov/, ''],
  ] as const) {
    await page.locator('#street').fill('')
    await typeInto(page, '#street', typed)
    await waitForOptions(page, options)
    await pickFirst(page)
    assert.deepEqual(await valuesOf(page, 'zip'), [zip])
  }
})

test('another street, or an address behind a comma, is not taken for a number of the picked street', async () => {
  await using opened = await shop()
  const { page } = opened
  for (const text of ['Krátkava 7', 'Krátka 7, Martin']) {
    await page.locator('#street').fill('')
    await typeInto(page, '#street', 'kratka trnava')
    await waitForOptions(page, /^Krátka, 91701 Trnava/)
    await pickFirst(page)
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
    await page.keyboard.press('Tab')
    assert.deepEqual(await valuesOf(page, 'street', 'number'), [text, ''])
  }
})

for (const [lang, words] of [
  ['sk', 'všetky čísla'],
  ['cs', 'všechna čísla'],
  ['en', 'all numbers'],
] as const)
  test(`the list says in words that a street leads to its numbers: ${lang}`, async () => {
    await using opened = await shop({ lang })
    const { page } = opened
    await typeInto(page, '#street', 'dlha')
    const [street, house] = await waitForOptions(page, /^Dlhá, /)
    assert.equal(street, `Dlhá, Bratislava-Ružinov · ${words}`)
    assert.doesNotMatch(house!, new RegExp(words))
  })

for (const [fields, first] of [
  [{}, 'Trnava'],
  [{ town: 'KOŠICE' }, 'Košice'],
  [{ town: 'Kosice' }, 'Košice'],
  [{ zip: '040 11' }, 'Košice'],
  [{ zip: '91701' }, 'Trnava'],
  [{ town: 'Žilina' }, 'Trnava'],
] as const)
  test(`of equal streets, that of the town or postal code in the form is first: ${JSON.stringify(fields)}`, async () => {
    await using opened = await shop()
    const { page } = opened
    for (const [id, value] of Object.entries(fields)) await page.locator(`#${id}`).fill(value)
    await typeInto(page, '#street', 'kratka')
    const texts = await waitForOptions(page, /^Krátka, /)
    assert.equal(texts.length, 2)
    assert.match(texts[0]!, new RegExp(`^Krátka, \\d+ ${first}`))
  })

test('the sources and their licences are readable in full, also where there is little room', async () => {
  await using opened = await shop()
  const { page } = opened
  await page.setViewportSize({ width: 360, height: 300 })
  const attributions = [1, 2, 3].map((i) => `Zdroj: a register with a long name ${i}, CC BY 4.0`)
  await page.route('**/v1/autocomplete/**', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    body.meta.sources = attributions.map((attribution) => ({ code: attribution, url: '', attribution }))
    await route.fulfill({ response, json: body })
  })
  await typeInto(page, '#street', 'dlha')
  await waitForOptions(page, /^Dlhá/)
  const foot = page.locator('regista-list [part=foot]')
  assert.equal(await foot.innerText(), attributions.join(' · '))
  const cutOff = await foot.evaluate((part) => {
    const text = new Range()
    text.selectNodeContents(part)
    const { left, right, top, bottom } = part.parentElement!.getBoundingClientRect()
    const { innerHeight } = window
    return [...text.getClientRects()].filter(
      (line) => line.left < left || right < line.right || line.top < top || Math.min(bottom, innerHeight) < line.bottom,
    ).length
  })
  assert.equal(cutOff, 0)
  assert(await page.locator('regista-option').first().isVisible())
  await checkWithAxe(page)
})

/** A shop with a field for the number, or perhaps without. */
const numbered = (number: string) => `<form><regista-address ${scene.access} value="street"
  fields="number: #number; town: #town"><label>Ulica <input id="street"></label></regista-address>
  ${number}<label>Mesto <input id="town"></label></form>`

for (const [what, field, house, typed] of [
  ['stands in its own field', '<label>Číslo <input id="number"></label>', /^Krátka$/, ['Krátka', '7']],
  ['stands behind the street if the page has no such field', '', /^Krátka \d/, ['Krátka 7']],
] as const)
  test(`the number of a street ${what}`, async () => {
    await using opened = await scene.shop(numbered(field))
    const { page } = opened
    const ids = ['street', 'number'].slice(0, typed.length)
    await pickHouse(page)
    assert.match((await valuesOf(page, 'street'))[0]!, house)
    await page.locator('#street').fill('')
    await typeInto(page, '#street', 'kratka trnava')
    await waitForOptions(page, /^Krátka, 91701 Trnava/)
    await pickFirst(page)
    await page.keyboard.type('7')
    await page.keyboard.press('Tab')
    assert.deepEqual(await valuesOf(page, ...ids), typed)
  })

test('a number that was typed into its own field stays when a street without a number is picked', async () => {
  await using opened = await scene.shop(numbered('<label>Číslo <input id="number"></label>'))
  const { page } = opened
  await page.locator('#number').fill('7')
  await typeInto(page, '#street', 'kratka trnava')
  await waitForOptions(page, /^Krátka, 91701 Trnava/)
  await pickFirst(page)
  await page.keyboard.press('Tab')
  assert.deepEqual(await valuesOf(page, 'street', 'number', 'town'), ['Krátka', '7', 'Trnava'])
})

async function pickHouse(page: Page): Promise<void> {
  await typeInto(page, '#street', 'kratka trnava')
  await waitForOptions(page, /^Krátka, 91701 Trnava/)
  await pickFirst(page)
  await waitForOptions(page, /^Krátka \d/)
  await pickFirst(page)
}

for (const [more, isSearched] of [
  [', byt 12', false],
  [' byt 12', false],
  ['9', true],
  ['/9', true],
  ['a', true],
] as const)
  test(`behind a picked house, "${more}" is ${isSearched ? 'another number, which is searched for' : 'not searched for'}`, async () => {
    await using opened = await shop()
    const { page } = opened
    await pickHouse(page)
    await stopClock(page)
    const requests = watchRequests(page)
    await page.keyboard.insertText(more)
    await page.clock.runFor(1000)
    await sendFence(page, `${scene.baseUrl}/fence`)
    assert.equal(requests.length, isSearched ? 2 : 1)
  })

test('behind a picked house, the arrow key searches for the text as it is', async () => {
  await using opened = await shop()
  const { page } = opened
  await pickHouse(page)
  await page.keyboard.press('ArrowDown')
  await waitForOptions(page, /^Krátka /)
})

test('after the text of a picked house was shortened, the same text is searched for again', async () => {
  await using opened = await shop()
  const { page } = opened
  await pickHouse(page)
  const [text] = await valuesOf(page, 'street')
  await page.keyboard.press('Backspace')
  await waitForOptions(page, /^Krátka/)
  await page.keyboard.insertText(text!.at(-1)!)
  await waitForOptions(page, new RegExp(`^${text},`))
})

for (const token of ['address-line1', 'section-a shipping street-address', 'on', 'no-such-token', ''])
  test(`the page's own autocomplete stays: "${token}"`, async () => {
    await using opened = await shop({ input: `autocomplete="${token}"` })
    const { page } = opened
    await typeInto(page, '#street', 'dlha')
    await waitForOptions(page, /^Dlhá/)
    assert.equal(await page.locator('#street').getAttribute('autocomplete'), token)
  })

test('without an autocomplete of the page, the browser’s own list is turned off', async () => {
  await using opened = await shop()
  assert.equal(await opened.page.locator('#street').getAttribute('autocomplete'), 'off')
})

const SESSIONS = '**/v1/browser-sessions'
const isSession = (url: string) => url.endsWith('/v1/browser-sessions')

test('the session is created when the field gets the focus, and once', async () => {
  await using opened = await shop()
  const { page, complaints } = opened
  const requests = watchRequests(page)
  const created = page.waitForResponse(SESSIONS)
  await page.locator('#street').focus()
  assert.equal((await created).status(), 200)
  await page.locator('#town').focus()
  await typeInto(page, '#street', 'dlha')
  await waitForOptions(page, /^Dlhá/)
  assert.equal(requests.filter(isSession).length, 1)
  assert.deepEqual(complaints, [])
})

test('a field that has the focus before the widget gets its session at once', async () => {
  await using opened = await shop({ input: 'autofocus' })
  const { page } = opened
  const created = page.waitForResponse(SESSIONS)
  await page.reload()
  assert.equal((await created).status(), 200)
})

test('a session that cannot be created at focus shows nothing: the first search creates it', async () => {
  await using opened = await shop()
  const { page } = opened
  await page.evaluate(() => {
    const codes: string[] = []
    addEventListener('regista-error', (event) => codes.push((event as CustomEvent<{ code: string }>).detail.code))
    Object.assign(window, { codes })
  })
  await page.route(SESSIONS, (route) => route.fulfill({ status: 403, json: {} }), { times: 1 })
  const refused = page.waitForResponse(SESSIONS)
  await page.locator('#street').focus()
  assert.equal((await refused).status(), 403)
  // The page has received the refusal when it receives a later response.
  await sendFence(page, '/fence')
  assert.equal(await page.locator('regista-list').isVisible(), false)
  await page.keyboard.insertText('dlha')
  await waitForOptions(page, /^Dlhá/)
  assert.deepEqual(await page.evaluate('window.codes'), [])
})

test('no session is created for a country without suggestions', async () => {
  await using opened = await shop({ country: 'de' })
  const { page } = opened
  const requests = watchRequests(page)
  await page.locator('#street').focus()
  await sendFence(page, `${scene.baseUrl}/fence`)
  assert.deepEqual(requests, [`${scene.baseUrl}/fence`])
})
