import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { exampleRelease, ICOS } from '../../../src/http/testing/example-release.ts'
import { startService } from '../../../src/http/testing/service.ts'
import { until } from '../../../src/stdx/testing/until.ts'
import { openBrowser } from '../../testing/browser.ts'
import { passIdleTime } from './testing/page-clock.ts'
import { holdRequests, pickFirst, typeInto, valuesOf } from './testing/shop-page.ts'
import { assertCheckoutUnits, type Checkout, type CheckoutOptions, openCheckout } from './testing/woocommerce-page.ts'

/* The script of the plugin for WooCommerce in forms that behave as those of WooCommerce do. */

const service = await startService({ release: await exampleRelease() })
after(() => service[Symbol.asyncDispose]())
const browser = await openBrowser()
after(() => browser.close())

const open = (options: CheckoutOptions) => openCheckout(service, browser, options)
const HOUSE = 'Mlynská 12/3B, 99901 Dolné Vzorky'
const STREET = /^Mlynská, .*Dolné Vzorky \(všetky čísla\)$/

async function type(page: Page, id: string, text: string): Promise<void> {
  await page.locator(`#${id}`).focus()
  await page.keyboard.type(text)
}

/** WooCommerce's list, once it has such a suggestion. */
async function waitForItem(page: Page, wanted: RegExp | string) {
  const item = page.locator('li', { hasText: wanted }).first()
  await passIdleTime(page, item.waitFor())
  return item
}

async function waitForValue(page: Page, id: string, value: string): Promise<void> {
  await passIdleTime(
    page,
    until(async () => (await page.locator(`#${id}`).inputValue()) === value, `${id}: ${value}`),
  )
}

const assertUnits = (checkout: Checkout, units: number) => assertCheckoutUnits(service, checkout, units)

/** What was last searched for. */
function readQuery({ requests }: Checkout): string | null {
  return new URL(requests.findLast((url) => url.includes('/v1/autocomplete/'))!).searchParams.get('q')
}

for (const [kind, start] of [
  ['classic', 'billing_'],
  ['account', 'billing_'],
  ['block', 'shipping-'],
] as const)
  test(`${kind}: a street and then its house are picked by mouse for two units, and what was typed elsewhere stays`, async () => {
    await using checkout = await open({ kind })
    const { page, complaints } = checkout
    const line = `${start}address_1`
    await type(page, line, 'mlynska')
    const street = await waitForItem(page, STREET)
    assert.equal(await street.getAttribute('data-marks'), 'Mlynská')
    await assertUnits(checkout, 1)
    await street.click()
    await waitForValue(page, line, 'Mlynská ')
    await waitForValue(page, `${start}city`, 'Dolné Vzorky')
    // The list is gone with the focus, which comes back.
    await passIdleTime(
      page,
      until(() => page.locator(`#${line}`).evaluate((input) => input.matches(':focus')), 'the focus'),
    )
    await page.clock.runFor(1_000)
    await page.keyboard.type('12')
    const house = await waitForItem(page, HOUSE)
    assert.equal(readQuery(checkout), 'Mlynská 12, 99901 Dolné Vzorky')
    await house.click()
    await waitForValue(page, `${start}postcode`, '999 01')
    const names = ['address_1', 'address_2', 'city', 'postcode', 'state', 'country']
    const values = await valuesOf(page, ...names.map((name) => start + name))
    assert.deepEqual(values, ['Mlynská 12/3B', 'byt 7', 'Dolné Vzorky', '999 01', 'KE', 'SK'])
    await page.clock.runFor(2_000)
    await page.locator(`#${line}`).focus()
    await page.keyboard.type(', byt 3')
    await page.clock.runFor(2_000)
    await assertUnits(checkout, 2)
    assert.deepEqual(complaints, [])
  })

for (const [kind, line] of [
  ['classic', 'billing_address_1'],
  ['block', 'shipping-address_1'],
] as const)
  test(`${kind}: the first suggestion alone says that a part of the text was left out, and the form gets none of that`, async () => {
    await using checkout = await open({ kind })
    const { page, complaints } = checkout
    await type(page, line, 'mlynska, byt 9')
    const first = await waitForItem(page, /^Mlynská/)
    const labels = await page.locator('li').allTextContents()
    assert(1 < labels.length, `${labels}`)
    assert.deepEqual(
      labels.map((label) => label.includes('(časť textu sme nenašli)')),
      labels.map((_, i) => i === 0),
    )
    await first.click()
    await waitForValue(page, line, 'Mlynská ')
    assert.deepEqual(complaints, [])
  })

