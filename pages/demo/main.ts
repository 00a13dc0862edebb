import type { Country, Language } from '../../client/src/index.ts'
import { formHtml } from './form-html.ts'
import { openPanel } from './panel.ts'
import { TEXTS, type Texts } from './texts.ts'

/** What `npm start` tells the page. */
interface DemoPage {
  readonly base_url: string
  readonly client_id: string
  readonly console_url: string
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
document.querySelector<HTMLAnchorElement>('#docs')!.href = `${page.base_url}/docs#client_id=${page.client_id}`
document.querySelector<HTMLAnchorElement>('#console')!.href = page.console_url
document.querySelector('#copy')!.addEventListener('click', copyForm)
openPanel(page.base_url, textOf)
showTexts()
// The widgets begin with their service and their language.
const { defineElements } = await import('../../client/src/elements/widget-element.ts')
defineElements()
document.body.classList.remove('starting')
// Before anybody types the panel has an answer.
const { createRegista } = await import('../../client/src/create-regista.ts')
const regista = createRegista({ baseUrl: page.base_url, clientId: page.client_id })
void regista.suggestAddresses({ q: page.examples.sk.addresses![0]! }).catch(() => undefined)

/** The page is written in English. */
function readTexts(): Partial<Record<string, string>> {
  return Object.fromEntries([
    ...Array.from(all('[data-text]'), ({ dataset, textContent }) => [dataset.text!, textContent]),
    ...Array.from(all('[data-label]'), ({ dataset, ariaLabel }) => [dataset.label!, ariaLabel]),
  ])
}

function showTexts(): void {
  const language = chosen('language')
  document.documentElement.lang = language
  document.title = textOf('title')
  for (const element of all('[data-text]')) element.textContent = textOf(element.dataset.text as keyof Texts)
  for (const element of all('[data-label]')) element.ariaLabel = textOf(element.dataset.label as keyof Texts)
  for (const element of all('regista-address, regista-company')) element.setAttribute('lang', language)
  showExamples()
}

async function copyForm(): Promise<void> {
  const { base_url: baseUrl, client_id: clientId } = page
  const copied = formHtml({ baseUrl, clientId, language: chosen('language'), textOf })
  const outcome = await navigator.clipboard.writeText(copied).then(
    () => 'copied' as const,
    () => 'notCopied' as const,
  )
  document.querySelector('#copied')!.textContent = textOf(outcome)
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
