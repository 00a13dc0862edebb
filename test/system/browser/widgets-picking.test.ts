import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type * as Elements from '../../../client/src/elements.ts'
import type * as Library from '../../../client/src/index.ts'
import { stopClock } from './testing/page-clock.ts'
import {
  checkWithAxe,
  holdRequests,
  pickFirst,
  typeInto,
  valuesOf,
  waitForMessage,
  waitForOptions,
} from './testing/shop-page.ts'
import { nextEvent, sendFence, watchRequests } from './testing/watch-page.ts'
import { openWidgetScene } from './testing/widget-scene.ts'

/** The global of the script tag. */
type Everything = typeof Elements & typeof Library

const scene = await openWidgetScene()
const { baseUrl, clientId, shop } = scene
const company = scene.vocabulary.names.sk[0]!

const PARTS = 'value="street-line" fields="street: #road; number: #number; postcode: #zip; town: #town; latitude: #lat"'

const addressForm = (attributes = PARTS, input = '') => `<form>
  <regista-address ${scene.access} ${attributes}><label>Ulica a číslo <input id="street" name="street" ${input}></label>
  </regista-address><label>Ulica <input id="road"></label><label>Číslo <input id="number"></label>
  <label>PSČ <input id="zip" name="zip"></label><label>Mesto <input id="town" name="town"></label>
  <input type="hidden" id="lat" name="lat"><button>Odoslať</button><button type="reset">Vymazať</button></form>`

const companyForm = (fields: string, access = scene.access) => `<form>
  <regista-company ${access} fields="${fields}"><label>Firma <input id="company" name="company"></label>
  </regista-company><label>IČO <input id="ico"></label><label>Sídlo <input id="seat"></label>
  <label>Mesto <input id="town"></label><label>Forma <input id="form"></label></form>`

/** Types the beginning of a street that only one town has, and picks it. Returns its town. */
async function pickStreet(page: Page, typed = 'dlha'): Promise<string> {
  await typeInto(page, '#street', typed)
  const [street] = await waitForOptions(page, /^Dlhá, /)
  await pickFirst(page)
  return street!.replace(/^Dlhá, | · všetky čísla$/g, '')
}

/** Types the beginning of a company, and waits until it is suggested. */
async function findCompany(page: Page): Promise<string> {
  await typeInto(page, '#company', company.slice(0, 4))
  const [first] = await waitForOptions(page, new RegExp(`^${company}`))
  return first!
}

test('typing, a street, a house: the form is filled by the keyboard alone, and axe finds nothing', async () => {
  await using opened = await shop(addressForm())
  const { page, complaints } = opened
  await checkWithAxe(page)
  const town = await pickStreet(page)
  await checkWithAxe(page)
  const [house] = await waitForOptions(page, /^Dlhá \d/)
  const caret = page.locator('#street').evaluate((input: HTMLInputElement) => input.selectionStart)
  assert.equal(await caret, 'Dlhá '.length)
  assert.deepEqual(await valuesOf(page, 'street', 'town', 'number'), ['Dlhá ', town, ''])
  const number = /^Dlhá ([^,]+),/.exec(house!)![1]!
  await page.keyboard.insertText(number)
  await waitForOptions(page, new RegExp(`^Dlhá ${number},`))
  await page.keyboard.press('ArrowDown')
  const active = await page.locator('#street').getAttribute('aria-activedescendant')
  assert.equal(await page.locator(`[id="${active}"]`).getAttribute('aria-selected'), 'true')
  await page.keyboard.press('Enter')
  assert.deepEqual(await valuesOf(page, 'street', 'road', 'number', 'town'), [`Dlhá ${number}`, 'Dlhá', number, town])
  assert.equal(await page.locator('#street').getAttribute('aria-expanded'), 'false')
  await checkWithAxe(page)
  assert.deepEqual(complaints, [])
})

test('leaving after a street fills what is known, and keeps the number as it was typed', async () => {
  await using opened = await shop(addressForm())
  const { page } = opened
  const town = await pickStreet(page)
  await waitForOptions(page, /^Dlhá \d/)
  await page.keyboard.insertText('9871 byt 5')
  await page.keyboard.press('Tab')
  const values = await valuesOf(page, 'street', 'road', 'number', 'town')
  assert.deepEqual(values, ['Dlhá 9871 byt 5', 'Dlhá', '9871 byt 5', town])
})

