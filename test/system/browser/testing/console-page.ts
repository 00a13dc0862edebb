import assert from 'node:assert/strict'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { checkWithAxe } from './shop-page.ts'
import { watchComplaints } from './watch-page.ts'

export const LOOKS: readonly BrowserContextOptions[] = [1280, 320].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport: { width, height: 800 }, colorScheme })),
)

export interface ConsolePage extends AsyncDisposable {
  readonly page: Page
  readonly complaints: readonly string[]
}

/** `prepare` is called before the page is loaded. */
export async function openConsole(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<ConsolePage> {
  const context = await browser.newContext({ ...LOOKS[0], ...options })
  const page = await context.newPage()
  const complaints = watchComplaints(page)
  await prepare(page)
  await page.goto(url)
  await page.locator('#content > *').first().waitFor()
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
}

/** Fails if the page has a barrier, is wider than the screen, or breaks its own policy. */
export async function checkLook({ page, complaints }: ConsolePage): Promise<void> {
  await checkWithAxe(page)
  const { wide, screen } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    screen: innerWidth,
  }))
  assert(wide <= screen, `the page is ${wide} px wide`)
  assert.deepEqual(complaints, [])
}
