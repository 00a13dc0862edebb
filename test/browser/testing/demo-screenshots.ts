import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openDemoPage, pickFirst, typeUntilList, waitForAnswer } from './demo-page.ts'

type Examples = Readonly<Record<'sk' | 'cz', Readonly<Record<'addresses' | 'companies', readonly [string, string]>>>>

export async function readExamples(url: string): Promise<Examples> {
  return ((await (await fetch(new URL('/demo.json', url))).json()) as { examples: Examples }).examples
}

/** The pictures of README.md. */
export const SCREENSHOTS: Readonly<
  Record<
    string,
    { readonly colorScheme: 'light' | 'dark'; readonly prepare: (page: Page, sk: Examples['sk']) => Promise<void> }
  >
> = {
  'demo-light.png': {
    colorScheme: 'light',
    async prepare(page, { addresses: [street], companies: [company] }) {
      await pickFirst(page, '#company', company)
      // Four letters of it, as a person in a hurry types them.
      await openList(page, '#street', street.normalize('NFD').replace(/\p{M}/gu, '').slice(0, 4).toLowerCase())
    },
  },
  'demo-dark.png': {
    colorScheme: 'dark',
    async prepare(page, { addresses: [, house], companies: [company] }) {
      await pickFirst(page, '#street', house)
      await openList(page, '#company', company)
    },
  },
}

async function openList(page: Page, selector: string, text: string): Promise<void> {
  await typeUntilList(page, selector, text)
  await page.keyboard.press('ArrowDown')
  await waitForAnswer(page, text)
}

export async function takeScreenshots(browser: Browser, url: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const { sk } = await readExamples(url)
  for (const [name, { colorScheme, prepare }] of Object.entries(SCREENSHOTS)) {
    await using opened = await openDemoPage(browser, url, { colorScheme, reducedMotion: 'reduce' })
    await prepare(opened.page, sk)
    await opened.page.screenshot({ path: join(folder, name), caret: 'initial' })
  }
}
