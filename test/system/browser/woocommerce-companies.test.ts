import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { exampleRelease, ICOS } from '../../../src/http/testing/example-release.ts'
import { startService } from '../../../src/http/testing/service.ts'
import { until } from '../../../src/stdx/testing/until.ts'
import { openBrowser } from '../../testing/browser.ts'
import { passIdleTime } from './testing/page-clock.ts'
import { pickFirst, typeInto } from './testing/shop-page.ts'
import { assertCheckoutUnits, type Checkout, type CheckoutOptions, openCheckout } from './testing/woocommerce-page.ts'

/* Companies in the forms of WooCommerce: their numbers, names and seats. */

const service = await startService({ release: await exampleRelease() })
after(() => service[Symbol.asyncDispose]())
const browser = await openBrowser()
after(() => browser.close())

const open = (options: CheckoutOptions) => openCheckout(service, browser, options)
const assertUnits = (checkout: Checkout, units: number) => assertCheckoutUnits(service, checkout, units)

/** The fields of SuperFaktúra: in the classic checkout beside the name, in the block above the addresses. */
const OTHERS = [
  ['#billing_company_wi_id', '#billing_company'],
  ['#contact-superfaktura-billing-company-wi-id', '#contact-superfaktura-billing-company'],
] as const

for (const [kind, i] of [
  ['classic', 0],
  ['block', 1],
] as const)
  test(`${kind}: a company is found in the fields of another plugin, and its address fills the form`, async () => {
    const browserScopes = ['addresses:suggest', 'companies:suggest', 'companies:read'] as const
    const settings = { companyAddress: true, companyFields: OTHERS }
    await using checkout = await open({ kind, settings, browserScopes, others: true })
    const { page, complaints } = checkout
    const [number, name] = OTHERS[i]
    for (const [field, text] of [
      [number, ICOS.living],
      [name, 'mlyn pri'],
    ] as const) {
      for (const selector of [number, name]) await page.locator(selector).fill('')
      await typeInto(page, field, text)
      await passIdleTime(page, page.locator('regista-option').first().waitFor())
      await pickFirst(page)
      const values = await Promise.all([number, name].map((selector) => page.locator(selector).inputValue()))
      assert.deepEqual(values, [ICOS.living, 'Mlyn pri moste, s.r.o.'])
    }
    const city = page.locator(kind === 'classic' ? '#billing_city' : '#shipping-city')
    await passIdleTime(
      page,
      until(async () => (await city.inputValue()) !== '', 'the town'),
    )
    assert.deepEqual(complaints, [])
  })

test('block: the seat of a company goes to the form for billing, once there is one', async () => {
  const browserScopes = ['addresses:suggest', 'companies:suggest', 'companies:read'] as const
  const settings = { companyAddress: true, companyFields: [OTHERS[1]] }
  await using checkout = await open({ kind: 'block', settings, browserScopes, others: true })
  const { page } = checkout
  await page.locator('form').evaluate((form) => {
    const names = ['country', 'address_1', 'city', 'postcode']
    for (const name of names) form.insertAdjacentHTML('beforeend', `<input id="billing-${name}">`)
  })
  await page.locator('#billing-country').fill('SK')
  await typeInto(page, OTHERS[1][0], ICOS.living)
  await passIdleTime(page, page.locator('regista-option').first().waitFor())
  await pickFirst(page)
  await passIdleTime(
    page,
    until(async () => (await page.locator('#billing-city').inputValue()) !== '', 'the town'),
  )
  assert.equal(await page.locator('#shipping-city').inputValue(), '')
})

for (const [kind, number, name] of [
  ['classic', '#billing_ico', '#billing_company'],
  ['account', '[name="_wc_billing/regista/ico"]', '#billing_company'],
  ['block', '#shipping-regista-ico', '#shipping-company'],
] as const) {
  test(`${kind}: a company is found by its number or its name for one unit each`, async () => {
    await using checkout = await open({ kind })
    const { page, complaints } = checkout
    for (const [typedInto, text] of [
      [number, ICOS.living],
      [name, 'mlyn pri'],
    ] as const) {
      for (const field of [number, name]) await page.locator(field).fill('')
      await typeInto(page, typedInto, text)
      await passIdleTime(page, page.locator('regista-option').first().waitFor())
      await pickFirst(page)
      const values = await Promise.all([number, name].map((field) => page.locator(field).inputValue()))
      assert.deepEqual(values, [ICOS.living, 'Mlyn pri moste, s.r.o.'])
    }
    await assertUnits(checkout, 2)
    assert.deepEqual(complaints, [])
  })

  test(`${kind}: the address of a company is filled in on request`, async () => {
    const browserScopes = ['addresses:suggest', 'companies:suggest', 'companies:read'] as const
    await using checkout = await open({ kind, settings: { companyAddress: true }, browserScopes })
    const { page } = checkout
    await typeInto(page, number, ICOS.living)
    await passIdleTime(page, page.locator('regista-option').first().waitFor())
    await pickFirst(page)
    const city = page.locator(name.replace('company', 'city'))
    await passIdleTime(
      page,
      until(async () => (await city.inputValue()) !== '', 'the town'),
    )
    assert.match(await page.locator(name.replace('company', 'postcode')).inputValue(), /^\d{5}$/)
    await assertUnits(checkout, 11)
  })
}
