import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Address } from '../../../client/src/index.ts'
import { until } from '../../../src/stdx/testing/until.ts'
import { stopClock } from './testing/page-clock.ts'
import { checkWithAxe, pickFirst, typeInto, valuesOf, waitForOptions } from './testing/shop-page.ts'
import { sendFence, watchRequests } from './testing/watch-page.ts'
import { openWidgetScene } from './testing/widget-scene.ts'

const scene = await openWidgetScene()
const { baseUrl, shop } = scene

const PARTS = 'value="street-line" fields="postcode: #zip; town: #town; latitude: #lat"'
const addressForm = (attributes = `${PARTS} verify`, street = '') => `<form>
  <regista-address ${scene.access} ${attributes}><label>Ulica a číslo <input id="street" value="${street}"></label>
  </regista-address><label>PSČ <input id="zip"></label><label>Mesto <input id="town"></label>
  <label>Poznámka <input id="note"></label><input type="hidden" id="lat">
  <button type="reset">Vymazať</button></form>`

/** A house of the sample in a street that only one town has. */
const { street, number, town, zip, name } = await findHouse()

async function findHouse() {
  await using opened = await shop('<form><input aria-label="x"></form><script src="/regista.min.js"></script>')
  const { clientId } = scene
  const found = await opened.page.evaluate<Address[]>(
    `Regista.createRegista(${JSON.stringify({ baseUrl, clientId })}).suggestAddresses({ q: 'Dlhá 2' }).then(({ data }) => data)`,
  )
  const house = found.find(
    ({ address }) => address.source_id && address.registration_number && address.orientation_number,
  )!
  const { registration_number: first, orientation_number: second, orientation_letter: letter } = house.address
  const number = `${first}/${second}${letter ?? ''}`
  const { street, municipality: town, postal_code: zip } = house.address as Record<string, string>
  return { street: street!, number, town: town!, zip: zip!, name: house.name }
}

const hintOf = (page: Page) => page.locator('regista-hint').getByRole('button')
const statusOf = (page: Page) => page.locator('#street').getAttribute('data-regista')
const searches = (requests: readonly string[]) => requests.filter((url) => url.includes('/v1/autocomplete/'))

/** Fills the fields by the keyboard, without a pause in which the widget would search, and leaves them. */
async function typeAddress(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  // On a slow machine a list may be open over the next field.
  for (const [id, text] of Object.entries(texts)) {
    await page.locator(`#${id}`).focus()
    await page.keyboard.insertText(text)
  }
  await page.locator('#note').focus()
}

async function waitForStatus(page: Page, status: string): Promise<void> {
  await page.locator(`#street[data-regista="${status}"]`).waitFor()
}

/** Lets all that waits happen, and gives the searches. */
async function settle(page: Page, requests: readonly string[]): Promise<readonly string[]> {
  await page.clock.runFor(1000)
  await sendFence(page, `${baseUrl}/fence`)
  return searches(requests)
}

test('a typed address with a wrong postal code is corrected by one key, for one unit, and axe finds nothing', async () => {
  await using opened = await shop(addressForm())
  const { page, complaints } = opened
  const requests = watchRequests(page)
  await page.evaluate(() =>
    addEventListener('regista-verified', (event) => Object.assign(window, { seen: (event as CustomEvent).detail })),
  )
  const wrong = zip === '99999' ? '99998' : '99999'
  await typeAddress(page, { street: `${street} ${number}`, zip: wrong, town })
  await waitForStatus(page, 'corrected')
  await checkWithAxe(page)
  assert.equal(await hintOf(page).innerText(), `Mysleli ste ${name}?`)
  assert.equal(await page.getByRole('status').getByRole('button').count(), 1)
  assert.deepEqual(await valuesOf(page, 'street', 'zip', 'town', 'lat'), [`${street} ${number}`, wrong, town, ''])
  const seen = await page.evaluate('[seen.data.proposal.name, seen.data.parts.postcode, seen.credits.chargedUnits]')
  assert.deepEqual(seen, [name, 'conflict', 1])
  // The widget itself may have searched for the street while it was typed.
  const asked = searches(requests).filter((url) => new URL(url).searchParams.get('q')?.includes(town))
  assert.equal(asked.length, 1)

  await page.locator('#zip').focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  assert.deepEqual(await valuesOf(page, 'street', 'zip', 'town'), [`${street} ${number}`, zip, town])
  assert.notDeepEqual(await valuesOf(page, 'lat'), [''])
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'street')
  assert.deepEqual([await hintOf(page).count(), await statusOf(page)], [0, null])
  await stopClock(page)
  const before = searches(requests).length
  await page.locator('#note').click()
  assert.deepEqual(complaints, [])
  assert.equal((await settle(page, requests)).length, before)
})

