import type { Language } from '../index.ts'

/** Everything that a widget says to the person who types. */
export interface Texts {
  readonly addresses: string
  readonly companies: string
  readonly loading: string
  readonly empty: string
  readonly offline: string
  readonly busy: string
  readonly quota: string
  readonly denied: string
  readonly broken: string
  /** The fields of a picked company that only its detail has stayed empty. */
  readonly noDetail: string
  /** After a street was picked. */
  readonly number: string
  readonly dissolved: string
  readonly removed: string
  readonly count: (count: number) => string
  readonly filled: (text: string) => string
}

export const TEXTS: Readonly<Record<Language, Texts>> = {
  sk: {
    addresses: 'Návrhy adries',
    companies: 'Návrhy firiem',
    loading: 'Hľadáme…',
    empty: 'Nič sme nenašli. Údaj môžete dopísať aj bez návrhu.',
    offline: 'Nie ste pripojení k internetu. Údaj môžete dopísať aj bez návrhu.',
    busy: 'Návrhy sa teraz oneskorujú. O chvíľu to skúsime znova.',
    quota: 'Návrhy sú teraz vyčerpané. Údaj, prosím, dopíšte.',
    denied: 'Návrhy na tejto stránke nie sú dostupné. Údaj, prosím, dopíšte.',
    broken: 'Návrhy teraz nefungujú. Údaj, prosím, dopíšte.',
    noDetail: 'Podrobnosti o firme sa nepodarilo načítať. Zvyšné údaje, prosím, dopíšte.',
    number: 'Teraz napíšte číslo domu.',
    dissolved: 'zaniknutá',
    removed: 'už nie je v registri',
    count: (count) => `Počet návrhov: ${count}. Vyberte šípkami.`,
    filled: (text) => `Vyplnené: ${text}`,
  },
  cs: {
    addresses: 'Návrhy adres',
    companies: 'Návrhy firem',
    loading: 'Hledáme…',
    empty: 'Nic jsme nenašli. Údaj můžete dopsat i bez návrhu.',
    offline: 'Nejste připojeni k internetu. Údaj můžete dopsat i bez návrhu.',
    busy: 'Návrhy se teď opožďují. Za chvíli to zkusíme znovu.',
    quota: 'Návrhy jsou teď vyčerpané. Údaj prosím dopište.',
    denied: 'Návrhy na této stránce nejsou dostupné. Údaj prosím dopište.',
    broken: 'Návrhy teď nefungují. Údaj prosím dopište.',
    noDetail: 'Podrobnosti o firmě se nepodařilo načíst. Zbylé údaje prosím dopište.',
    number: 'Teď napište číslo domu.',
    dissolved: 'zaniklá',
    removed: 'už není v rejstříku',
    count: (count) => `Počet návrhů: ${count}. Vyberte šipkami.`,
    filled: (text) => `Vyplněno: ${text}`,
  },
  en: {
    addresses: 'Address suggestions',
    companies: 'Company suggestions',
    loading: 'Searching…',
    empty: 'Nothing found. You can type it without a suggestion.',
    offline: 'You are offline. You can type it without a suggestion.',
    busy: 'Suggestions are delayed. We will try again in a moment.',
    quota: 'Suggestions have run out for now. Please type it yourself.',
    denied: 'Suggestions are not available on this page. Please type it yourself.',
    broken: 'Suggestions do not work at the moment. Please type it yourself.',
    noDetail: 'The company details could not be loaded. Please fill in the rest yourself.',
    number: 'Now type the house number.',
    dissolved: 'dissolved',
    removed: 'no longer in the register',
    count: (count) => `Suggestions: ${count}. Choose with the arrow keys.`,
    filled: (text) => `Filled in: ${text}`,
  },
}

/** The language of the page around the field; English if we do not speak it. */
export function languageOf(input: Element, wanted: string | undefined): Language {
  const tag = wanted || input.closest('[lang]')?.getAttribute('lang') || document.documentElement.lang
  const language = tag.slice(0, 2).toLowerCase()
  return language === 'sk' || language === 'cs' ? language : 'en'
}