test('Enter after a street fills what is known and closes the list, and the next one submits the form', async () => {
  await using opened = await shop(addressForm())
  const { page } = opened
  const town = await pickStreet(page)
  await page.keyboard.insertText('9871 byt 5')
  const submitted = page.waitForRequest((request) => request.url().includes('street='))
  await page.keyboard.press('Enter')
  assert.deepEqual(await valuesOf(page, 'street', 'town', 'number'), ['Dlhá 9871 byt 5', town, '9871 byt 5'])
  assert.equal(await page.locator('regista-list').isVisible(), false)
  await page.keyboard.press('Enter')
  const { searchParams } = new URL((await submitted).url())
  assert.deepEqual([searchParams.get('street'), searchParams.get('town')], ['Dlhá 9871 byt 5', town])
})

test('a street can be picked again after its text was replaced', async () => {
  await using opened = await shop(addressForm())
  const { page } = opened
  const town = await pickStreet(page)
  await waitForOptions(page, /^Dlhá \d/)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  assert.equal(await pickStreet(page, 'dlha'), town)
})

test('a number that was typed before its street is kept', async () => {
  await using opened = await shop(addressForm())
  const { page } = opened
  await pickStreet(page, 'dlha 9871')
  assert.deepEqual(await valuesOf(page, 'street'), ['Dlhá 9871'])
})

test('a text that is typed after a pick stays, and hidden fields of the pick are emptied', async () => {
  await using opened = await shop(addressForm())
  const { page } = opened
  await page.locator('#lat').evaluate((field: HTMLInputElement) => (field.value = 'mine'))
  await pickStreet(page)
  await waitForOptions(page, /^Dlhá \d/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const [lat] = await valuesOf(page, 'lat')
  assert.notEqual(lat, 'mine')
  await page.keyboard.type(' x')
  assert.deepEqual(await valuesOf(page, 'lat'), [''])
  assert.match((await valuesOf(page, 'street'))[0]!, /^Dlhá .* x$/)
})

test('a hidden field that the page changed after the pick is not emptied', async () => {
  await using opened = await shop(addressForm())
  const { page } = opened
  await pickStreet(page)
  await waitForOptions(page, /^Dlhá \d/)
  await pickFirst(page)
  await page.locator('#lat').evaluate((field: HTMLInputElement) => (field.value = 'mine'))
  await page.keyboard.type(' x')
  assert.deepEqual(await valuesOf(page, 'lat'), ['mine'])
})

for (const [what, clear] of [
  ['a reset of the form', (page: Page) => page.getByText('Vymazať').click()],
  ['the button that clears a search field', clickClearButton],
] as const)
  test(`hidden fields of a pick are emptied by ${what}`, async () => {
    await using opened = await shop(addressForm(PARTS, 'type="search"'))
    const { page } = opened
    await pickStreet(page)
    await waitForOptions(page, /^Dlhá \d/)
    await pickFirst(page)
    assert.notDeepEqual(await valuesOf(page, 'lat'), [''])
    await clear(page)
    assert.deepEqual(await valuesOf(page, 'street', 'lat'), ['', ''])
  })

async function clickClearButton(page: Page): Promise<void> {
  const { width, height } = (await page.locator('#street').boundingBox())!
  await page.locator('#street').click({ position: { x: width - 20, y: height / 2 } })
}

test('a touched company fills its fields, with one read of its detail if a field needs it', async () => {
  const fields = 'ico: #ico; address: #seat; town: #town; legal-form: #form'
  await using opened = await shop(companyForm(fields), { hasTouch: true, isMobile: true })
  const { page, complaints } = opened
  const requests = watchRequests(page)
  await page.locator('#company').tap()
  await page.keyboard.insertText(company.slice(0, 4))
  const [first] = await waitForOptions(page, new RegExp(`^${company}`))
  await checkWithAxe(page)
  await page.locator('[role=option]').first().tap()
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#form')!.value !== '')
  const [name, ico, seat] = await valuesOf(page, 'company', 'ico', 'seat')
  assert.equal(`${name}, ${ico} · ${seat}`, first)
  assert.equal(requests.filter((url) => url === `${baseUrl}/v1/companies/sk/${ico}`).length, 1)
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'company')
  assert.deepEqual(complaints, [])
})

test('a field that is edited while the widget reads the detail keeps its text', async () => {
  await using opened = await shop(companyForm('ico: #ico; town: #town'))
  const { page } = opened
  const held = await holdRequests(page, '**/v1/companies/**')
  await findCompany(page)
  await page.locator('[role=option]').first().click()
  const detail = await held.next()
  await page.locator('#ico').fill('mine')
  await detail.continue()
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#town')!.value !== '')
  assert.deepEqual(await valuesOf(page, 'ico'), ['mine'])
})

