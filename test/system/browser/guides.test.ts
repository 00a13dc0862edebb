import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Scope } from '../../../src/access/access.ts'
import { exampleRelease, ICOS } from '../../../src/http/testing/example-release.ts'
import { startService } from '../../../src/http/testing/service.ts'
import { until } from '../../../src/stdx/testing/until.ts'
import { openBrowser } from '../../testing/browser.ts'
import { connectSample, readGuideSample } from '../../testing/guide-samples.ts'
import { passIdleTime, stopClock } from './testing/page-clock.ts'
import { type PageFile, servePages } from './testing/page-server.ts'
import { checkWithAxe, pickHouse, pickTitle, typeInto, valuesOf } from './testing/shop-page.ts'
import { nextEvent, watchComplaints, watchRequests } from './testing/watch-page.ts'

/* The pages of the guides as they stand there. Only the server and the client id are those of the test. */

const service = await startService({ release: await exampleRelease() })
after(() => service[Symbol.asyncDispose]())
const browser = await openBrowser()
after(() => browser.close())
let files: Readonly<Record<string, PageFile>> = {}
const server = await servePages((path) => files[path])
after(() => server[Symbol.asyncDispose]())

interface OpenedPage extends AsyncDisposable {
  readonly page: Page
  readonly complaints: readonly string[]
}

/** Opens `/` of a shop whose project allows its origin. */
async function openShop(
  texts: { readonly html: string; readonly script?: string },
  browserScopes: readonly Scope[] = ['addresses:suggest', 'companies:suggest'],
): Promise<OpenedPage> {
  const { project } = await service.customer({ developmentOrigins: ['http://localhost'], browserScopes })
  const { clientId } = project
  files = {
    '/': { type: 'text/html', body: connectSample(texts.html, service.port, clientId) },
    '/checkout.js': { type: 'text/javascript', body: connectSample(texts.script ?? '', service.port, clientId) },
    '/favicon.ico': { type: 'image/x-icon', body: '' },
  }
  const context = await browser.newContext()
  const page = await context.newPage()
  const complaints = watchComplaints(page)
  await page.goto(server.origin)
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
}

async function pickCompany(page: Page): Promise<void> {
  await typeInto(page, '#ico', ICOS.living)
  await pickTitle(page, /^Mlyn pri moste/)
}

const HOUSE = ['Mlynská 12/3B', 'Dolné Vzorky', '99901']

test('the page in plain HTML fills street, town and postal code, and names the source', async () => {
  await using shop = await openShop({ html: readGuideSample('form: Plain HTML (html)') })
  const { page, complaints } = shop
  await page.locator('#street').pressSequentially('mlyn')
  await page.locator('regista-option').first().waitFor()
  assert.equal(await page.locator('[part=foot]').innerText(), 'Example')
  await checkWithAxe(page)
  await page.locator('#street').fill('')
  await pickHouse(page, '#street')
  assert.deepEqual(await valuesOf(page, 'street', 'town', 'postcode'), HOUSE)
  assert.deepEqual(complaints, [])
})

test('the script of a version is run if its hash is that of the guide, and not otherwise', async () => {
  const pinned = readGuideSample('form: A script that cannot change (html)')
  const html = readGuideSample('form: Plain HTML (html)').replace(/<script.*<\/script>/, () => pinned)
  for (const [page, isDefined] of [
    [html, true],
    [html.replace('sha384-', 'sha384-A'), false],
  ] as const) {
    await using shop = await openShop({ html: page })
    await shop.page.waitForLoadState()
    const isFound = await shop.page.evaluate("customElements.get('regista-address') !== undefined")
    assert.equal(isFound, isDefined)
  }
})

/** The page of the guide, with the script of a version that also pins its second file. */
function pinnedPage(importMap: string): string {
  const pinned = readGuideSample('form: A script that cannot change (html)')
  return `<!doctype html><html lang="sk"><title>Obchod</title><script type="importmap">${importMap}</script>${pinned}<main>
    <h1>Objednávka</h1><form>${readGuideSample('form: Checking what was typed (html)')}<label>PSČ <input id="postcode"></label>
    <label>Mesto <input id="town"></label><button>Odoslať</button></form></main></html>`
}

