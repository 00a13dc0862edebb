import type { Address } from '../api-types.ts'
import type { Language } from '../regista.ts'

const QUESTIONS: Readonly<Record<Language, string>> = {
  sk: 'Mysleli ste',
  cs: 'Mysleli jste',
  en: 'Did you mean',
}

export interface Hint {
  readonly show: (address: Address, onclick: () => void) => void
  readonly hide: () => void
}

/**
 * A question with a button below the field, which screen readers announce. The button follows the field in the order of
 * Tab, so the person who has just left the field goes one step back. Pages style it by `::part(proposal)`.
 */
export function createHint(input: HTMLElement, lang: Language, signal: AbortSignal): Hint {
  const element = document.createElement('regista-hint')
  const shadow = element.attachShadow({ mode: 'open' })
  // It is there before its text, or screen readers would not announce it.
  Object.assign(element, { role: 'status', lang, style: 'display:block;font-size:smaller' })
  ;(input.closest('label') ?? input).after(element)
  signal.addEventListener('abort', () => element.remove())

  return {
    show({ name, source }, onclick) {
      const button = document.createElement('button')
      const textContent = `${QUESTIONS[lang]} ${name}?`
      Object.assign(button, { type: 'button', part: 'proposal', style: 'font:inherit', textContent, onclick })
      shadow.replaceChildren(button, ' ', source.attribution)
    },
    hide: () => shadow.replaceChildren(),
  }
}
