/**
 * What is abbreviated in names of streets and places, folded: the short form and what it stands for. Both ways: who types "nám." finds
 * "námestie", and who types "namestie" finds "Nám.".
 */
const ABBREVIATIONS: Readonly<Record<string, readonly string[]>> = {
  nam: ['namestie', 'namesti'],
  tr: ['trieda', 'trida'],
  nabr: ['nabrezie', 'nabrezi'],
  sidl: ['sidlisko', 'sidliste'],
  bul: ['bulvar'],
  arm: ['armady'],
  gen: ['generala'],
  bri: ['bratri', 'bratru'],
  br: ['bratri', 'bratru', 'bratov'],
  mjr: ['majora'],
  plk: ['plukovnika'],
  pplk: ['podplukovnika'],
  kpt: ['kapitana'],
  npor: ['nadporucika'],
  por: ['porucika'],
  ppor: ['podporucika'],
  rtm: ['rotmistra'],
  akad: ['akademika'],
  arch: ['architekta'],
  dr: ['doktora'],
  ing: ['inzeniera', 'inzenyra'],
  prof: ['profesora'],
  prez: ['prezidenta'],
  mar: ['marsala'],
  bisk: ['biskupa'],
  sv: ['svateho', 'svatej', 'svate', 'svaty', 'svata', 'svatych'],
  cs: ['ceskoslovenskej', 'ceskoslovenske', 'ceskoslovenskeho', 'ceskoslovenskych'],
  csl: ['ceskoslovenskej', 'ceskoslovenske', 'ceskoslovenskeho', 'ceskoslovenskych'],
  cerv: ['cervenej', 'cervene'],
  nar: ['narodneho', 'narodniho'],
  slov: ['slovenskeho', 'slovenskej'],
  kr: ['krala', 'krale'],
  kral: ['kralovsky', 'kralovska'],
  sp: ['spisska', 'spissky', 'spisske'],
  st: ['stara', 'stary', 'stare'],
  n: ['nad'],
  p: ['pod'],
}

/** "Ulica" says nothing: it may stand there or not. */
export const STREET_WORDS: ReadonlySet<string> = new Set(['ul', 'ulica', 'ulice', 'ulici'])

/** A name of several abbreviations has a power of two of writings; more than these nobody types. */
const VARIANTS_MAX = 12

/** Other writings of a name: abbreviations written out, words abbreviated, and each without "ulica". */
export function expandAbbreviations(words: readonly string[]): string[][] {
  if (!words.some((word) => OTHER_FORMS.has(word) || STREET_WORDS.has(word))) return []
  const writings: string[][] = []
  const seen = new Set([words.join(' ')])
  const note = (writing: readonly string[]): void => {
    const text = writing.join(' ')
    if (text === '' || seen.has(text) || writings.length === VARIANTS_MAX) return
    seen.add(text)
    writings.push([...writing])
  }
  for (const writing of combineForms(words)) {
    note(writing)
    note(writing.filter((word) => !STREET_WORDS.has(word)))
  }
  return writings
}

/** All combinations, the words as they are first; a new one is made from those before it, so the list is cut where it is long enough. */
function combineForms(words: readonly string[]): string[][] {
  let writings: string[][] = [[]]
  for (const word of words) {
    const ways = [word, ...(OTHER_FORMS.get(word) ?? [])]
    writings = ways.flatMap((way) => writings.map((writing) => [...writing, way])).slice(0, 2 * VARIANTS_MAX)
  }
  return writings
}

const OTHER_FORMS: ReadonlyMap<string, readonly string[]> = buildOtherForms()

function buildOtherForms(): Map<string, string[]> {
  const forms = new Map<string, string[]>()
  const add = (word: string, form: string): void => {
    forms.set(word, [...(forms.get(word) ?? []), form])
  }
  for (const [short, longs] of Object.entries(ABBREVIATIONS)) {
    for (const long of longs) {
      add(short, long)
      add(long, short)
    }
  }
  return forms
}