for (const [name, fields, hasScope] of [
  ['no mapped field needs it', 'ico: #ico; address: #seat', true],
  ['the project does not allow it', 'ico: #ico; address: #seat; town: #town', false],
] as const)
  test(`no company detail is read if ${name}`, async () => {
    const { access } = await scene.newCustomer({ details: hasScope })
    await using opened = await shop(companyForm(fields, access))
    const { page } = opened
    const requests = watchRequests(page)
    const picked = nextEvent(page, 'regista-pick')
    await findCompany(page)
    await page.locator('[role=option]').first().click()
    await picked
    const [filled, ico, seat, town] = await valuesOf(page, 'company', 'ico', 'seat', 'town')
    assert.deepEqual([filled, /^\d{8}$/.test(ico!), seat !== '', town], [company, true, true, ''])
    assert.deepEqual(
      requests.filter((url) => url.startsWith(`${baseUrl}/v1/companies/`)),
      [],
    )
  })

test('forms work as without a widget: required, validation, free text, submit and reset', async () => {
  await using opened = await shop(addressForm(PARTS, 'required pattern=".{5,}" value="Pôvodná 1"'))
  const { page } = opened
  const isValid = () => page.locator('form').evaluate((form: HTMLFormElement) => form.checkValidity())
  await page.locator('#street').fill('')
  assert.equal(await isValid(), false)
  await typeInto(page, '#street', 'Dlhá')
  await waitForOptions(page, /^Dlhá/)
  assert.equal(await isValid(), false)
  await page.locator('form').evaluate((form: HTMLFormElement) => form.reset())
  assert.equal(await page.locator('[role=option]').count(), 0)
  assert.deepEqual(await valuesOf(page, 'street'), ['Pôvodná 1'])
  await page.locator('#street').fill('')
  await typeInto(page, '#street', 'Moja vlastná 7')
  assert.equal(await isValid(), true)
  await page.locator('regista-list').waitFor()
  const submitted = page.waitForRequest((request) => request.url().includes('street=Moja'))
  // Once the list is closed, Enter belongs to the form.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await submitted
})

test('values that a script sets open no list', async () => {
  await using opened = await shop(addressForm(PARTS, 'autocomplete="street-address"'))
  const { page } = opened
  // A search would have to wait for its session.
  await typeInto(page, '#street', 'hl')
  await waitForOptions(page, /^Hl/)
  await page.keyboard.press('Escape')
  await stopClock(page)
  const requests = watchRequests(page)
  await page.locator('#street').evaluate((input: HTMLInputElement) => {
    input.value = 'Dlh'
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.clock.runFor(1000)
  await sendFence(page, `${baseUrl}/fence`)
  assert.deepEqual(requests, [`${baseUrl}/fence`])
  assert.equal(await page.locator('regista-list').isVisible(), false)
  assert.equal(await page.locator('#street').getAttribute('autocomplete'), 'street-address')
  // The widget searches for a text that is typed after it.
  await page.keyboard.press('End')
  await page.keyboard.insertText('á')
  await page.clock.runFor(1000)
  await waitForOptions(page, /^Dlhá/)
})

test('an accent of a dead key is not searched for before its letter', async () => {
  await using opened = await shop(addressForm())
  const { page, context } = opened
  const session = await context.newCDPSession(page)
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  const requests = watchRequests(page)
  await typeInto(page, '#street', 'Kr')
  await waitForOptions(page, /^Kr/)
  await stopClock(page)
  for (const text of ['´', 'ˇ', '¨', 'á']) {
    await compose(text)
    await page.clock.runFor(1000)
    await sendFence(page, `${baseUrl}/fence`)
  }
  const searched = requests.flatMap((url) => new URL(url).searchParams.get('q') ?? [])
  assert.deepEqual(searched, ['Kr', 'Krá'])
})

test('while an input method composes, texts are searched for and keys are left to it', async () => {
  await using opened = await shop(addressForm())
  const { page, context } = opened
  const session = await context.newCDPSession(page)
  await page.locator('#street').click()
  await session.send('Input.imeSetComposition', { text: 'Dlhá', selectionStart: 4, selectionEnd: 4 })
  await waitForOptions(page, /^Dlhá/)
  await page.locator('#street').dispatchEvent('keydown', { key: 'ArrowDown', isComposing: true, bubbles: true })
  assert.equal(await page.locator('[aria-selected=true]').count(), 0)
  await session.send('Input.insertText', { text: 'Dlhá' })
  await page.keyboard.press('ArrowDown')
  assert.equal(await page.locator('[aria-selected=true]').count(), 1)
})

test('in a modal dialog the list is on top, and Escape closes the list before the dialog', async () => {
  await using opened = await shop(`<dialog aria-label="Adresa">${addressForm()}</dialog>`)
  const { page } = opened
  await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.showModal())
  await typeInto(page, '#street', 'dlha')
  await waitForOptions(page, /^Dlhá/)
  await checkWithAxe(page)
  await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => {
    dialog.addEventListener('keydown', ({ key }) => dialog.setAttribute('data-key', key), { once: true })
  })
  await page.keyboard.press('Escape')
  assert.equal(await page.locator('[role=option]').count(), 0)
  assert.equal(await page.locator('dialog').getAttribute('data-key'), null)
  assert.equal(await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.open), true)
  await page.keyboard.press('ArrowDown')
  await waitForOptions(page, /^Dlhá/)
  await page.locator('[role=option]').first().click()
  assert.match((await valuesOf(page, 'street'))[0]!, /^Dlhá /)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  assert.equal(await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.open), false)
})