test('an address as in the register is exact, and has no hint', async () => {
  await using opened = await shop(addressForm())
  await typeAddress(opened.page, { street: `${street} ${number}`, zip, town })
  await waitForStatus(opened.page, 'exact')
  assert.equal(await hintOf(opened.page).count(), 0)
})

test('a pasted line is completed by one touch', async () => {
  await using opened = await shop(addressForm('verify'), { hasTouch: true })
  const { page } = opened
  await typeInto(page, '#note', `${street} ${number}, ${town}`)
  for (const keys of ['Control+a', 'Control+c']) await page.keyboard.press(keys)
  await page.locator('#street').click()
  await page.keyboard.press('Control+v')
  await page.locator('#note').click()
  await waitForStatus(page, 'completed')
  await hintOf(page).tap()
  assert.deepEqual(await valuesOf(page, 'street'), [name])
})

test('a house that the register lacks is not proposed', async () => {
  await using opened = await shop(addressForm())
  await typeAddress(opened.page, { street: `${street} 9871`, zip, town })
  await waitForStatus(opened.page, 'street')
  assert.equal(await hintOf(opened.page).count(), 0)
})

test('there is no hint that would remove a flat', async () => {
  await using opened = await shop(addressForm())
  await typeAddress(opened.page, { street: `${street} ${number}, byt 5`, town })
  await waitForStatus(opened.page, 'completed')
  assert.equal(await hintOf(opened.page).count(), 0)
  await checkWithAxe(opened.page)
})

for (const [lang, question] of [
  ['cs', 'Mysleli jste'],
  ['en', 'Did you mean'],
])
  test(`the hint has the language ${lang} of the widget`, async () => {
    await using opened = await shop(addressForm(`${PARTS} verify lang="${lang}"`))
    await typeAddress(opened.page, { street: `${street} ${number}`, town })
    await waitForStatus(opened.page, 'completed')
    assert.equal(await hintOf(opened.page).innerText(), `${question} ${name}?`)
    await checkWithAxe(opened.page)
  })

test('another text takes the status and the hint away, and the same text is not asked for again', async () => {
  await using opened = await shop(addressForm())
  const { page } = opened
  const requests = watchRequests(page)
  await typeAddress(page, { street: `${street} ${number}`, town })
  await waitForStatus(page, 'completed')
  await stopClock(page)
  const before = searches(requests).length
  await page.locator('#street').click()
  await page.locator('#note').click()
  assert.equal((await settle(page, requests)).length, before)
  assert.equal(await hintOf(page).count(), 1)
  await page.locator('#town').click()
  await page.keyboard.press('End')
  await page.keyboard.insertText('x')
  assert.deepEqual([await hintOf(page).count(), await statusOf(page)], [0, null])
})

test('a reset of the form and the end of the attribute take the status and the hint away', async () => {
  await using opened = await shop(addressForm())
  const { page } = opened
  await typeAddress(page, { street: `${street} ${number}`, town })
  await waitForStatus(page, 'completed')
  await page.getByText('Vymazať').click()
  assert.deepEqual([await hintOf(page).count(), await statusOf(page)], [0, null])
  await typeAddress(page, { street: `${street} ${number}`, town })
  await waitForStatus(page, 'completed')
  await page.locator('regista-address').evaluate((element) => element.removeAttribute('verify'))
  assert.deepEqual([await page.locator('regista-hint').count(), await statusOf(page)], [0, null])
  // The second file comes too late for the first of these.
  await page.locator('regista-address').evaluate((element) => {
    for (const lang of ['cs', 'en']) Object.assign(element, { lang }).setAttribute('verify', '')
  })
  await page.locator('regista-hint[lang=en]').waitFor({ state: 'attached' })
  assert.equal(await page.locator('regista-hint').count(), 1)
})

async function lookAtStreet(page: Page): Promise<void> {
  await page.locator('#street').click()
  await page.locator('#note').click()
}

