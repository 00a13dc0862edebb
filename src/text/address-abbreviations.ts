/**
 * Folded abbreviations in names of streets and places, with their long forms. They work in both directions: "nám."
 * finds "námestie", and "namestie" finds "Nám.".
 */
const ABBREVIATIONS = `
  nam namestie namesti
  tr trieda trida
  nabr nabrezie nabrezi
  sidl sidlisko sidliste
  bul bulvar
  arm armady
  gen generala
  bri bratri bratru
  br bratri bratru bratov
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

/** Words for "street", which a name may contain or not. */
export const STREET_WORDS: ReadonlySet<string> = new Set(['ul', 'ulica', 'ulice', 'ulici'])

/** Whether one of two folded words is an abbreviation of the other. */
export function abbreviates(a: string, b: string): boolean {
  return OTHER_FORMS.get(a)?.includes(b) === true
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
  for (const line of ABBREVIATIONS.match(/\w.+/g)!) {
    const [short, ...longs] = line.split(' ') as [string, ...string[]]
    for (const long of longs) {
      add(short, long)
      add(long, short)
    }
  }
  return forms
}