test('in a shadow root the widget fills fields of the same root', async () => {
  await using opened = await shop(`<div><template shadowrootmode="open">${addressForm()}</template></div>`)
  const { page, complaints } = opened
  await typeInto(page, '#street', 'dlha 1')
  await page.locator('[role=option]').first().waitFor()
  await checkWithAxe(page)
  assert.equal(await page.locator('[role=listbox]').getAttribute('aria-label'), 'Návrhy')
  await pickFirst(page)
  assert.deepEqual(await valuesOf(page, 'road'), ['Dlhá'])
  assert.deepEqual(complaints, [])
})

test('the sources of the suggestions are named below them', async () => {
  await using opened = await shop(addressForm())
  const { page } = opened
  await typeInto(page, '#street', 'dlha')
  await waitForOptions(page, /^Dlhá/)
  assert.match(await page.locator('regista-list [part=foot]').innerText(), /Register adries.*CC/)
})

for (const [lang, message] of [
  ['sk', 'Nič sme nenašli. Údaje dopíšte sami.'],
  ['cs', 'Nic jsme nenašli. Údaje dopište sami.'],
  ['en', 'Nothing found. Type it yourself.'],
] as const)
  test(`nothing found is said in words: ${lang}`, async () => {
    await using opened = await shop(addressForm(`lang="${lang}"`))
    const { page } = opened
    await typeInto(page, '#street', 'xqxqxq')
    await waitForMessage(page, message)
    await checkWithAxe(page)
  })

test('a page gives the list its colours, and changes the language while it is open', async () => {
  await using opened = await shop(addressForm())
  const { page } = opened
  await page.evaluate(() => document.documentElement.style.setProperty('--regista-accent', 'rgb(1, 2, 3)'))
  await typeInto(page, '#street', 'dlha')
  await waitForOptions(page, /^Dlhá/)
  const match = page.locator('regista-option [part=match]').first()
  assert.equal(await match.evaluate((part) => getComputedStyle(part).color), 'rgb(1, 2, 3)')
  await page.locator('regista-address').evaluate((element) => element.setAttribute('lang', 'en'))
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('xqxqxq')
  await waitForMessage(page, 'Nothing found. Type it yourself.')
  assert.equal(await page.locator('regista-list').count(), 1)
})

test('a function attaches to an input that exists, and detaches without a trace', async () => {
  const fields = '<label>Firma <input id="company"></label><label>IČO <input id="ico"></label>'
  await using opened = await shop(`${fields}<script src="/regista.min.js"></script>`)
  const { page, complaints } = opened
  const before = await page.locator('main').innerHTML()
  const attachment = await page.evaluateHandle(
    ({ baseUrl, clientId }) => {
      const { attachCompany, createRegista } = (window as unknown as { Regista: Everything }).Regista
      const find = (id: string) => document.querySelector<HTMLInputElement>(id)!
      const regista = createRegista({ baseUrl, clientId })
      return attachCompany(find('#company'), { regista, country: () => 'sk', fields: { ico: find('#ico') } })
    },
    { baseUrl, clientId },
  )
  await findCompany(page)
  await page.locator('[role=option]').first().click()
  const [name, ico] = await valuesOf(page, 'company', 'ico')
  assert.equal(name, company)
  assert.match(ico!, /^\d{8}$/)
  await attachment.evaluate(({ detach }) => detach())
  const after = await page.locator('main').innerHTML()
  assert.equal(after.replace(' autocomplete="off"', ''), before)
  assert.deepEqual(complaints, [])
})
