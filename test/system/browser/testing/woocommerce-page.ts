import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { bundleForScriptTag } from '../../../../client/build.ts'
import type { Scope } from '../../../../src/access/access.ts'
import type { Service } from '../../../../src/http/testing/service.ts'
import type { openBrowser } from '../../../testing/browser.ts'
import { ROOT } from '../../../testing/source-tree.ts'
import { stopClock } from './page-clock.ts'
import { servePages } from './page-server.ts'
import { watchComplaints, watchRequests } from './watch-page.ts'

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
  { kind, settings, providers = ['regista'], before = '', browserScopes }: CheckoutOptions,
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
    position: false,
    provider: 0 < providers.length,
    block: kind === 'block',
    allNumbers: 'všetky čísla',
    ...settings,
  }
  const shop = { kind, serverProviders: providers.map((id) => ({ id })) }
  const given = `registaForWooCommerce = ${JSON.stringify(config)}; registaTestPage = ${JSON.stringify(shop)}`
  const js = (body: string) => ({ type: 'text/javascript', body })
  const paths = ['given', ...(providers.length ? ['double'] : []), 'before', 'regista', 'checkout']
  const scripts = paths.map((path) => `<script src="/${path}.js"></script>`).join('')
  const html = `<!doctype html><html lang="sk"><meta charset="utf-8"><title>Pokladňa</title>${FORMS[kind]}${scripts}</html>`
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
