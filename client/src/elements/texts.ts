import type { Language } from '../index.ts'

/** Everything that a widget says to the person who types. */
export const TEXTS = {
  sk: {
    suggestions: 'Návrhy',
    loading: 'Hľadáme…',
    empty: 'Nič sme nenašli.',
    partly: 'Časť textu sme nenašli.',
    offline: 'Ste bez internetu.',
    quota: 'Návrhy sa minuli.',
    broken: 'Služba teraz nefunguje.',
    freely: 'Údaje dopíšte sami.',
    dropped: 'Výber zrušený.',
    houseNumber: 'Napíšte číslo domu.',
    allNumbers: 'všetky čísla',
    inactive: 'neaktívna',
    begun: 'Stačia začiatky slov: ',
    house: 'hla 12 kos',
    firm: 'pek nit',
  },
  cs: {
    suggestions: 'Návrhy',
    loading: 'Hledáme…',
    empty: 'Nic jsme nenašli.',
    partly: 'Část textu jsme nenašli.',
    offline: 'Jste bez internetu.',
    quota: 'Návrhy došly.',
    broken: 'Služba teď nefunguje.',
    freely: 'Údaje dopište sami.',
    dropped: 'Výběr zrušen.',
    houseNumber: 'Napište číslo domu.',
    allNumbers: 'všechna čísla',
    inactive: 'neaktivní',
    begun: 'Stačí začátky slov: ',
    house: 'hla 12 brn',
    firm: 'pek brn',
  },
  en: {
    suggestions: 'Suggestions',
    loading: 'Searching…',
    empty: 'Nothing found.',
    partly: 'Part of the text was not found.',
    offline: 'You are offline.',
    quota: 'No suggestions left.',
    broken: 'The service is down.',
    freely: 'Type it yourself.',
    dropped: 'Selection cleared.',
    houseNumber: 'Type the house number.',
    allNumbers: 'all numbers',
    inactive: 'inactive',
    begun: 'Beginnings of words are enough: ',
    house: 'hla 12 kos',
    firm: 'pek nit',
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>

export type Texts = { readonly [name in keyof typeof TEXTS.en]: string }

/** The language of the page around the field; English if we do not speak it. */
export function languageOf(input: Element, wanted?: string): Language {
  // Beyond a shadow root there is only the whole page.
  const tag = wanted ?? (input.closest<HTMLElement>('[lang]') ?? document.documentElement).lang
  const language = tag.slice(0, 2)
  return language in TEXTS ? (language as Language) : 'en'
}
