/**
 * Legal forms in all spellings that names and people use. A form is no word of a name, because every fourth name has
 * it: it affects the ranking and excludes nothing.
 *
 * `anywhere`: spellings that are always the form ("ABC spol. s r.o., odštěpný závod"). `end`: spellings that are the
 * form only at the end of a name; elsewhere "as" and "zs" are ordinary words ("AS Trading", "ZŠ Lipová").
 */
interface LegalForm {
  readonly name: string
  readonly anywhere: readonly string[]
  readonly end: readonly string[]
}

/** The position in this list is the form's number in the index. */
export const LEGAL_FORMS: readonly LegalForm[] = [
  {
    name: 's.r.o.',
    anywhere: [
      's r o',
      'sro',
      'spol s r o',
      'spol sro',
      'spolocnost s r o',
      'spolecnost s r o',
      'spol s rucenim obmedzenym',
      'spol s rucenim omezenym',
      'spolocnost s rucenim obmedzenym',
      'spolecnost s rucenim omezenym',
    ],
    end: ['spol s ro', 's ro', 'sr o'],
  },
  {
    name: 'a.s.',
    anywhere: ['akc spol', 'akciova spolocnost', 'akciova spolecnost'],
    end: ['a s', 'as', 'akciova spol'],
  },
  {
    name: 'v.o.s.',
    anywhere: ['v o s', 'verejna obchodna spolocnost', 'verejna obchodni spolecnost', 'ver obch spol'],
    end: ['vos'],
  },
  { name: 'k.s.', anywhere: ['komanditna spolocnost', 'komanditni spolecnost', 'kom spol'], end: ['k s', 'ks'] },
  { name: 'j.s.a.', anywhere: ['jednoducha spolocnost na akcie'], end: ['j s a', 'jsa'] },
  { name: 'z.s.', anywhere: ['zapsany spolek'], end: ['z s', 'zs'] },
  { name: 'p.s.', anywhere: ['pobocny spolek'], end: ['p s', 'ps'] },
  { name: 'z.ú.', anywhere: ['zapsany ustav'], end: ['z u', 'zu'] },
  { name: 'o.z.', anywhere: ['obcianske zdruzenie'], end: ['o z', 'oz'] },
  { name: 'o.s.', anywhere: ['obcanske sdruzeni'], end: ['o s', 'os'] },
  { name: 'n.o.', anywhere: ['neziskova organizacia'], end: ['n o', 'no'] },
  { name: 'o.p.s.', anywhere: ['o p s', 'obecne prospesna spolecnost'], end: ['ops'] },
  { name: 'š.p.', anywhere: ['statny podnik', 'statni podnik'], end: ['s p', 'sp'] },
  { name: 'SE', anywhere: ['europska spolocnost', 'evropska spolecnost'], end: ['s e', 'se'] },
  { name: 'družstvo', anywhere: [], end: ['druzstvo'] },
  { name: 'p.o.', anywhere: ['prispevkova organizacia', 'prispevkova organizace'], end: ['p o'] },
]

/** Shorter words of a form occur in too many names to be searchable. */
const LONG_WORD = 6

/** The longest spelling, in words. */
const FORM_WORDS_MAX = 4

/** What may follow a form at the end of a name. */
const TAILS: ReadonlySet<string> = new Set([
  'v likvidacii',
  'v likvidaci',
  'v konkurze',
  'v konkurzu',
  'v restrukturalizacii',
])

interface Spelling {
  readonly form: number
  readonly words: number
  readonly place: 'anywhere' | 'end'
}

const SPELLINGS: ReadonlyMap<string, Spelling> = new Map(
  LEGAL_FORMS.flatMap(({ anywhere, end }, form) => [
    ...anywhere.map((text): [string, Spelling] => [text, { form, words: countWords(text), place: 'anywhere' }]),
    ...end.map((text): [string, Spelling] => [text, { form, words: countWords(text), place: 'end' }]),
  ]),
)

/** The first words of all spellings: most words of a name are none of them. */
const FIRST_WORDS: ReadonlySet<string> = new Set([...SPELLINGS.keys()].map((text) => text.split(' ')[0]!))

/** All words of spellings and tails. */
const FORM_WORDS: ReadonlySet<string> = new Set([...SPELLINGS.keys(), ...TAILS].flatMap((text) => text.split(' ')))

/** For each first letter, a bit for each length of the form words: most words need no lookup. */
const FORM_WORD_LENGTHS = new Int32Array(0x80)
for (const word of FORM_WORDS) FORM_WORD_LENGTHS[word.charCodeAt(0)]! |= 1 << word.length

