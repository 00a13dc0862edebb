import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { exampleRelease, ICOS } from '../../../src/http/testing/example-release.ts'
import { startService } from '../../../src/http/testing/service.ts'
import { openBrowser } from '../../testing/browser.ts'
import { connectSample, readGuideSample } from '../../testing/guide-samples.ts'
import { passIdleTime, stopClock } from './testing/page-clock.ts'
import { servePages } from './testing/page-server.ts'
import { watchRequests } from './testing/watch-page.ts'
import { openCheckout } from './testing/woocommerce-page.ts'

/*
 * What an address and a company cost, by the pace of the person. The clock of the page stands still between the keys.
 * The guides have this table.
 */

const service = await startService({ release: await exampleRelease() })
after(() => service[Symbol.asyncDispose]())
const browser = await openBrowser()
after(() => browser.close())

interface Form extends AsyncDisposable {
  readonly page: Page
  readonly requests: readonly string[]
}

/** A page with the text of a guide, whose clock stands still. */
async function openGuide(guide: string, ids: string): Promise<Form> {
  const { project } = await service.customer({ developmentOrigins: ['http://localhost'] })
  const countries = '<option data-code="SK">Slovensko</option>'
  const fields = ids.split(' ').map((id) => {
    return /country/i.test(id) ? `<select id="${id}">${countries}</select>` : `<input id="${id}">`
  })
  const pasted =
    guide === 'prestashop' ? `<script>${readGuideSample('prestashop: The text to paste (js)')}</script>` : ''
  const html = `<!doctype html><html lang="sk"><title>Pokladňa</title><form>${fields.join('')}</form>${
    pasted || readGuideSample('shoptet: The text to paste (html)')
  }</html>`
  const body = connectSample(html, service.port, project.clientId)
  const server = await servePages((path) => (path === '/' ? { type: 'text/html', body } : undefined))
  const context = await browser.newContext()
  const page = await context.newPage()
  const requests = watchRequests(page)
  await page.goto(server.origin)
  await page.locator('input[role=combobox]').first().waitFor()
  await stopClock(page)
  return {
    page,
    requests,
    async [Symbol.asyncDispose]() {
      await context.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** The street with the house, and the company. */
const WANTED = /Dolné Vzorky|Mlyn pri moste/

/** What is typed into, and what an address, a company by its number and one by its name cost. */
const FORMS = {
  'WooCommerce, classic': {
    open: () => openCheckout(service, browser, { kind: 'classic' }),
    ids: ['billing_address_1', 'billing_ico', 'billing_company'],
    units: [2, 1, 1],
  },
  'WooCommerce, block': {
    open: () => openCheckout(service, browser, { kind: 'block' }),
    ids: ['shipping-address_1', 'shipping-regista-ico', 'shipping-company'],
    units: [2, 1, 1],
  },
  'WooCommerce, our list': {
    open: () => openCheckout(service, browser, { kind: 'classic', providers: [] }),
    ids: ['billing_address_1', 'billing_ico', 'billing_company'],
    units: [3, 1, 1],
  },
  Shoptet: {
    open: () => openGuide('shoptet', 'company companyId billCountryId billStreet billCity billZip'),
    ids: ['billStreet', 'companyId', 'companyId'],
    units: [3, 1, 1],
  },
  PrestaShop: {
    open: () =>
      openGuide('prestashop', 'field-company field-dni field-id_country field-address1 field-city field-postcode'),
    ids: ['field-address1', 'field-company', 'field-company'],
    units: [3, 1, 1],
  },
} as const

/** Milliseconds from key to key. */
const PACES = [100, 200, 350, 500]

for (const [name, { open, ids, units }] of Object.entries(FORMS))
  for (const pace of PACES)
    test(`${name}: with a key each ${pace} ms, an address and a company cost ${units.join(', ')} units`, async () => {
      const spent = []
      for (const [i, texts] of [['mlynska', '12'], [ICOS.living], ['mlyn pri moste']].entries()) {
        // A person of whom nothing is known.
        await using form = await open()
        const { page, requests } = form
        const isUnit = (url: string) => url.includes('/v1/autocomplete/')
        await page.locator(`#${ids[i]}`).focus()
        for (const text of texts) {
          for (const key of text) {
            await page.keyboard.type(key)
            await page.clock.runFor(pace)
          }
          const option = page.locator('li, regista-option', { hasText: WANTED }).first()
          await passIdleTime(page, option.waitFor())
          await page.clock.runFor(2_000)
          await option.click()
          await page.clock.runFor(2_000)
        }
        spent.push(requests.filter(isUnit).length)
      }
      assert.deepEqual(spent, units)
    })

declare const registaForWooCommerce: { readonly server: string; readonly clientId: string }
declare const Regista: typeof import('../../../client/src/elements.ts') & typeof import('../../../client/src/index.ts')

for (const how of ['option', 'attribute'])
  test(`a pause of 0 as ${how} is that of the person`, async () => {
    const settings = { addresses: false, company: false }
    await using checkout = await openCheckout(service, browser, { kind: 'classic', settings })
    const { page, requests } = checkout
    await page.evaluate((way) => {
      const { server, clientId } = registaForWooCommerce
      const input = document.querySelector<HTMLInputElement>('#billing_ico')!
      if (way === 'option')
        Regista.attachCompany(input, {
          regista: Regista.createRegista({ baseUrl: server, clientId }),
          country: 'sk',
          pause: 0,
        })
      else
        input.parentElement!.innerHTML = `<regista-company base-url="${server}" client-id="${clientId}" pause="0"><input id="billing_ico"></regista-company>`
    }, how)
    await page.locator('#billing_ico').focus()
    for (const key of ICOS.living) {
      await page.keyboard.type(key)
      await page.clock.runFor(200)
    }
    await passIdleTime(page, page.locator('regista-option').first().waitFor())
    assert.equal(requests.filter((url) => url.includes('/v1/autocomplete/')).length, 1)
  })

for (const [pause, units] of [
  [200, [7, 5]],
  [1_000, [1, 1]],
] as const)
  test(`a fixed pause of ${pause} ms costs ${units.join(', ')} units at a key each 350 ms`, async () => {
    const spent = []
    for (const [id, text] of [
      ['billing_ico', ICOS.living],
      ['billing_address_1', 'mlynska'],
    ] as const) {
      await using checkout = await openCheckout(service, browser, { kind: 'classic', settings: { pause } })
      const { page, requests } = checkout
      await page.locator(`#${id}`).focus()
      for (const key of text) {
        await page.keyboard.type(key)
        await page.clock.runFor(350)
      }
      await passIdleTime(page, page.locator('li, regista-option').first().waitFor())
      spent.push(requests.filter((url) => url.includes('/v1/autocomplete/')).length)
    }
    assert.deepEqual(spent, units)
  })
