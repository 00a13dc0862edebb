import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { exampleRelease, ICOS } from '../../../src/http/testing/example-release.ts'
import { type Service, startService } from '../../../src/http/testing/service.ts'
import { until } from '../../../src/stdx/testing/until.ts'
import { connectSample, readGuideSample } from '../../testing/guide-samples.ts'
import { type Firefox, KEYS, openFirefox, withoutFirefox } from './testing/firefox.ts'
import { type PageServer, servePages } from './testing/page-server.ts'

/* Pages of the guides in Firefox, by keyboard. All other browser tests run in Chromium. */

let service: Service
let firefox: Firefox
let shop: PageServer
let body = ''
before(async () => {
  if (withoutFirefox) return
  service = await startService({ release: await exampleRelease() })
  shop = await servePages((path) => (path === '/' ? { type: 'text/html', body } : undefined))
  firefox = await until(() => openFirefox(), 'Firefox')
})
after(async () => {
  await firefox?.[Symbol.asyncDispose]()
  await shop?.[Symbol.asyncDispose]()
  await service?.[Symbol.asyncDispose]()
})

async function openGuide(sample: string, change = (html: string) => html): Promise<void> {
  const { project } = await service.customer({ developmentOrigins: ['http://localhost'] })
  body = change(connectSample(readGuideSample(sample), service.port, project.clientId))
  await firefox.open(`${shop.origin}/`)
}

/** Puts the focus into a field. */
const focus = (id: string) => firefox.waitFor(`(document.querySelector('#${id}').focus(), true)`)

/**
 * Waits until the first suggestion is as wanted. Firefox types letter by letter, so the list may be that of a shorter
 * text; a later one keeps the choice.
 */
const waitForOption = (pattern: RegExp) =>
  firefox.waitFor(`${pattern}.test(Array.from(
    document.querySelector('regista-option')?.shadowRoot.querySelectorAll('[part=title], [part=note]') ?? [],
    (part) => part.textContent).join(', '))`)

/** Waits for these values of fields: a pick fills them a little later. */
async function assertValues(expected: Readonly<Record<string, string>>): Promise<void> {
  const fields = Object.keys(expected).map((id) => `${id}: document.querySelector('#${id}').value`)
  const text = `JSON.stringify({ ${fields.join()} })`
  // The values that the page has say more than that the time is over.
  await firefox.waitFor(`${text} === ${JSON.stringify(JSON.stringify(expected))}`).catch(() => undefined)
  assert.deepEqual(JSON.parse(String(await firefox.waitFor(text))), expected)
}

test('the page in plain HTML is filled in Firefox by a street and a house', { skip: withoutFirefox }, async () => {
  await openGuide('form: Plain HTML (html)')
  await focus('street')
  await firefox.type('mlynska dolne')
  await waitForOption(/^Mlynská, .*Dolné Vzorky/)
  await firefox.type(KEYS.ArrowDown + KEYS.Enter)
  await assertValues({ street: 'Mlynská ', town: 'Dolné Vzorky' })
  await waitForOption(/^Mlynská \d/)
  // The caret stands behind the space.
  await firefox.type('12')
  await assertValues({ street: 'Mlynská 12' })
  await waitForOption(/^Mlynská 12/)
  await firefox.type(KEYS.ArrowDown + KEYS.Enter)
  await assertValues({ street: 'Mlynská 12/3B', town: 'Dolné Vzorky', postcode: '99901' })
  assert.deepEqual(firefox.complaints, [])
})

test('the page for companies is filled in Firefox by a number and Tab', { skip: withoutFirefox }, async () => {
  await openGuide('company: Name and seat in one line (html)')
  await focus('ico')
  await firefox.type(ICOS.living + KEYS.Tab)
  await assertValues({ company: 'Mlyn pri moste, s.r.o.', ico: ICOS.living })
  assert.equal(await firefox.waitFor('document.activeElement.id'), 'company')
  assert.deepEqual(firefox.complaints, [])
})

test('an address that was typed to the end is completed in Firefox by the button below it', {
  skip: withoutFirefox,
}, async () => {
  await openGuide('form: Plain HTML (html)', (html) => html.replace('<regista-address', '<regista-address verify'))
  // Without the second file, what was typed is nothing that it knows of.
  await firefox.waitFor("document.querySelector('regista-hint')")
  await focus('street')
  await firefox.type('Mlynska 12/3B')
  await focus('town')
  await firefox.type(`Dolné Vzorky${KEYS.Tab}${KEYS.Tab}`)
  await firefox.waitFor("document.querySelector('#street[data-regista=completed]')")
  await assertValues({ street: 'Mlynska 12/3B', town: 'Dolné Vzorky', postcode: '' })
  await firefox.waitFor("(document.querySelector('regista-hint').shadowRoot.querySelector('button').focus(), true)")
  await firefox.type(KEYS.Enter)
  await assertValues({ street: 'Mlynská 12/3B', town: 'Dolné Vzorky', postcode: '99901' })
  assert.deepEqual(firefox.complaints, [])
})
