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
  readonly left: string
  readonly leftNote: string
  readonly cached: string
  readonly nothingFound: string
  readonly newSession: string
  readonly raw: string
  readonly copy: string
  readonly copied: string
  readonly notCopied: string
  readonly docs: string
  readonly console: string
  readonly links: string
  readonly guide: string
  readonly foot: string
}

export const TEXTS: { readonly en: Partial<Texts>; readonly sk: Texts; readonly cs: Texts } = {
  /** The page has the rest of it. */
  en: {
    title: 'Checkout · Regista demo',
    ordered: 'The form is complete. This is a demo, so nothing was ordered.',
    attempt: 'Try',
    cached: 'from the cache of the page',
    nothingFound: 'Nothing matches. An empty list is charged too.',
    newSession: 'A session of this page. It is free.',
    copied: 'Copied. Save it as form.html, and serve it on this machine: npx serve',
    notCopied: 'The browser did not allow it.',
  },
  sk: {
    title: 'Pokladňa · ukážka Regista',
    demo: 'ukážkový obchod',
    language: 'Jazyk',
    checkout: 'Pokladňa',
    lead: 'Stačia začiatky slov: hla 12 kos. Zvyšok doplní formulár.',
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
    left: 'Zostáva tento mesiac',
    leftNote: 'jednotiek účtu',
    cached: 'z pamäte stránky',
    nothingFound: 'Nič nevyhovuje. Aj prázdny zoznam sa účtuje.',
    newSession: 'Relácia tejto stránky. Je zadarmo.',
    raw: 'Odpoveď tak, ako ju API poslalo',
    copy: 'Kopírovať formulár',
    copied: 'Skopírované. Uložte to ako form.html a spustite na tomto počítači: npx serve',
    notCopied: 'Prehliadač to nedovolil.',
    docs: 'API',
    console: 'Konzola',
    links: 'Ďalšie stránky',
    guide: 'Ako vytvoriť taký formulár:',
    foot: 'Všetky firmy a adresy sú vymyslené. Stránka a API majú rôzny pôvod (origin), ako v skutočnom obchode.',
  },
  cs: {
    title: 'Pokladna · ukázka Regista',
    demo: 'ukázkový obchod',
    language: 'Jazyk',
    checkout: 'Pokladna',
    lead: 'Stačí začátky slov: hla 12 brn. Zbytek doplní formulář.',
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
    left: 'Zbývá tento měsíc',
    leftNote: 'jednotek účtu',
    cached: 'z paměti stránky',
    nothingFound: 'Nic nevyhovuje. I prázdný seznam se účtuje.',
    newSession: 'Relace této stránky. Je zdarma.',
    raw: 'Odpověď tak, jak ji API poslalo',
    copy: 'Kopírovat formulář',
    copied: 'Zkopírováno. Uložte to jako form.html a spusťte na tomto počítači: npx serve',
    notCopied: 'Prohlížeč to nedovolil.',
    docs: 'API',
    console: 'Konzole',
    links: 'Další stránky',
    guide: 'Jak vytvořit takový formulář:',
    foot: 'Všechny firmy a adresy jsou vymyšlené. Stránka a API mají různý původ (origin), jako ve skutečném obchodě.',
  },
}
