import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { exampleRelease, ICOS } from '../../../src/http/testing/example-release.ts'
import { startService } from '../../../src/http/testing/service.ts'
import { openBrowser } from '../../testing/browser.ts'
import { connectSample, readGuideSample } from '../../testing/guide-samples.ts'
import { type PageFile, servePages } from './testing/page-server.ts'
import { checkWithAxe, pickHouse, pickTitle, typeInto, valuesOf } from './testing/shop-page.ts'
import { watchComplaints, watchRequests } from './testing/watch-page.ts'

/*
 * The texts that owners of shops paste, on forms with the ids and the habits of the platforms: countries are numbers,
 * checks listen to `change`, and forms are replaced while the page stays.
 */

const service = await startService({ release: await exampleRelease() })
after(() => service[Symbol.asyncDispose]())
const browser = await openBrowser()
after(() => browser.close())
let files: Readonly<Record<string, PageFile>> = {}
const server = await servePages((path) => files[path])
after(() => server[Symbol.asyncDispose]())

async function openShop(form: string, habits: string, pasted: string) {
  const { project } = await service.customer({ developmentOrigins: ['http://localhost'] })
  const html = `<!doctype html><html lang="sk"><meta charset="utf-8"><title>Pokladňa</title>
    <main><h1>Pokladňa</h1><form>${form}</form></main><script>${habits}</script>${pasted}</html>`
  files = {
    '/': { type: 'text/html', body: connectSample(html, service.port, project.clientId) },
    '/favicon.ico': { type: 'image/x-icon', body: '' },
  }
  const context = await browser.newContext()
  const page = await context.newPage()
  const complaints = watchComplaints(page)
  await page.goto(server.origin)
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
}

const input = (id: string) => `<label>${id} <input id="${id}" name="${id}"></label>`

const suggestions = (urls: readonly string[]) => urls.filter((url) => url.includes('/v1/autocomplete/'))

const SHOPTET = readGuideSample('shoptet: The text to paste (html)')

/** A step of the checkout: an address, with a field for the number or without. */
function shoptetStep(kind: string, number: string): string {
  return `<div class="step">${kind === 'bill' ? input('company') + input('companyId') : ''}
    <label>Krajina <select id="${kind}CountryId"><option value="151" data-code="SK">Slovensko</option>
    <option value="43" data-code="CZ">Česká republika</option><option value="60" data-code="DE">Nemecko</option></select>
    </label>${[`${kind}Street`, number, `${kind}City`, `${kind}Zip`].filter(Boolean).map(input).join('')}</div>`
}

/** The shop refuses a street with a number if it has a field for the number, and checks when a field has changed. */
const SHOPTET_HABITS = `document.addEventListener('change', ({ target }) => {
  if (!/Street$/.test(target.id)) return
  const hasNumber = document.getElementById(target.id.replace('Street', 'HouseNumber'))
  target.classList.toggle('error', hasNumber !== null && /\\d/.test(target.value))
})`

for (const [what, suffix, street, number] of [
  ['with a field for the number', 'HouseNumber', 'Mlynská', '12/3B'],
  ['without a field for the number', '', 'Mlynská 12/3B', undefined],
] as const)
  test(`a Shoptet shop ${what}: address and company are filled, also in a step that takes the place of another`, async () => {
    const step = (kind: string) => shoptetStep(kind, suffix && `${kind}${suffix}`)
    await using shop = await openShop(step('bill'), SHOPTET_HABITS, SHOPTET)
    const { page, complaints } = shop
    for (const kind of ['bill', 'delivery', 'bill']) {
      await page.locator('form').evaluate((form, html) => {
        form.innerHTML = html
      }, step(kind))
      await pickHouse(page, `#${kind}Street`)
      await page.keyboard.press('Tab')
      const ids = [`${kind}Street`, `${kind}City`, `${kind}Zip`, ...(number ? [`${kind}HouseNumber`] : [])]
      assert.deepEqual(await valuesOf(page, ...ids), [street, 'Dolné Vzorky', '99901', ...(number ? [number] : [])])
      assert.equal(await page.locator('.error').count(), 0)
      await checkWithAxe(page)
    }
    await typeInto(page, '#companyId', ICOS.living)
    await pickTitle(page, /^Mlyn pri moste/)
    assert.deepEqual(await valuesOf(page, 'companyId', 'company'), [ICOS.living, 'Mlyn pri moste, s.r.o.'])
    assert.deepEqual(complaints, [])
  })

test('a Shoptet shop refuses no street of which the number was typed behind it', async () => {
  await using shop = await openShop(shoptetStep('bill', 'billHouseNumber'), SHOPTET_HABITS, SHOPTET)
  const { page } = shop
  await typeInto(page, '#billStreet', 'mlynska dolne')
  await pickTitle(page, /^Mlynská$/)
  await page.keyboard.type('98')
  await page.keyboard.press('Tab')
  assert.deepEqual(await valuesOf(page, 'billStreet', 'billHouseNumber'), ['Mlynská', '98'])
  assert.equal(await page.locator('.error').count(), 0)
})

const PRESTASHOP = `<script>${readGuideSample('prestashop: The text to paste (js)')}</script>`

const PRESTASHOP_FORM = `<div class="js-address-form">${input('field-company')}${input('field-dni')}
  <label>Krajina <select id="field-id_country"><option value="37">Slovensko</option><option value="16">Česko</option>
  <option value="1">Nemecko</option></select></label>${['address1', 'address2', 'postcode', 'city']
    .map((name) => input(`field-${name}`))
    .join('')}</div>`

/** The shop replaces the form when the country has changed, and puts the values into the new one. */
const PRESTASHOP_HABITS = `document.addEventListener('change', ({ target }) => {
  if (target.id !== 'field-id_country') return
  const form = document.querySelector('form')
  const values = [...form.querySelectorAll('[id^=field]')].map(({ id, value }) => [id, value])
  form.innerHTML = ${JSON.stringify(PRESTASHOP_FORM)}
  for (const [id, value] of values) document.getElementById(id).value = value
})`

test('a PrestaShop shop: address and company are filled, also after each change of the country', async () => {
  await using shop = await openShop(PRESTASHOP_FORM, PRESTASHOP_HABITS, PRESTASHOP)
  const { page, complaints } = shop
  const requests = watchRequests(page)
  await page.locator('#field-id_country').selectOption('Nemecko')
  await typeInto(page, '#field-address1', 'mlynska')
  await page.locator('#field-id_country').selectOption('Slovensko')
  assert.deepEqual(suggestions(requests), [])
  await page.locator('#field-address1').fill('')
  await pickHouse(page, '#field-address1')
  const ids = ['field-address1', 'field-city', 'field-postcode']
  assert.deepEqual(await valuesOf(page, ...ids), ['Mlynská 12/3B', 'Dolné Vzorky', '99901'])
  await typeInto(page, '#field-company', 'mlyn pri')
  await pickTitle(page, /^Mlyn pri moste/)
  assert.deepEqual(await valuesOf(page, 'field-company', 'field-dni'), ['Mlyn pri moste, s.r.o.', ICOS.living])
  await checkWithAxe(page)
  assert.deepEqual(complaints, [])
})

test('a PrestaShop shop loads nothing on a page without an address form', async () => {
  await using shop = await openShop(input('search'), '', PRESTASHOP)
  assert.equal(await shop.page.locator('script[src]').count(), 0)
})
