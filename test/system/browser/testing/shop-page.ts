import assert from 'node:assert/strict'
import axe, { type AxeResults } from 'axe-core'
import type { BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core'
import { bundleEntry, bundleForScriptTag, bundleVerification, VERIFICATION_NAME } from '../../../../client/build.ts'
import { until } from '../../../../src/stdx/testing/until.ts'
import type { openBrowser } from '../../../testing/browser.ts'
import { watchComplaints } from './watch-page.ts'

/** The origin of the page. Projects of the tests allow it. */
export const SHOP = 'https://shop.example'

export interface ShopOptions extends BrowserContextOptions {
  /** The service that the page may connect to. */
  readonly baseUrl: string
  /** The content of the page's body. */
  readonly body: string
  readonly origin?: string
}

/** A page of a shop under a strict content security policy, with the widgets as they are published. */
export interface ShopPage extends AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: readonly string[]
}

/** No sample text is as wide as a phone, so that layouts are tested too. */
const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; padding: 1.5rem }
main { max-width: 28rem; margin: auto }
label { display: block; margin-bottom: 1rem }
input, select { display: block; box-sizing: border-box; width: 100%; padding: .625rem .75rem; font: inherit }
`

const script = bundleEntry('elements')
const everything = bundleForScriptTag()
const verification = bundleVerification()

export async function openShop(
  browser: Awaited<ReturnType<typeof openBrowser>>,
  { baseUrl, body, origin = SHOP, ...options }: ShopOptions,
): Promise<ShopPage> {
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${baseUrl}; form-action 'self'; require-trusted-types-for 'script'`
  const html = `<!doctype html><html lang="sk"><meta charset="utf-8"><title>Obchod</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/style.css">
    <script type="module" src="/elements.js"></script><main><h1>Objednávka</h1>${body}</main></html>`
  const files: Readonly<Record<string, { contentType: string; body: string; headers?: Record<string, string> }>> = {
    '/': { contentType: 'text/html', body: html, headers: { 'content-security-policy': policy } },
    '/style.css': { contentType: 'text/css', body: STYLE },
    '/regista.min.js': { contentType: 'text/javascript', body: await everything },
    '/elements.js': { contentType: 'text/javascript', body: await script },
    // What these two load for the attribute `verify`.
    '/verification.ts': { contentType: 'text/javascript', body: await verification },
    [`/${VERIFICATION_NAME}`]: { contentType: 'text/javascript', body: await verification },
  }
  const context = await browser.newContext(options)
  // The page is on the internet for the browser, and the service on this machine.
  await context.grantPermissions(['local-network-access'], { origin })
  const page = await context.newPage()
  const complaints = watchComplaints(page)
  await page.route(`${origin}/**`, (route) => {
    const file = files[new URL(route.request().url()).pathname]
    return file ? route.fulfill(file) : route.fulfill({ status: 204 })
  })
  await page.goto(`${origin}/`)
  return { page, context, complaints, [Symbol.asyncDispose]: () => context.close() }
}

/** Fails with what axe finds wrong on the page as it is now. */
export async function checkWithAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>('axe.run()')
  const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  assert.deepEqual(findings, [])
}

/** The suggestions, as `Hlavná 1, 04001 Košice`, once the first is as wanted. The clock of the page may stand still. */
export async function waitForOptions(page: Page, wanted: RegExp): Promise<string[]> {
  const read = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[role=option]')].map(({ shadowRoot }) =>
        [...shadowRoot!.querySelectorAll('[part=title], [part=note]')].map((part) => part.textContent).join(', '),
      ),
    )
  return await until(read, `a list whose first suggestion is ${wanted}`, ([first = '']) => wanted.test(first))
}

/** Waits until the list shows a message instead of suggestions, and screen readers are told the same. */
export async function waitForMessage(page: Page, message: string): Promise<void> {
  await page.locator('regista-list [part=foot]').getByText(message, { exact: true }).waitFor()
  await page.locator('regista-status').getByText(message, { exact: true }).waitFor({ state: 'attached' })
}

/** Counts the submits, which go nowhere. */
export async function watchSubmits(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let submits = 0
    document.addEventListener('submit', (event) => {
      event.preventDefault()
      submits++
    })
    Object.assign(window, { countSubmits: () => submits })
  })
  return () => page.evaluate('countSubmits()')
}

/** Types a text at once, so that one search follows however busy the machine is. */
export async function typeInto(page: Page, selector: string, text: string): Promise<void> {
  await page.locator(selector).click()
  await page.keyboard.insertText(text)
}

/** Chooses the first suggestion and picks it. */
export async function pickFirst(page: Page): Promise<void> {
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

export interface HeldRequests {
  readonly count: () => number
  /** Waits for the next one. */
  readonly next: () => Promise<Route>
}

/** Requests to these addresses wait until the test lets them go on. */
export async function holdRequests(page: Page, urls: string): Promise<HeldRequests> {
  const held: Route[] = []
  let taken = 0
  await page.route(urls, (route) => void held.push(route))
  return {
    count: () => held.length,
    async next() {
      await until(() => taken < held.length, `request ${taken + 1} to ${urls}`)
      return held[taken++]!
    },
  }
}

/** The service refuses one request for a while. */
export async function limitRate(route: Route, seconds: number): Promise<void> {
  const error = { code: 'rate_limited', message: 'Wait.', retry_after_seconds: seconds }
  const headers = { 'access-control-allow-origin': '*' }
  await route.fulfill({ status: 429, headers, json: { error, request_id: '1' } })
}

export async function valuesOf(page: Page, ...ids: string[]): Promise<string[]> {
  return await Promise.all(ids.map((id) => page.locator(`#${id}`).inputValue()))
}

/** Waits until the first suggestion has such a title, and picks it. */
export async function pickTitle(page: Page, title: RegExp): Promise<void> {
  await page.locator('regista-option').first().locator('[part=title]').getByText(title).waitFor()
  await pickFirst(page)
}

/** Types a street, picks it, then picks its first house. */
export async function pickHouse(page: Page, selector: string): Promise<void> {
  await typeInto(page, selector, 'mlynska dolne')
  await pickTitle(page, /^Mlynská$/)
  await pickTitle(page, /^Mlynská \d/)
}