test('many keystrokes are one search, and a late answer of an older one does not take the list away', async () => {
  await using checkout = await open({ kind: 'classic' })
  const { page } = checkout
  const held = await holdRequests(page, '**/v1/autocomplete/**')
  await type(page, 'billing_address_1', 'mly')
  const older = held.next()
  // Not passIdleTime: this request does not end.
  await until(async () => {
    await page.clock.runFor(100)
    return 0 < held.count()
  }, 'the first search')
  await page.keyboard.type('nska dolne')
  await until(async () => {
    await page.clock.runFor(100)
    return 1 < held.count()
  }, 'the second search')
  const [first, second] = [await older, await held.next()]
  await second.continue()
  await page.locator('li', { hasText: STREET }).waitFor()
  const answered = page.waitForResponse((response) => response.url() === first.request().url())
  await first.continue()
  await answered
  await page.clock.runFor(1_000)
  assert.match((await page.locator('li').first().textContent())!, STREET)
  assert.equal(held.count(), 2)
  await assertUnits(checkout, 2)
})

test('block: the rows of our own list have their height, though fields of the block have none', async () => {
  await using checkout = await open({ kind: 'block' })
  const { page } = checkout
  await typeInto(page, '#shipping-company', 'mlyn pri')
  const row = page.locator('regista-option').first()
  await passIdleTime(page, row.waitFor())
  const { title, note, size } = await row.evaluate((option) => {
    const read = (name: string) => option.shadowRoot!.querySelector(`[part=${name}]`)!.getBoundingClientRect()
    return { title: read('title'), note: read('note'), size: Number.parseFloat(getComputedStyle(option).fontSize) }
  })
  assert(size <= title.height && title.bottom <= note.top, JSON.stringify({ title, note, size }))
})

for (const [what, kind, options, id, text, list] of [
  ['number', 'classic', {}, 'billing_ico', ICOS.living, 'regista-option'],
  ['number', 'block', {}, 'shipping-regista-ico', ICOS.living, 'regista-option'],
  ['address', 'classic', {}, 'billing_address_1', 'mlynska', 'li'],
  ['address without a provider', 'classic', { providers: [] }, 'billing_address_1', 'mlynska', 'regista-option'],
  ['address while it renders slowly', 'block', { renderMs: 80 }, 'shipping-address_1', 'mlynska', 'li'],
  [
    'address with an older script',
    'classic',
    { before: 'addEventListener("DOMContentLoaded", () => (Regista = { ...Regista, measurePause: undefined }), true)' },
    'billing_address_1',
    'mlynska',
    'li',
  ],
] as const)
  test(`${kind}: a person who types a key each 220 ms pays one unit for a typed ${what}`, async () => {
    await using checkout = await open({ kind, ...options })
    const { page, complaints } = checkout
    await page.locator(`#${id}`).focus()
    for (const key of text) {
      await page.keyboard.type(key)
      await page.clock.runFor(220)
    }
    await passIdleTime(page, page.locator(list).first().waitFor())
    await assertUnits(checkout, 1)
    assert.deepEqual(complaints, [])
  })

test('a house that is found at once costs one unit', async () => {
  await using checkout = await open({ kind: 'block' })
  const { page } = checkout
  await type(page, 'shipping-address_1', 'mlynska 12 dolne')
  await waitForItem(page, HOUSE)
  await page.keyboard.press('Enter')
  await waitForValue(page, 'shipping-address_1', 'Mlynská 12/3B')
  await assertUnits(checkout, 1)
})

