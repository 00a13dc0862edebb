import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type * as Elements from '../../../client/src/elements.ts'
import type * as Library from '../../../client/src/index.ts'
import { pickFirst, typeInto, valuesOf, waitForOptions } from './testing/shop-page.ts'
import { openWidgetScene } from './testing/widget-scene.ts'

/* Widgets at inputs that the page makes later, replaces or moves. */

/** The global of the script tag. */
type Everything = typeof Elements & typeof Library

const scene = await openWidgetScene()
const { baseUrl, clientId } = scene

const FIELDS = `<label>Ulica <input id="street"></label><label>Mesto <input id="town"></label>
  <label>Firma <input id="company"></label><label>IČO <input id="ico"></label>`

/** A page that watches its inputs, with the script twice, as shops paste it. */
async function openWatching(body: string) {
  const scripts = '<script src="/regista.min.js"></script>'.repeat(2)
  const opened = await scene.shop(`<form>${body}</form><template>${FIELDS}</template>${scripts}`)
  await watch(opened.page)
  return opened
}

async function watch(page: Page): Promise<void> {
  await page.evaluate(
    ({ baseUrl, clientId }) => {
      const { createRegista, watch } = (window as unknown as { Regista: Everything }).Regista
      const regista = createRegista({ baseUrl, clientId })
      const stops = [
        watch('#street', { regista, country: 'sk', value: 'street-line', fields: { town: '#town' } }),
        watch('#company', { kind: 'company', regista, country: 'sk', fields: { ico: '#ico' } }),
      ]
      Object.assign(window, { stop: () => stops.map((stop) => stop()) })
    },
    { baseUrl, clientId },
  )
}

/** Puts new fields in the place of all that the form has. */
async function replaceForm(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { content } = document.querySelector('template')!
    document.querySelector('form')!.replaceChildren(content.cloneNode(true))
  })
}

async function pickStreet(page: Page): Promise<void> {
  await page.locator('#street').fill('')
  await typeInto(page, '#street', 'kratka trnava')
  await waitForOptions(page, /^Krátka, 91701 Trnava/)
  await pickFirst(page)
  await waitForOptions(page, /^Krátka \d/)
  assert.deepEqual(await valuesOf(page, 'street', 'town'), ['Krátka ', 'Trnava'])
}

test('an input that comes later gets a widget, and so does the one that takes its place', async () => {
  await using opened = await openWatching('')
  const { page, complaints } = opened
  for (const _ of ['first', 'second']) {
    await replaceForm(page)
    await pickStreet(page)
    assert.equal(await page.locator('regista-list').count(), 2)
    await page.keyboard.press('Escape')
    const name = scene.vocabulary.names.sk[0]!
    await typeInto(page, '#company', name.slice(0, 4))
    await waitForOptions(page, new RegExp(`^${name}`))
    await pickFirst(page)
    assert.match((await valuesOf(page, 'ico'))[0]!, /^\d{8}$/)
  }
  assert.deepEqual(complaints, [])
})

test('an input keeps its widget where the page moves it, and the list is seen again', async () => {
  await using opened = await openWatching(FIELDS)
  const { page, complaints } = opened
  await pickStreet(page)
  for (const move of [
    () => document.querySelector('main')!.append(document.querySelector('form')!),
    // The lists stay behind.
    () => {
      const form = document.createElement('form')
      form.append(...document.querySelectorAll('label'))
      document.querySelector('form')!.replaceWith(form)
    },
  ]) {
    await page.evaluate(move)
    await page.locator('#street').focus()
    await page.keyboard.insertText('1')
    await waitForOptions(page, /^Krátka 1/)
    assert.equal(
      await page
        .locator('regista-list')
        .filter({ has: page.locator('regista-option') })
        .isVisible(),
      true,
    )
    await pickStreet(page)
  }
  assert.deepEqual(complaints, [])
})

test('an input that is watched twice has one widget', async () => {
  await using opened = await openWatching(FIELDS)
  const { page } = opened
  await watch(page)
  await pickStreet(page)
  assert.equal(await page.locator('regista-list').count(), 2)
})

test('a page that stops watching is left without a trace', async () => {
  await using opened = await openWatching(FIELDS)
  const { page } = opened
  await page.evaluate('stop()')
  await replaceForm(page)
  assert.equal(await page.locator('form').innerHTML(), FIELDS)
})
