/**
 * Folded abbreviations in names of streets and places, with their long forms. They work in both directions: "nám."
 * finds "námestie", and "namestie" finds "Nám.".
 */
const ABBREVIATIONS = `
  arm armady
  bri bratri bratru
  br bratri bratru bratov
  sv svateho svatej svate svaty svata svatych
  cs ceskoslovenskej ceskoslovenske ceskoslovenskeho ceskoslovenskych
  csl ceskoslovenskej ceskoslovenske ceskoslovenskeho ceskoslovenskych
  cerv cervenej cervene
  nar narodneho narodniho
  slov slovenskeho slovenskej
  kr krala krale
  kral kralovsky kralovska
  sp spisska spissky spisske
  st stara stary stare
  n nad
  p pod
`

/** What a street is: such a word tells it from no other one. */
const STREET_KINDS = `
  nam namestie namesti
  tr trieda trida
  nabr nabrezie nabrezi
  sidl sidlisko sidliste
  bul bulvar
`

/** Ranks and titles before a person's name, which are often left out. */
const TITLES = `
  gen generala
  mjr majora
  plk plukovnika
  pplk podplukovnika
  kpt kapitana
  npor nadporucika
  por porucika
  ppor podporucika
  rtm rotmistra
  akad akademika
  arch architekta
  dr doktora
  ing inzeniera inzenyra
  prof profesora
  prez prezidenta
  mar marsala
  bisk biskupa
`

/** Words for "street", which a name may contain or not. */
export const STREET_WORDS: ReadonlySet<string> = new Set(['ul', 'ulica', 'ulice', 'ulici'])

/** Whether the word says what a street is, in short or spelled out. */
export function isStreetKind(word: string): boolean {
  return STREET_KIND_WORDS.has(word)
}

/** Whether the word is a rank or title, in short or spelled out. */
export function isTitle(word: string): boolean {
  return TITLE_WORDS.has(word)
}

/** Whether one of two folded words is an abbreviation of the other. */
export function abbreviates(a: string, b: string): boolean {
  return OTHER_FORMS.get(a)?.includes(b) === true
}

/** The long forms of an abbreviation, or the abbreviations of a word. */
export function listOtherForms(word: string): readonly string[] {
  return OTHER_FORMS.get(word) ?? []
}

/** The variants double with each abbreviation of a name; real queries have no more than these. */
const VARIANTS_MAX = 12

/** Lists other spellings of a name: abbreviations expanded, words abbreviated, and each without "ulica". */
export function expandAbbreviations(words: readonly string[]): string[][] {
  if (!words.some((word) => OTHER_FORMS.has(word) || STREET_WORDS.has(word))) return []
  const variants: string[][] = []
  const seen = new Set([words.join(' ')])
  const add = (variant: readonly string[]): void => {
    const text = variant.join(' ')
    if (text === '' || seen.has(text) || variants.length === VARIANTS_MAX) return
    seen.add(text)
    variants.push([...variant])
  }
  for (const variant of combineForms(words)) {
    add(variant)
    add(variant.filter((word) => !STREET_WORDS.has(word)))
  }
  return variants
}

/** Lists these names and the other spellings of each, the own name first. */
export function expandNames(names: readonly (readonly string[])[]): (readonly string[])[] {
  const seen = new Set<string>()
  return names
    .flatMap((name) => [name, ...expandAbbreviations(name)])
    .filter((name, i) => {
      const text = name.join(' ')
      if (i !== 0 && seen.has(text)) return false
      seen.add(text)
      return true
    })
}

/** Builds all combinations, the unchanged words first. The list is cut at each word, so that it cannot explode. */
function combineForms(words: readonly string[]): string[][] {
  let variants: string[][] = [[]]
  for (const word of words) {
    const ways = [word, ...(OTHER_FORMS.get(word) ?? [])]
    variants = ways.flatMap((way) => variants.map((variant) => [...variant, way])).slice(0, 2 * VARIANTS_MAX)
  }
  return variants
}

const OTHER_FORMS: ReadonlyMap<string, readonly string[]> = buildOtherForms()

function buildOtherForms(): Map<string, string[]> {
  const forms = new Map<string, string[]>()
  const add = (word: string, form: string): void => {
    forms.set(word, [...(forms.get(word) ?? []), form])
  }
  for (const line of (STREET_KINDS + ABBREVIATIONS + TITLES).match(/\w.+/g)!) {
    const [short, ...longs] = line.split(' ') as [string, ...string[]]
    for (const long of longs) {
      add(short, long)
      add(long, short)
    }
  }
  return forms
}

const STREET_KIND_WORDS = /* @__PURE__ */ listWords(STREET_KINDS)
const TITLE_WORDS = /* @__PURE__ */ listWords(TITLES)

function listWords(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
