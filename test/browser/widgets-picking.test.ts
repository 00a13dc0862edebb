import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../testing/browser.ts'
import { checkWithAxe, openShop, type ShopOptions } from './testing/shop-page.ts'
import { startWidgetService } from './testing/widget-service.ts'

const service = await startWidgetService()
after(() => service[Symbol.asyncDispose]())
const browser = await openBrowser()
after(() => browser.close())
const { baseUrl } = service
const { clientId } = await service.customer()

const address = (attributes = '', input = '') =>
  `<regista-address base-url="${baseUrl}" client-id="${clientId}" ${attributes}>
    <label>Ulica a číslo <input id="street" name="street" ${input}></label></regista-address>
  <label>Ulica <input id="road"></label><label>Číslo <input id="number"></label>
  <label>PSČ <input id="zip" name="zip"></label><label>Mesto <input id="town" name="town"></label>`

const shop = (body: string, options: Partial<ShopOptions> = {}) => openShop(browser, { baseUrl, body, ...options })

const PARTS = 'value="street-line" fields="street: #road; number: #number; postcode: #zip; town: #town"'

/** The suggestions, as `Hlavná 1, 04001 Košice`, once the first of them is as wanted. */
async function waitForOptions(page: Page, wanted: RegExp): Promise<string[]> {
  const texts = await page.waitForFunction((source) => {
    const options = [...document.querySelectorAll('[role=option]')]
    const texts = options.map(({ shadowRoot }) =>
      [...shadowRoot!.querySelectorAll('[part=title], [part=note]')].map((part) => part.textContent).join(', '),
    )
    return new RegExp(source, 'u').test(texts[0] ?? '') && texts
  }, wanted.source)
  return (await texts.jsonValue()) as string[]
}

async function typeInto(page: Page, selector: string, text: string): Promise<void> {
  await page.locator(selector).click()
  await page.keyboard.type(text)
}

const valuesOf = (page: Page, ...ids: string[]) => Promise.all(ids.map((id) => page.locator(`#${id}`).inputValue()))

test('typing, a street, a house: the form is filled by the keyboard alone, and axe finds nothing', async () => {
  await using opened = await shop(address(PARTS))
  const { page, complaints } = opened
  await checkWithAxe(page)
  await typeInto(page, '#street', 'dlha')
  const streets = await waitForOptions(page, /^Dlhá, /)
  await checkWithAxe(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const [title, town] = streets[0]!.split(/, (?:\d+ )?/)
  const houses = await waitForOptions(page, /^Dlhá \d/)
  const text = await page.locator('#street').inputValue()
  assert.equal(
    await page.locator('#street').evaluate((input: HTMLInputElement) => input.selectionStart),
    `${title} `.length,
  )
  assert(text.startsWith(`${title} , `) && text.endsWith(town!), `${text} has the street and its town`)
  assert.deepEqual(await valuesOf(page, 'zip', 'town', 'number'), ['', '', ''])
  const [house] = houses
  const number = /^Dlhá ([^,]+),/.exec(house!)![1]!
  await page.keyboard.type(number)
  await waitForOptions(page, new RegExp(`^Dlhá ${number},`))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  assert.deepEqual(await valuesOf(page, 'street', 'road', 'number', 'town'), [`Dlhá ${number}`, 'Dlhá', number, town])
  assert.equal(await page.locator('[role=option]').count(), 0)
  await checkWithAxe(page)
  assert.deepEqual(complaints, [])
})