test('what was typed is checked by the second file of the script, which is run only if its hash is that of the guide', async () => {
  const importMap = readGuideSample('form: Checking what was typed (json)')
  for (const [html, isRun] of [
    [pinnedPage(importMap), true],
    [pinnedPage(importMap.replace('sha384-', 'sha384-A')), false],
  ] as const) {
    await using shop = await openShop({ html })
    const { page, complaints } = shop
    if (!isRun) {
      await until(() => complaints.some((text) => text.includes('integrity')), 'the complaint of the browser')
      assert.equal(await page.locator('regista-hint').count(), 0)
      continue
    }
    const logged = page.waitForEvent('console')
    await page.evaluate(readGuideSample('form: Checking what was typed (js)'))
    await typeInto(page, '#street', 'Mlynska 12/3B')
    // By the keyboard, as the list below the street may lie over the town.
    await page.locator('#town').focus()
    await page.keyboard.insertText('Dolné Vzorky')
    await page.locator('button').first().focus()
    await page.locator('#street[data-regista=completed]').waitFor()
    const hint = page.locator('regista-hint')
    assert.match(await hint.getByRole('button').innerText(), /^Mysleli ste Mlynská 12\/3B, 99901 Dolné Vzorky\?$/)
    assert.match(await hint.evaluate(({ shadowRoot }) => shadowRoot!.textContent), /\? Example$/)
    assert.match((await logged).text(), /^completed \d+ Mlynská 12\/3B, .* missing$/)
    await checkWithAxe(page)
    await hint.getByRole('button').click()
    assert.deepEqual(await valuesOf(page, 'street', 'town', 'postcode'), HOUSE)
  }
})

test('the page for companies fills name and seat by the number, without reading a detail', async () => {
  await using shop = await openShop({ html: readGuideSample('company: Name and seat in one line (html)') })
  const { page, complaints } = shop
  const asked = watchRequests(page)
  await pickCompany(page)
  const [ico, name, seat] = await valuesOf(page, 'ico', 'company', 'seat')
  assert.deepEqual([ico, name], [ICOS.living, 'Mlyn pri moste, s.r.o.'])
  assert.match(seat!, /\d/)
  assert(!asked.some((url) => url.includes('/v1/companies/')))
  await checkWithAxe(page)
  assert.deepEqual(complaints, [])
})

for (const [outcome, scopes] of [
  ['fills the parts of the seat', ['companies:suggest', 'companies:read']],
  ['leaves them empty if the project does not allow details', ['companies:suggest']],
] as const)
  test(`the page for the parts of a seat ${outcome}`, async () => {
    const html = readGuideSample('company: Street, town and postal code apart (html)')
    await using shop = await openShop({ html }, ['addresses:suggest', ...scopes])
    const { page } = shop
    const picked = nextEvent(page, 'regista-pick')
    await pickCompany(page)
    await picked
    const [name, ...parts] = await valuesOf(page, 'company', 'town', 'postcode')
    assert.equal(name, 'Mlyn pri moste, s.r.o.')
    const isAllowed = scopes.length === 2
    assert(
      parts.every((part) => (part !== '') === isAllowed),
      parts.join(),
    )
  })

test('a page that logs errors learns why there are no suggestions, and the form stays as it was typed', async () => {
  const html = readGuideSample('form: Plain HTML (html)')
  const script = readGuideSample('errors: What you should see (js)')
  await using shop = await openShop({ html: `${html}<script src="/checkout.js"></script>`, script })
  const { page, complaints } = shop
  const { release } = service.state
  service.state.release = undefined
  try {
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('Regista:'))
    await stopClock(page)
    await typeInto(page, '#street', 'mlyn')
    await passIdleTime(page, logged)
  } finally {
    service.state.release = release
  }
  assert(complaints.some((text) => /^Regista: data_unavailable [0-9a-f]{32}$/.test(text)))
  assert.deepEqual(await valuesOf(page, 'street', 'town'), ['mlyn', ''])
})