test('nothing is asked for another country, and a field that a script fills', async () => {
  await using checkout = await open({ kind: 'classic' })
  const { page } = checkout
  await page.locator('#billing_city').focus()
  await page.locator('#billing_address_1').evaluate((input: HTMLInputElement) => {
    input.value = 'Mlynská'
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.clock.runFor(1_000)
  await page.locator('#billing_country').selectOption('DE')
  await type(page, 'billing_address_1', 'x')
  await page.clock.runFor(1_000)
  await page.locator('#billing_country').selectOption('SK')
  await page.locator('#billing_address_1').fill('')
  await type(page, 'billing_address_1', 'mlynska')
  await waitForItem(page, STREET)
  await assertUnits(checkout, 1)
})

test('nothing is asked for a country that a script has chosen without an event', async () => {
  await using checkout = await open({ kind: 'classic' })
  const { page } = checkout
  await page.locator('#billing_country').evaluate((select: HTMLSelectElement) => {
    select.value = 'DE'
  })
  await type(page, 'billing_address_1', 'mlynska')
  await page.clock.runFor(2_000)
  await page.locator('#billing_country').selectOption('SK')
  await page.locator('#billing_address_1').fill('')
  await type(page, 'billing_address_1', 'mlynska')
  await waitForItem(page, STREET)
  await assertUnits(checkout, 1)
})

test('before a country is chosen, companies are those of the country of the shop', async () => {
  await using checkout = await open({ kind: 'account' })
  const { page } = checkout
  await page.locator('#billing_country').selectOption('')
  await typeInto(page, '[name="_wc_billing/regista/ico"]', ICOS.living)
  await passIdleTime(page, page.locator('regista-option').first().waitFor())
  await pickFirst(page)
  assert.equal(await page.locator('#billing_company').inputValue(), 'Mlyn pri moste, s.r.o.')
})

test('a refused origin is said once in the console with the command, and asked for no more', async () => {
  await using checkout = await open({ kind: 'classic', settings: { clientId: `rgp_${'0'.repeat(32)}` } })
  const { page, complaints } = checkout
  for (const text of ['mlyn', 'ska', ' 12']) {
    await type(page, 'billing_address_1', text)
    await page.clock.runFor(1_000)
    await until(() => complaints.some((line) => line.startsWith('Regista: ')), 'a warning')
  }
  assert.equal(complaints.filter((line) => line.startsWith('Regista: ')).length, 1)
})

for (const providers of [['regista'], []])
  test(`providers ${providers}: a server that does not answer is said with the command for any port of the page`, async () => {
    await using checkout = await open({ kind: 'classic', providers })
    const { page, complaints } = checkout
    await page.route('**/v1/**', (route) => route.abort())
    await type(page, 'billing_address_1', 'mlynska')
    const findWarning = () => complaints.find((line) => line.startsWith('Regista: '))
    await passIdleTime(
      page,
      until(() => findWarning() !== undefined, 'a warning'),
    )
    assert.match(findWarning()!, / with: regista project allow-origin PROJECT http:\/\/localhost --development$/)
  })

for (const [situation, options, selector] of [
  ['WooCommerce has no providers', { kind: 'classic', providers: [] }, 'billing_address_1'],
  ['WooCommerce has no providers', { kind: 'block', providers: [] }, 'shipping-address_1'],
] as const)
  test(`${options.kind}: while ${situation}, the list of Regista itself fills the form`, async () => {
    await using checkout = await open(options)
    const { page, complaints } = checkout
    const start = selector.replace('address_1', '')
    for (const _ of ['first', 'made anew']) {
      await page.locator(`#${selector}`).fill('')
      await type(page, selector, 'mlynska dolne')
      const pick = async (title: RegExp) => {
        const first = page.locator('regista-option').first().locator('[part=title]').getByText(title)
        await passIdleTime(page, first.waitFor())
        await pickFirst(page)
      }
      await pick(/^Mlynská$/)
      await pick(/^Mlynská \d/)
      const values = await valuesOf(page, selector, `${start}city`, `${start}postcode`)
      assert.deepEqual(values, ['Mlynská 12/3B', 'Dolné Vzorky', '99901'])
      await page.locator('form').evaluate((form) => {
        for (const list of form.querySelectorAll('regista-list, regista-status')) list.remove()
        form.innerHTML += ''
      })
    }
    assert.deepEqual(complaints, [])
  })

for (const [kind, line] of [
  ['classic', 'billing_address_1'],
  ['block', 'shipping-address_1'],
] as const)
  test(`${kind}: the provider that the owner prefers has the field alone`, async () => {
    const before = `wc.addressAutocomplete.registerAddressAutocompleteProvider({ id: 'other',
      canSearch: () => true, search: async () => [{ id: '1', label: 'Of the other' }], select: async () => null })`
    await using checkout = await open({ kind, providers: ['other', 'regista'], before })
    const { page, complaints } = checkout
    await type(page, line, 'mlynska')
    await waitForItem(page, 'Of the other')
    await page.clock.runFor(2_000)
    assert.equal(await page.locator(`#${line}`).getAttribute('role'), null)
    await assertUnits(checkout, 0)
    assert.deepEqual(complaints, [])
  })

test('classic: where the provider that the owner prefers cannot search, Regista does', async () => {
  const before = `wc.addressAutocomplete.registerAddressAutocompleteProvider({ id: 'other', canSearch: () => false })`
  await using checkout = await open({ kind: 'classic', providers: ['other', 'regista'], before })
  await type(checkout.page, 'billing_address_1', 'mlynska')
  await waitForItem(checkout.page, STREET)
  await assertUnits(checkout, 1)
})
