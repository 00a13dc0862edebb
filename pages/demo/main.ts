import type { Country, Language } from '../../client/src/index.ts'
import { openPanel } from './panel.ts'
import { TEXTS, type Texts } from './texts.ts'

/** What `npm start` tells the page. */
interface DemoPage {
  readonly base_url: string
  readonly client_id: string
  readonly examples: Readonly<Record<Country, Readonly<Record<string, readonly string[]>>>>
}

const all = <Kind extends HTMLElement>(selector: string) => document.querySelectorAll<Kind>(selector)
const radios = (name: string) => all<HTMLInputElement>(`[name=${name}]`)
const chosen = (name: string): string => [...radios(name)].find(({ checked }) => checked)?.value ?? ''
const english = readTexts()
const textOf = (name: keyof Texts): string => TEXTS[chosen('language') as Language][name] ?? english[name]!

const page = (await (await fetch('/demo.json')).json()) as DemoPage
const wanted = navigator.language.slice(0, 2)
for (const radio of radios('language')) radio.checked = radio.value === (wanted in TEXTS ? wanted : 'en')

for (const element of all('regista-address, regista-company')) {
  element.setAttribute('base-url', page.base_url)
  element.setAttribute('client-id', page.client_id)
}
for (const radio of radios('language')) radio.addEventListener('change', showTexts)
for (const radio of radios('country')) radio.addEventListener('change', showExamples)
document.querySelector('#checkout')!.addEventListener('submit', (event) => {
  event.preventDefault()
  document.querySelector('#done')!.textContent = textOf('ordered')
})
openPanel(page.base_url, () => textOf('cached'))
showTexts()
// The widgets begin with their service and their language.
await import('../../client/src/elements.ts')
document.body.classList.remove('starting')

/** The page is written in English. */
function readTexts(): Partial<Record<string, string>> {
  return Object.fromEntries(Array.from(all('[data-text]'), ({ dataset, textContent }) => [dataset.text!, textContent]))
}

function showTexts(): void {
  const language = chosen('language')
  document.documentElement.lang = language
  document.title = textOf('title')
  for (const element of all('[data-text]')) element.textContent = textOf(element.dataset.text as keyof Texts)
  for (const element of all('regista-address, regista-company')) element.setAttribute('lang', language)
  showExamples()
}

function showExamples(): void {
  const examples = page.examples[chosen('country') as Country]
  for (const list of all('[data-examples]')) {
    const input = document.querySelector<HTMLInputElement>(`#${list.dataset.for}`)!
    const chips = examples[list.dataset.examples!]!.map((text) => newChip(text, input))
    list.replaceChildren(`${textOf('attempt')}: `, ...chips)
  }
}

/** A button that types an example as a person would. */
function newChip(text: string, input: HTMLInputElement): HTMLButtonElement {
  const chip = document.createElement('button')
  chip.type = 'button'
  chip.textContent = text
  chip.addEventListener('click', () => {
    input.focus()
    input.value = text
    input.dispatchEvent(new InputEvent('input', { inputType: 'insertText', bubbles: true }))
  })
  return chip
}
