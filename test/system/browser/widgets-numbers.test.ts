import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { stopClock } from './testing/page-clock.ts'
import {
  checkWithAxe,
  holdRequests,
  limitRate,
  typeInto,
  valuesOf,
  waitForMessage,
  waitForOptions,
  watchSubmits,
} from './testing/shop-page.ts'
import { nextEvent } from './testing/watch-page.ts'
import { openWidgetScene } from './testing/widget-scene.ts'

/* A person who has typed the whole number of a company need not pick it: Tab and Enter do. */

const { access, shop, vocabulary } = await openWidgetScene()

const FORM = `<form>
  <regista-company ${access} value="ico" fields="name: #company; address: #seat">
    <label>IČO alebo názov <input id="ico" name="ico"></label></regista-company>
  <label>Firma <input id="company" name="company"></label><label>Sídlo <input id="seat" name="seat"></label>
  <button>Odoslať</button></form>`

/** A company whose number no other one has, and its beginning. */
const { name, ico } = await findCompany()

async function findCompany(): Promise<{ readonly name: string; readonly ico: string }> {
  await using opened = await shop(FORM)
  const { page } = opened
  const name = vocabulary.names.sk[0]!
  await typeInto(page, '#ico', name)
  const [text] = await waitForOptions(page, new RegExp(`^${name}`))
  return { name, ico: /\d{8}/.exec(text!)![0] }
}

const SUGGESTIONS = '**/v1/autocomplete/companies?**'

async function waitForName(page: Page): Promise<void> {
  await page.waitForFunction((name) => document.querySelector<HTMLInputElement>('#company')!.value === name, name)
}

/** Enter belongs to the list while it is open, and then to the form. */
async function assertNextEnterSubmits(page: Page, countSubmits: () => Promise<number>): Promise<void> {
  assert.equal(await countSubmits(), 0)
  await page.keyboard.press('Enter')
  assert.equal(await page.locator('regista-list').isVisible(), false)
  assert.equal(await countSubmits(), 0)
  await page.keyboard.press('Enter')
  assert.equal(await countSubmits(), 1)
}

const focusedField = (page: Page) => page.evaluate(() => document.activeElement!.id)

for (const [what, typed] of [
  ['as it is', ico],
  ['in groups', `${ico.slice(0, 2)} ${ico.slice(2, 5)} ${ico.slice(5)}`],
] as const) {
  test(`Enter picks the only company with the typed number and submits nothing; the next Enter submits: ${what}`, async () => {
    await using opened = await shop(FORM)
    const { page, complaints } = opened
    const countSubmits = await watchSubmits(page)
    await typeInto(page, '#ico', typed)
    await waitForOptions(page, new RegExp(`^${name}`))
    await page.keyboard.press('Enter')
    assert.deepEqual(await valuesOf(page, 'ico', 'company'), [ico, name])
    assert.equal(await page.locator('regista-list').isVisible(), false)
    assert.equal(await countSubmits(), 0)
    await checkWithAxe(page)
    await page.keyboard.press('Enter')
    assert.equal(await countSubmits(), 1)
    assert.deepEqual(complaints, [])
  })

  test(`Tab picks the only company with the typed number and moves on: ${what}`, async () => {
    await using opened = await shop(FORM)
    const { page } = opened
    await typeInto(page, '#ico', typed)
    await waitForOptions(page, new RegExp(`^${name}`))
    await page.keyboard.press('Tab')
    assert.deepEqual(await valuesOf(page, 'ico', 'company'), [ico, name])
    assert.equal(await focusedField(page), 'company')
  })
}

test('Enter before the answer waits for it, picks, and submits nothing', async () => {
  await using opened = await shop(FORM)
  const { page } = opened
  const countSubmits = await watchSubmits(page)
  const held = await holdRequests(page, SUGGESTIONS)
  await typeInto(page, '#ico', ico)
  await page.keyboard.press('Enter')
  const route = await held.next()
  await page.keyboard.press('Enter')
  await route.continue()
  await waitForName(page)
  assert.equal(await countSubmits(), 0)
})

test('Tab before the answer moves on, and the answer fills the form without a list', async () => {
  await using opened = await shop(FORM)
  const { page } = opened
  const held = await holdRequests(page, SUGGESTIONS)
  await typeInto(page, '#ico', ico)
  await page.keyboard.press('Tab')
  assert.equal(await focusedField(page), 'company')
  await (await held.next()).continue()
  await waitForName(page)
  assert.equal(await focusedField(page), 'company')
  assert.equal(await page.locator('regista-list').isVisible(), false)
  assert.equal(await page.locator('#ico').getAttribute('aria-expanded'), 'false')
})

