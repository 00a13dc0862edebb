export interface Texts {
  readonly title: string
  readonly demo: string
  readonly language: string
  readonly checkout: string
  readonly lead: string
  readonly delivery: string
  readonly country: string
  readonly slovakia: string
  readonly czechia: string
  readonly street: string
  readonly postcode: string
  readonly town: string
  readonly company: string
  readonly optional: string
  readonly companyName: string
  readonly ico: string
  readonly seat: string
  readonly goods: string
  readonly price: string
  readonly order: string
  readonly ordered: string
  readonly attempt: string
  readonly answered: string
  readonly time: string
  readonly wait: string
  readonly api: string
  readonly draw: string
  readonly charged: string
  readonly chargedNote: string
  readonly available: string
  readonly availableNote: string
  readonly cached: string
  readonly nothingYet: string
  readonly foot: string
}

export const TEXTS: { readonly en: Partial<Texts>; readonly sk: Texts; readonly cs: Texts } = {
  /** The page has the rest of it. */
  en: {
    title: 'Checkout · Regista demo',
    ordered: 'The form is complete. This is a demo, so nothing was ordered.',
    attempt: 'Try',
    cached: 'from the cache of the page',
  },
  sk: {
    title: 'Pokladňa · ukážka Regista',
    demo: 'ukážkový obchod',
    language: 'Jazyk',
    checkout: 'Pokladňa',
    lead: 'Napíšte pár písmen. Zvyšok doplní formulár.',
    delivery: 'Adresa doručenia',
    country: 'Krajina',
    slovakia: 'Slovensko',
    czechia: 'Česko',
    street: 'Ulica a číslo',
    postcode: 'PSČ',
    town: 'Mesto',
    company: 'Firma',
    optional: 'nepovinné',
    companyName: 'Názov alebo IČO',
    ico: 'IČO',
    seat: 'Sídlo',
    goods: 'Káva, 1 kg, s dopravou',
    price: '22,40 €',
    order: 'Objednať',
    ordered: 'Formulár je úplný. Je to ukážka, takže sa nič neobjednalo.',
    attempt: 'Skúste',
    answered: 'Čo odpovedalo API',
    time: 'Od klávesu po zoznam',
    wait: 'pauza',
    api: 'API',
    draw: 'zoznam',
    charged: 'Účtované',
    chargedNote: 'jednotky tejto stránky; jedna za zoznam',
    available: 'Pripravené',
    availableNote: 'jednotky na serveri, nie zvyšok mesiaca',
    cached: 'z pamäte stránky',
    nothingYet: 'Píšte do formulára.\nKaždá odpoveď sa zobrazí tu tak, ako ju API poslalo.',
    foot: 'Všetky firmy a adresy sú vymyslené. Stránka a API majú rôzny pôvod (origin), ako v skutočnom obchode.',
  },
  cs: {
    title: 'Pokladna · ukázka Regista',
    demo: 'ukázkový obchod',
    language: 'Jazyk',
    checkout: 'Pokladna',
    lead: 'Napište pár písmen. Zbytek doplní formulář.',
    delivery: 'Doručovací adresa',
    country: 'Země',
    slovakia: 'Slovensko',
    czechia: 'Česko',
    street: 'Ulice a číslo',
    postcode: 'PSČ',
    town: 'Město',
    company: 'Firma',
    optional: 'nepovinné',
    companyName: 'Název nebo IČO',
    ico: 'IČO',
    seat: 'Sídlo',
    goods: 'Káva, 1 kg, s dopravou',
    price: '22,40 €',
    order: 'Objednat',
    ordered: 'Formulář je úplný. Je to ukázka, takže se nic neobjednalo.',
    attempt: 'Zkuste',
    answered: 'Co odpovědělo API',
    time: 'Od klávesy po seznam',
    wait: 'pauza',
    api: 'API',
    draw: 'seznam',
    charged: 'Účtované',
    chargedNote: 'jednotky této stránky; jedna za seznam',
    available: 'Připravené',
    availableNote: 'jednotky na serveru, ne zbytek měsíce',
    cached: 'z paměti stránky',
    nothingYet: 'Pište do formuláře.\nKaždá odpověď se zobrazí zde tak, jak ji API poslalo.',
    foot: 'Všechny firmy a adresy jsou vymyšlené. Stránka a API mají různý původ (origin), jako ve skutečném obchodě.',
  },
}