const UNASKED: readonly (readonly [what: string, leave: (page: Page) => Promise<void>, street?: string])[] = [
  ['a text that is too short', (page) => typeAddress(page, { street: 'Dl 1' })],
  ['a text of the page', lookAtStreet, 'Dlhá 12'],
  [
    'a text that a script of the page has set',
    async (page) => {
      await page.locator('#street').evaluate((input: HTMLInputElement) => {
        input.value = 'Dlhá 12'
        input.dispatchEvent(new Event('input', { bubbles: true }))
      })
      await lookAtStreet(page)
    },
  ],
  [
    'an address whose fields are not left',
    async (page) => {
      await typeInto(page, '#street', `${street} ${number}`)
      await page.locator('#town').focus()
      await page.keyboard.insertText(town)
    },
  ],
]
for (const [what, leave, given] of UNASKED)
  test(`nothing is asked for ${what}`, async () => {
    await using opened = await shop(addressForm(undefined, given))
    const { page } = opened
    await page.locator('regista-hint').waitFor({ state: 'attached' })
    await stopClock(page)
    const requests = watchRequests(page)
    await leave(page)
    assert.deepEqual(await settle(page, requests), [])
    assert.equal(await statusOf(page), null)
  })

test('nothing is asked for a pick, nor for a flat that is typed behind it', async () => {
  await using opened = await shop(addressForm())
  const { page } = opened
  await typeInto(page, '#street', `dlha ${number}`)
  await waitForOptions(page, /^Dlhá \d/)
  await pickFirst(page)
  await stopClock(page)
  const requests = watchRequests(page)
  await page.keyboard.insertText(', byt 5')
  await page.locator('#note').click()
  assert.deepEqual(await settle(page, requests), [])
  assert.equal(await statusOf(page), null)
})

test('nothing is asked while the service fails, and nobody is told', async () => {
  await using opened = await shop(addressForm())
  const { page } = opened
  await page.route(`${baseUrl}/v1/autocomplete/**`, (route) => route.abort())
  const requests = watchRequests(page)
  await typeInto(page, '#street', `${street} ${number}`)
  await page.locator('regista-list [part=foot]').getByText('Služba').waitFor()
  const before = searches(requests).length
  await stopClock(page)
  await typeAddress(page, { town })
  assert.equal((await settle(page, requests)).length, before)
  assert.deepEqual([await hintOf(page).count(), await statusOf(page)], [0, null])
})

test('a failure of the verification itself is silent', async () => {
  await using opened = await shop(addressForm())
  const { page } = opened
  await page.evaluate(() => addEventListener('regista-error', () => Object.assign(window, { failed: true })))
  await page.locator('regista-hint').waitFor({ state: 'attached' })
  let asked = 0
  await page.route(`${baseUrl}/v1/autocomplete/**`, (route) => {
    asked++
    return route.abort()
  })
  await typeAddress(page, { street: `${street} ${number}`, town })
  await until(() => asked !== 0, 'the question')
  await stopClock(page)
  await settle(page, [])
  assert.deepEqual([await hintOf(page).count(), await statusOf(page)], [0, null])
  assert.equal(await page.evaluate('window.failed'), undefined)
  assert.equal(await page.locator('regista-list').isVisible(), false)
})

test('without the attribute the second file is not loaded', async () => {
  await using opened = await shop(addressForm(PARTS))
  const { page } = opened
  const requests = watchRequests(page)
  await stopClock(page)
  await page.reload()
  await typeAddress(page, { street: `${street} ${number}`, town })
  await sendFence(page, `${baseUrl}/fence`)
  assert.deepEqual(
    requests.filter((url) => /verif/.test(url)),
    [],
  )
})

test('the script tag loads the second file from where it came from, once', async () => {
  await using opened = await shop('<script src="/regista.min.js"></script>')
  const { page } = opened
  const requests = watchRequests(page)
  const access = JSON.stringify({ baseUrl, clientId: scene.clientId })
  const parts = JSON.stringify({ street, number, town, country: 'sk' })
  const code = `Regista.createRegista(${access}).verifyAddress(${parts}).then(({ data, credits }) =>
    [data.status, data.proposal.name, data.parts.postcode, credits.chargedUnits])`
  assert.deepEqual(await page.evaluate(code), ['completed', name, 'missing', 1])
  await page.evaluate(code)
  assert.equal(
    requests.filter((url) => /^https:\/\/shop\.example\/regista-[\d.]+-verify\.min\.js$/.test(url)).length,
    1,
  )
})
