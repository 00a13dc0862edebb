import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { bundleForScriptTag } from '../../../../client/build.ts'
import type { Scope } from '../../../../src/access/access.ts'
import type { Service } from '../../../../src/http/testing/service.ts'
import { until } from '../../../../src/stdx/testing/until.ts'
import type { openBrowser } from '../../../testing/browser.ts'
import { ROOT } from '../../../testing/source-tree.ts'
import { stopClock } from './page-clock.ts'
import { servePages } from './page-server.ts'
import { sendFence, watchComplaints, watchRequests } from './watch-page.ts'

/** A checkout with the scripts of the plugin, in the order in which WordPress prints them. Its clock stands still. */
export interface Checkout extends AsyncDisposable {
  readonly page: Page
  readonly account: string
  readonly complaints: readonly string[]
  /** The addresses of all requests, in their order. */
  readonly requests: readonly string[]
}

export interface CheckoutOptions {
  /** `account` is the address in My account. */
  readonly kind: 'classic' | 'block' | 'account'
  /** What the plugin tells its script, if it differs. */
  readonly settings?: object
  /** In the order of preference. None: WooCommerce has no providers, or its option is off. */
  readonly providers?: readonly string[]
  /** How long after a key the block searches. */
  readonly renderMs?: number
  /** The form has the fields of SuperFaktúra in place of ours. */
  readonly others?: boolean
  /** A script of the page, before those of the plugin. */
  readonly before?: string
  readonly browserScopes?: readonly Scope[]
}

const script = await bundleForScriptTag()
const double = readFileSync(join(import.meta.dirname, 'woocommerce-double.js'), 'utf8')
const plugin = readFileSync(join(ROOT, 'plugins/woocommerce/assets/checkout.js'), 'utf8')

export async function openCheckout(
  service: Service,
  browser: Awaited<ReturnType<typeof openBrowser>>,
  { kind, settings, providers = ['regista'], before = '', browserScopes, others, renderMs }: CheckoutOptions,
): Promise<Checkout> {
  const customer = await service.customer({
    developmentOrigins: ['http://localhost'],
    browserScopes: browserScopes ?? ['addresses:suggest', 'companies:suggest'],
  })
  const config = {
    server: `http://127.0.0.1:${service.port}`,
    clientId: customer.project.clientId,
    countries: ['sk', 'cz'],
    country: 'sk',
    addresses: true,
    company: true,
    companyAddress: false,
    companyFields: [],
    scopes: browserScopes ?? ['addresses:suggest', 'companies:suggest'],
    hint: true,
    pause: 0,
    position: false,
    provider: 0 < providers.length,
    block: kind === 'block',
    allNumbers: 'všetky čísla',
    leftOut: 'časť textu sme nenašli',
    ...settings,
  }
  const shop = { kind, renderMs, serverProviders: providers.map((id) => ({ id })) }
  const given = `registaForWooCommerce = ${JSON.stringify(config)}; registaTestPage = ${JSON.stringify(shop)}`
  const js = (body: string) => ({ type: 'text/javascript', body })
  const paths = ['given', ...(providers.length ? ['double'] : []), 'before', 'regista', 'checkout']
  const scripts = paths.map((path) => `<script src="/${path}.js"></script>`).join('')
  const html = `<!doctype html><html lang="sk"><meta charset="utf-8"><title>Pokladňa</title>${others ? OTHERS[kind] : FORMS[kind]}${scripts}</html>`
  const files = {
    '/': { type: 'text/html', body: html },
    '/given.js': js(given),
    '/double.js': js(double),
    '/before.js': js(before),
    '/regista.js': js(script),
    '/checkout.js': js(plugin),
    '/favicon.ico': { type: 'image/x-icon', body: '' },
  }
  const server = await servePages((path) => files[path as keyof typeof files])
  const context = await browser.newContext()
  const page = await context.newPage()
  const complaints = watchComplaints(page)
  const requests = watchRequests(page)
  await page.goto(server.origin)
  await stopClock(page)
  return {
    page,
    account: customer.account,
    complaints,
    requests,
    async [Symbol.asyncDispose]() {
      await context.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** What the requests of the page cost so far. The books have the same, perhaps a moment later. */
export async function assertCheckoutUnits(service: Service, checkout: Checkout, units: number): Promise<void> {
  const { page, account, requests } = checkout
  await sendFence(page, '/favicon.ico')
  const prices = requests.map((url) =>
    url.includes('/v1/autocomplete/') ? 1 : url.includes('/v1/companies/') ? 10 : 0,
  )
  const sum = prices.reduce((before: number, price) => before + price, 0)
  assert.equal(sum, units, requests.join('\n'))
  await until(async () => (await service.confirmedUnits(account)) === units, `${units} units`)
}

/** The block lays its labels over its fields. What stands in there inherits a line without height. */
const STYLE = '<style>p:has([id*="-"]) { line-height: 0; white-space: nowrap } ul { line-height: 1 }</style>'

const field = (id: string, value = '') => `<p><label>${id} <span><input id="${id}" value="${value}"></span></label></p>`

function form(start: string, number: string): string {
  const options = '<option value="SK">Slovensko</option><option value="DE">Nemecko</option><option value=""></option>'
  return `${field(`${start}company`)}${number}<label>Krajina <select id="${start}country">${options}</select></label>
    ${field(`${start}address_1`)}${field(`${start}address_2`, 'byt 7')}${field(`${start}city`)}
    ${field(`${start}postcode`)}${field(`${start}state`, 'KE')}`
}

const FORMS = {
  classic: `<form>${form('billing_', field('billing_ico'))}</form>`,
  account: `<form>${form('billing_', '<label>IČO <input name="_wc_billing/regista/ico"></label>')}</form>`,
  block: `${STYLE}<form>${form('shipping-', field('shipping-regista-ico'))}</form>`,
}

const OTHERS: Partial<typeof FORMS> = {
  classic: `<form>${form('billing_', field('billing_company_wi_id'))}</form>`,
  block: `${STYLE}<form>${['', '-wi-id'].map((end) => field(`contact-superfaktura-billing-company${end}`)).join('')}
    ${form('shipping-', '')}</form>`,
}