test('a number that the page changes while its answer is on the way is not filled', async () => {
  await using opened = await shop(FORM)
  const { page } = opened
  const held = await holdRequests(page, SUGGESTIONS)
  await typeInto(page, '#ico', ico)
  await page.keyboard.press('Tab')
  await page.locator('#ico').evaluate((input: HTMLInputElement) => (input.value = '00000000'))
  const answered = nextEvent(page, 'regista-answer')
  await (await held.next()).continue()
  await answered
  assert.deepEqual(await valuesOf(page, 'ico', 'company'), ['00000000', ''])
})

test('an answer without the number ends the wait: the list says so, Enter closes it, and the next Enter submits', async () => {
  await using opened = await shop(FORM)
  const { page } = opened
  const countSubmits = await watchSubmits(page)
  const held = await holdRequests(page, SUGGESTIONS)
  await typeInto(page, '#ico', '99999999')
  await page.keyboard.press('Enter')
  assert.equal(await countSubmits(), 0)
  await (await held.next()).continue()
  await waitForMessage(page, 'Nič sme nenašli. Údaje dopíšte sami.')
  await assertNextEnterSubmits(page, countSubmits)
})

for (const [what, fail, message] of [
  ['fails', (route: Route) => route.abort(), 'Služba teraz nefunguje. Údaje dopíšte sami.'],
  ['is refused for a while', (route: Route) => limitRate(route, 29), 'Hľadáme…'],
] as const)
  test(`a request that ${what} ends the wait: the list says so, Enter closes it, and the next Enter submits`, async () => {
    await using opened = await shop(FORM)
    const { page } = opened
    const countSubmits = await watchSubmits(page)
    const held = await holdRequests(page, SUGGESTIONS)
    await typeInto(page, '#ico', ico)
    await page.keyboard.press('Enter')
    const failed = nextEvent(page, 'regista-error')
    await fail(await held.next())
    await failed
    await waitForMessage(page, message)
    await assertNextEnterSubmits(page, countSubmits)
    assert.deepEqual(await valuesOf(page, 'ico', 'company'), [ico, ''])
  })

test('two companies with the typed number are a choice of the person', async () => {
  await using opened = await shop(FORM)
  const { page } = opened
  const countSubmits = await watchSubmits(page)
  await page.route(SUGGESTIONS, async (route) => {
    const response = await route.fetch()
    const { data, meta } = await response.json()
    await route.fulfill({ response, json: { data: [data[0], data[0]], meta } })
  })
  await typeInto(page, '#ico', ico)
  await waitForOptions(page, new RegExp(`^${name}`))
  await assertNextEnterSubmits(page, countSubmits)
  assert.deepEqual(await valuesOf(page, 'ico', 'company'), [ico, ''])
})

for (const [what, text] of [
  ['a name', () => name],
  ['the beginning of a number', () => ico.slice(0, 7)],
] as const)
  test(`Enter and Tab pick nothing for ${what}, though only one company has it, and wait for no answer`, async () => {
    await using opened = await shop(FORM)
    const { page } = opened
    const countSubmits = await watchSubmits(page)
    const held = await holdRequests(page, SUGGESTIONS)
    // The message that the widget searches would keep Enter to itself.
    await stopClock(page)
    await typeInto(page, '#ico', text())
    await page.keyboard.press('Enter')
    assert.equal(await countSubmits(), 1)
    await page.keyboard.press('ArrowDown')
    await page.clock.runFor(1)
    await (await held.next()).continue()
    await waitForOptions(page, new RegExp(`^${name}`))
    await page.keyboard.press('Tab')
    assert.deepEqual(await valuesOf(page, 'ico', 'company'), [text(), ''])
  })

test('a list that was closed by Escape is not picked from', async () => {
  await using opened = await shop(FORM)
  const { page } = opened
  const countSubmits = await watchSubmits(page)
  await typeInto(page, '#ico', ico)
  await waitForOptions(page, new RegExp(`^${name}`))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  assert.equal(await countSubmits(), 1)
  assert.deepEqual(await valuesOf(page, 'company'), [''])
})
