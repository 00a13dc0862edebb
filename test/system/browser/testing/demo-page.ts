import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core'
import { pickFirst } from './shop-page.ts'
import { watchComplaints } from './watch-page.ts'

export const DESKTOP = { width: 1280, height: 900 }
export const PHONE = { width: 390, height: 844 }

export interface DemoPageOptions extends BrowserContextOptions {
  /** As on a slow network, the browser draws the page before the script arrives. */
  readonly hasLateScript?: boolean
}

export interface DemoPage extends AsyncDisposable {
  readonly page: Page
  readonly complaints: readonly string[]
  /** All responses so far, of the page and of the API. */
  readonly responses: readonly Response[]
  /** What moved on the page, from where and to where. The widgets' lists lie above it and may grow. */
  readonly layoutShifts: () => Promise<readonly string[]>
}

export async function openDemoPage(
  browser: Browser,
  url: string,
  { viewport = DESKTOP, hasLateScript, ...options }: DemoPageOptions = {},
): Promise<DemoPage> {
  const context = await browser.newContext({ viewport, hasTouch: viewport === PHONE, locale: 'en-GB', ...options })
  const page = await context.newPage()
  const complaints = watchComplaints(page)
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.addInitScript(watchLayoutShifts)
  if (hasLateScript)
    await page.route('**/main.ts', async (route) => {
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      await route.continue()
    })
  await page.goto(url)
  await page.locator('body:not(.starting)').waitFor()
  // The console and /docs have no such panel.
  if ((await page.locator('#hits').count()) !== 0) await page.locator('#hits li').first().waitFor()
  return {
    page,
    complaints,
    responses,
    layoutShifts: () => page.evaluate(() => (window as Shifting).layoutShifts ?? []),
    [Symbol.asyncDispose]: () => context.close(),
  }
}

type Shifting = typeof globalThis & { layoutShifts?: readonly string[] }

interface LayoutShift extends PerformanceEntry {
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

/**
 * Runs in the page. Browsers excuse shifts within half a second after a key, and on a slow machine the answer comes
 * later, so the excuse is not used. An element of a widget's shadow tree has no node here: the last line of a list
 * moves when the list gets its suggestions.
 */
function watchLayoutShifts(): void {
  const describe = ({ x, y, width, height }: DOMRectReadOnly): string => `${x} ${y} ${width} ${height}`
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as LayoutShift[])
      for (const { node, previousRect, currentRect } of sources)
        if (node !== null)
          (window as Shifting).layoutShifts = [
            ...((window as Shifting).layoutShifts ?? []),
            `${node.parentElement?.outerHTML.slice(0, 200)}: ${describe(previousRect)} -> ${describe(currentRect)}`,
          ]
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The first list is that of the whole text. */
export async function typeUntilList(page: Page, selector: string, text: string): Promise<void> {
  await page.locator(selector).focus()
  await page.keyboard.insertText(text)
  await page.locator('[role=option]').first().waitFor()
}

/** Types into a field and picks the first suggestion. */
export async function typeAndPick(page: Page, selector: string, text: string): Promise<void> {
  await typeUntilList(page, selector, text)
  await pickFirst(page)
}

/** Waits until the panel shows the answer to this query. */
export async function waitForAnswer(page: Page, q: string): Promise<void> {
  await page.locator('#request', { hasText: `q=${q}&` }).waitFor()
}
