import type { Language } from '../index.ts'

/** Everything that a widget says to the person who types. */
export const TEXTS = {
  sk: {
    suggestions: 'Návrhy',
    loading: 'Hľadáme…',
    empty: 'Nič sme nenašli.',
    offline: 'Ste bez internetu.',
    quota: 'Návrhy sa minuli.',
    broken: 'Služba teraz nefunguje.',
    freely: 'Údaje dopíšte sami.',
    number: 'Napíšte číslo domu.',
    inactive: 'neaktívna',
  },
  cs: {
    suggestions: 'Návrhy',
    loading: 'Hledáme…',
    empty: 'Nic jsme nenašli.',
    offline: 'Jste bez internetu.',
    quota: 'Návrhy došly.',
    broken: 'Služba teď nefunguje.',
    freely: 'Údaje dopište sami.',
    number: 'Napište číslo domu.',
    inactive: 'neaktivní',
  },
  en: {
    suggestions: 'Suggestions',
    loading: 'Searching…',
    empty: 'Nothing found.',
    offline: 'You are offline.',
    quota: 'No suggestions left.',
    broken: 'The service is down.',
    freely: 'Please type it yourself.',
    number: 'Type the house number.',
    inactive: 'inactive',
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>

export type Texts = { readonly [name in keyof typeof TEXTS.en]: string }

/** The language of the page around the field; English if we do not speak it. */
export function languageOf(input: Element, wanted?: string): Language {
  // Beyond a shadow root there is only the whole page.
  const tag = wanted ?? (input.closest<HTMLElement>('[lang]') ?? document.documentElement).lang
  return tag.startsWith('sk') ? 'sk' : tag.startsWith('cs') ? 'cs' : 'en'
}