function mayBeFormWord(word: string): boolean {
  return ((FORM_WORD_LENGTHS[word.charCodeAt(0)] ?? 0) & (1 << word.length)) !== 0
}

function mayBeginForm(word: string): boolean {
  return mayBeFormWord(word) && FIRST_WORDS.has(word)
}

/** False for words that are never part of a form. */
export function isFormWord(word: string): boolean {
  return mayBeFormWord(word) && FORM_WORDS.has(word)
}

export interface NameWithForm {
  /** Searchable words of the form: long ones ("občianske združenie"), and one that may be no form ("Lipová ZŠ"). */
  readonly formWords: readonly string[]
  /** The name's words without the form. */
  readonly words: readonly string[]
  /** The number of its form in `LEGAL_FORMS`, or -1. */
  readonly form: number
}

/** Removes the legal form from a name's words. A name that is only a form keeps its words. */
export function splitLegalForm(words: readonly string[]): NameWithForm {
  if (!words.some(mayBeginForm)) return { words, form: -1, formWords: [] }
  const rest: string[] = []
  const formWords: string[] = []
  let form = -1
  for (let i = 0; i < words.length; ) {
    const spelling = findSpelling(words, i)
    if (spelling !== undefined && (spelling.place === 'anywhere' || (0 < i && isEnd(words, i + spelling.words)))) {
      form = spelling.form
      const isOneWord = spelling.place === 'end' && spelling.words === 1
      formWords.push(...words.slice(i, i + spelling.words).filter((word) => isOneWord || LONG_WORD <= word.length))
      i += spelling.words
    } else rest.push(words[i++]!)
  }
  return rest.length === 0 ? { words, form: -1, formWords: [] } : { words: rest, form, formWords }
}

/**
 * The same for a query, where a form may occur anywhere ("alfa as brno", "a.s. alfa"): the words are also searched as
 * words.
 */
export function splitTypedForm(words: readonly string[]): TypedForm | undefined {
  const rest: string[] = []
  let form = -1
  let isAtEnd = false
  for (let i = 0; i < words.length; ) {
    const spelling = findSpelling(words, i)
    isAtEnd = spelling !== undefined
    if (spelling !== undefined) {
      form = spelling.form
      i += spelling.words
    } else rest.push(words[i++]!)
  }
  return form < 0 || rest.length === 0 ? undefined : { words: rest, form, isAtEnd }
}

export interface TypedForm {
  readonly words: readonly string[]
  readonly form: number
  /** The last words are the form. */
  readonly isAtEnd: boolean
}

export interface NameWithUnfinishedForm {
  readonly words: readonly string[]
  /** Forms that the last words may become. */
  readonly forms: readonly number[]
}

/** Removes the longest end that is a prefix of a form, as while typing: "alfa s r", "alfa spol". */
export function splitUnfinishedForm(words: readonly string[]): NameWithUnfinishedForm | undefined {
  for (let from = Math.max(1, words.length - FORM_WORDS_MAX); from < words.length; from++) {
    if (!PREFIX_WORDS.has(words[from]!)) continue
    const forms = PREFIXES.get(words.slice(from).join(' '))
    if (forms !== undefined) return { words: words.slice(0, from), forms }
  }
  return undefined
}

/** Every prefix of every spelling. */
const PREFIXES: ReadonlyMap<string, readonly number[]> = collectPrefixes()

/** The first words of the prefixes: most words of a query are none of them. */
const PREFIX_WORDS: ReadonlySet<string> = new Set([...PREFIXES.keys()].map((text) => text.split(' ')[0]!))

function collectPrefixes(): ReadonlyMap<string, readonly number[]> {
  const forms = new Map<string, number[]>()
  for (const [text, { form }] of SPELLINGS) {
    for (let length = 1; length < text.length; length++) {
      if (text[length - 1] === ' ') continue
      const prefix = text.slice(0, length)
      const known = forms.get(prefix)
      if (known === undefined) forms.set(prefix, [form])
      else if (!known.includes(form)) known.push(form)
    }
  }
  return forms
}

function findSpelling(words: readonly string[], from: number): Spelling | undefined {
  if (!mayBeginForm(words[from]!)) return undefined
  for (let to = Math.min(words.length, from + FORM_WORDS_MAX); from < to; to--) {
    const spelling = SPELLINGS.get(words.slice(from, to).join(' '))
    if (spelling !== undefined) return spelling
  }
  return undefined
}

function isEnd(words: readonly string[], at: number): boolean {
  return at === words.length || TAILS.has(words.slice(at).join(' '))
}

function countWords(text: string): number {
  return text.split(' ').length
}
