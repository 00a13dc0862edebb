import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openDemoPage, typeAndPick, typeUntilList, waitForAnswer } from './demo-page.ts'
import type { DemoProcess } from './demo-process.ts'
import { type Frame, joinFrames } from './moving-picture.ts'
import { pickFirst } from './shop-page.ts'

type Examples = Readonly<Record<'sk' | 'cz', Readonly<Record<'addresses' | 'companies', readonly [string, string]>>>>

interface DemoFacts {
  readonly client_id: string
  readonly console_url: string
  readonly examples: Examples
}

export async function readDemo(url: string): Promise<DemoFacts> {
  return (await (await fetch(new URL('/demo.json', url))).json()) as DemoFacts
}

type Scheme = 'light' | 'dark'

interface Shot {
  readonly urlOf: (demo: DemoProcess, facts: DemoFacts) => string
  readonly prepare: (page: Page, sk: Examples['sk'], scheme: Scheme) => Promise<void>
}

const SHOTS: Readonly<Record<string, Shot>> = {
  demo: {
    urlOf: ({ page }) => page,
    async prepare(page, { addresses: [street, house], companies: [company] }, scheme) {
      // Four letters of it, as a person in a hurry types them.
      const letters = street.normalize('NFD').replace(/\p{M}/gu, '').slice(0, 4).toLowerCase()
      const [picked, text, opened, typed] =
        scheme === 'light'
          ? (['#company', company, '#street', letters] as const)
          : (['#street', house, '#company', company] as const)
      await typeAndPick(page, picked, text)
      await typeUntilList(page, opened, typed)
      await page.keyboard.press('ArrowDown')
      await waitForAnswer(page, typed)
    },
  },
  docs: {
    urlOf: ({ url }, { client_id }) => `${url}/docs#client_id=${client_id}`,
    prepare: async (page) => page.locator('.code', { hasText: 'curl' }).first().waitFor(),
  },
  console: {
    urlOf: (_, { console_url }) => console_url,
    prepare: (page) => page.getByRole('heading', { name: 'Releases' }).waitFor(),
  },
  account: {
    urlOf: (_, { console_url }) => console_url,
    async prepare(page) {
      await page.getByRole('link', { name: 'Demo', exact: true }).click()
      await page
        .getByRole('img', { name: /^Units of each day/ })
        .locator('svg')
        .waitFor()
    },
  },
}

/** The pictures in our documents. */
export const PICTURES = ['docs', 'console'].flatMap((name) => [`${name}-light.png`, `${name}-dark.png`])

/** Takes the pictures of the documents; `all`: of every page, also as on a phone and in full length. */
export async function takeScreenshots(
  browser: Browser,
  demo: DemoProcess,
  { folder, all = false }: { readonly folder: string; readonly all?: boolean },
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const facts = await readDemo(demo.page)
  await refuseAnOrigin(demo, facts)
  for (const [name, { urlOf, prepare }] of Object.entries(SHOTS))
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of all ? [1280, 390] : [1280]) {
        const file = width === 1280 ? `${name}-${colorScheme}.png` : `${name}-${colorScheme}-${width}.png`
        if (!all && !PICTURES.includes(file)) continue
        const viewport = { width, height: width === 1280 ? 900 : 844 }
        await using opened = await openDemoPage(browser, urlOf(demo, facts), {
          colorScheme,
          viewport,
          reducedMotion: 'reduce',
        })
        await prepare(opened.page, facts.examples.sk, colorScheme)
        await opened.page.screenshot({ path: join(folder, file), caret: 'initial' })
        if (!all) continue
        await opened.page.screenshot({ path: join(folder, file.replace('.png', '-long.png')), fullPage: true })
      }
}

/** A form that fills itself, for the first screen of the README. */
export async function takeMovingPicture(browser: Browser, demo: DemoProcess, path: string): Promise<void> {
  const { sk } = (await readDemo(demo.page)).examples
  const viewport = { width: 560, height: 900 }
  await using opened = await openDemoPage(browser, demo.page, {
    colorScheme: 'light',
    viewport,
    reducedMotion: 'reduce',
  })
  const { page } = opened
  const frames: Frame[] = []
  const clip = { x: 0, y: 214, width: 560, height: 500 }
  const take = async (ms: number) => frames.push({ png: await page.screenshot({ clip, caret: 'initial' }), ms })
  for (const [selector, text] of [
    ['#street', sk.addresses[1]],
    ['#company', sk.companies[0].slice(0, 6).toLowerCase()],
  ] as const) {
    let typed = 0
    for (const end of new Set([3, 5, text.length].filter((length) => length <= text.length))) {
      await typeUntilList(page, selector, text.slice(typed, end))
      await waitForAnswer(page, text.slice(0, end).trim())
      await take(end === text.length ? 1400 : 450)
      typed = end
    }
    await pickFirst(page)
    await page.waitForFunction(() => document.querySelector('regista-list:popover-open') === null)
    await take(1800)
  }
  writeFileSync(path, joinFrames(frames))
}

/** So that the console has a refusal to show. */
async function refuseAnOrigin({ url }: DemoProcess, { client_id }: DemoFacts): Promise<void> {
  const headers = { origin: 'https://www.shop.example', 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1/browser-sessions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ client_id }),
  })
  if (response.status !== 403) throw new Error(`a foreign origin was answered with ${response.status}`)
}
