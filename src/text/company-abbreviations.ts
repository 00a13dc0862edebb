import { listOtherForms } from './address-abbreviations.ts'
import { normalizeNameWords } from './company-name.ts'
import { TOWN_NAMES } from './town-names.ts'
import { splitWords } from './words.ts'

/** Behind their initials: "MV SR". */
const SLOVAK_MINISTRIES =
  'mv vnútra, mf financií, mh hospodárstva, md dopravy, mz zdravotníctva, mk kultúry, mo obrany, ms spravodlivosti'
const CZECH_MINISTRIES = 'mv vnitra, mf financí, md dopravy, mz zdravotnictví, mk kultury, mo obrany, ms spravedlnosti'

/** The register adds the state to some names. */
function ministries(of: string, state: string, names: string): Record<string, string[]> {
  const pairs = names.split(', ').map((pair) => pair.split(' ') as [string, string])
  return Object.fromEntries(
    pairs.map(([short, name]) => [`${short} ${of}`, [`ministerstvo ${name} ${state}`, `ministerstvo ${name}`]]),
  )
}

/**
 * Abbreviations of the first words of names, with what they stand for. People type "SVJ Krátká 5" where the register
 * has "Společenství vlastníků jednotek Krátká 5", and the other way round. Czech and Slovak stand together, because the
 * words of the other language are in no name of a country and cost nothing.
 *
 * Not here: `o.z.`, `o.s.`, `n.o.`, `z.s.` and other legal forms. `legal-forms.ts` knows both of their spellings. `zš`
 * and `z.s.` are one word when folded, as are `ps` and `p.s.`, `vos` and `v.o.s.`: the legal form is asked first.
 */
const ABBREVIATIONS: Readonly<Record<string, readonly string[]>> = {
  // Owners of flats, and cooperatives. Every association of a Czech house is named "Společenství …", in several ways.
  svj: [
    'společenství vlastníků jednotek',
    'společenství vlastníků',
    'společenství pro dům',
    'společenství domu',
    'společenství',
  ],
  'společenství vlastníků jednotek': ['společenství vlastníků', 'společenství pro dům', 'společenství domu'],
  svb: ['spoločenstvo vlastníkov bytov', 'spoločenstvo vlastníkov'],
  // "SVB a NP": the flats and the other rooms of a house.
  'svb np': ['spoločenstvo vlastníkov bytov a nebytových priestorov', 'spoločenstvo vlastníkov bytov'],
  svbanp: ['spoločenstvo vlastníkov bytov a nebytových priestorov', 'spoločenstvo vlastníkov bytov'],
  bd: ['bytové družstvo'],
  sbd: ['stavební bytové družstvo', 'stavebné bytové družstvo'],
  osbd: ['okresní stavební bytové družstvo', 'okresné stavebné bytové družstvo'],
  // Farms and forests
  zd: ['zemědělské družstvo'],
  zod: ['zemědělské obchodní družstvo'],
  pd: ['poľnohospodárske družstvo'],
  rd: ['roľnícke družstvo'],
  ps: ['pozemkové spoločenstvo', 'poľovnícka spoločnosť'],
  pz: ['poľovnícke združenie'],
  hs: ['honební společenstvo'],
  urbariát: ['urbárska spoločnosť', 'urbárske spoločenstvo', 'pozemkové spoločenstvo', 'urbár'],
  // Firefighters. "SH ČMS - Sbor dobrovolných hasičů Lhota" is an association of its own in every village.
  'sh cms': ['sdružení hasičů čech moravy a slezska'],
  sdh: ['sbor dobrovolných hasičů'],
  dhz: ['dobrovoľný hasičský zbor'],
  hasiči: ['sbor dobrovolných hasičů', 'dobrovoľný hasičský zbor'],
  hzs: ['hasičský záchranný sbor'],
  hazz: ['hasičský a záchranný zbor'],
  // Schools. Many are two schools in one, and the Slovak name inflects the second.
  zs: ['základní škola', 'základná škola'],
  'zs ms': ['základní škola a mateřská škola', 'základná škola s materskou školou', 'základná škola a materská škola'],
  'zs s ms': ['základná škola s materskou školou'],
  // A hunters' association is "MS" too.
  ms: ['mateřská škola', 'myslivecký spolek', 'myslivecké sdružení'],
  zus: ['základní umělecká škola', 'základná umelecká škola'],
  ss: ['střední škola', 'stredná škola', 'spojená škola'],
  sos: ['střední odborná škola', 'stredná odborná škola'],
  sou: ['střední odborné učiliště', 'stredné odborné učilište'],
  sps: ['střední průmyslová škola', 'stredná priemyselná škola'],
  spse: ['střední průmyslová škola elektrotechnická', 'stredná priemyselná škola elektrotechnická'],
  szs: ['střední zdravotnická škola', 'stredná zdravotnícka škola'],
  vos: ['vyšší odborná škola'],
  oa: ['obchodní akademie', 'obchodná akadémia'],
  sj: ['školní jídelna', 'školská jedáleň'],
  cvc: ['centrum voľného času', 'centrum volného času'],
  ddm: ['dům dětí a mládeže'],
  ppp: ['pedagogicko-psychologická poradna'],
  cpp: ['centrum poradenstva a prevencie'],
  srps: ['spolek rodičů a přátel školy', 'sdružení rodičů a přátel školy'],
  rz: ['rodičovské združenie'],
  zrps: ['združenie rodičov a priateľov školy'],
  // Sport. Sokol is a "tělocvičná jednota", every other one a "tělovýchovná".
  tj: ['tělovýchovná jednota', 'tělocvičná jednota'],
  sk: ['sportovní klub', 'športový klub'],
  osk: ['obecný športový klub'],
  msk: ['mestský športový klub', 'městský sportovní klub'],
  fk: ['fotbalový klub', 'futbalový klub'],
  fc: ['football club', 'fotbalový club', 'futbalový club'],
  ofk: ['obecný futbalový klub'],
  mfk: ['mestský futbalový klub', 'městský fotbalový klub', 'minifutbalový klub'],
  afk: ['atletický fotbalový klub'],
  hc: ['hokejový club', 'hokejový klub', 'hockey club'],
  hk: ['hokejový klub', 'hádzanársky klub', 'házenkářský klub'],
  tk: ['tenisový klub'],
  bk: ['basketbalový klub'],
  vk: ['volejbalový klub'],
  pk: ['plavecký klub'],
  lk: ['lyžařský klub', 'lyžiarsky klub'],
  jk: ['jezdecký klub', 'jazdecký klub'],
  kct: ['klub českých turistů'],
  kst: ['klub slovenských turistov'],
  // Federations, and their branches before them: "ZO ČSV Lhota", "MO ČRS Lhota".
  zo: ['základní organizace', 'základná organizácia'],
  mo: ['místní organizace', 'miestna organizácia'],
  mso: ['mestská organizácia', 'městská organizace'],
  csv: ['český svaz včelařů'],
  crs: ['český rybářský svaz'],
  mrs: ['moravský rybářský svaz'],
  czs: ['český zahrádkářský svaz'],
  csch: ['český svaz chovatelů'],
  csop: ['český svaz ochránců přírody'],
  cck: ['český červený kříž'],
  sck: ['slovenský červený kríž'],
  srz: ['slovenský rybársky zväz'],
  rybári: ['rybársky zväz', 'rybářský svaz'],
  včelári: ['zväz včelárov', 'svaz včelařů'],
  myslivci: ['myslivecký spolek', 'myslivecké sdružení'],
  spz: ['slovenský poľovnícky zväz'],
  szz: ['slovenský zväz záhradkárov'],
  szv: ['slovenský zväz včelárov'],
  szch: ['slovenský zväz chovateľov'],
  jds: ['jednota dôchodcov na slovensku'],
  // Offices. A register has the municipality and not its office: "OÚ Lhota" is "Obec Lhota".
  ou: ['obecní úřad', 'obecný úrad', 'okresný úrad', 'obec'],
  mu: ['městský úřad', 'miestny úrad', 'město', 'mesto'],
  'obecní úřad': ['obec'],
  'obecný úrad': ['obec'],
  'městský úřad': ['město'],
  'mestský úrad': ['mesto'],
  ocu: ['obec'],
  msu: ['mesto', 'město'],
  magistrát: ['statutární město', 'hlavní město', 'hlavné mesto', 'mesto'],
  'magistrát města': ['statutární město'],
  'magistrát mesta': ['mesto'],
  'magistrát hlavního města': ['hlavní město'],
  'hl m': ['hlavní město', 'hlavné mesto'],
  'hl mesto': ['hlavné mesto', 'hlavní město'],
  'hl mesto sr': ['hlavné mesto slovenskej republiky'],
  mc: ['městská část', 'mestská časť'],
  fu: ['finanční úřad'],
  'daňový úrad': ['finančné riaditeľstvo'],
  khs: ['krajská hygienická stanice'],
  ruvz: ['regionálny úrad verejného zdravotníctva'],
  np: ['národní podnik', 'národný podnik', 'národní park', 'národný park'],
  // Services of towns and counties
  ts: ['technické služby'],
  dp: ['dopravní podnik', 'dopravný podnik'],
  vak: ['vodovody a kanalizace', 'vodovody a kanalizácie'],
  sus: ['správa a údržba silnic'],
  ksus: ['krajská správa a údržba silnic'],
  sc: ['správa ciest'],
  kd: ['kulturní dům', 'kultúrny dom'],
  dk: ['dům kultury', 'dom kultúry'],
  mks: ['městské kulturní středisko', 'mestské kultúrne stredisko'],
  // Health and care
  fn: ['fakultní nemocnice', 'fakultná nemocnica'],
  fnsp: ['fakultná nemocnica s poliklinikou'],
  nsp: ['nemocnice s poliklinikou', 'nemocnica s poliklinikou'],
  zzs: ['zdravotnická záchranná služba'],
  dd: ['dětský domov', 'detský domov', 'domov důchodců', 'domov dôchodcov'],
  dps: ['dům s pečovatelskou službou'],
  dss: ['domov sociálnych služieb'],
  zps: ['zariadenie pre seniorov'],
  css: ['centrum sociálních služeb', 'centrum sociálnych služieb'],
  // Churches and foundations
  rk: ['římskokatolická', 'rímskokatolícka'],
  rkc: ['rímskokatolícka cirkev'],
  rkf: ['římskokatolická farnost'],
  'rim kat': ['rímskokatolícka', 'římskokatolická'],
  'rim kat farnost': ['rímskokatolícka cirkev farnosť', 'římskokatolická farnost'],
  ecav: ['evanjelická cirkev augsburského vyznania', 'cirkevný zbor evanjelickej cirkvi augsburského vyznania'],
  'cirkevný zbor ecav': ['cirkevný zbor evanjelickej cirkvi augsburského vyznania'],
  cce: ['českobratrská církev evangelická'],
  ccsh: ['církev československá husitská'],
  nf: ['nadační fond'],
  ...ministries('sr', 'slovenskej republiky', SLOVAK_MINISTRIES),
  ...ministries('cr', 'české republiky', CZECH_MINISTRIES),
}

/** Other words that the first words of a query may stand for. */
export interface Expansion {
  /** The typed words and their meaning, folded: "sdh" and "sbor dobrovolnych hasicu". */
  readonly abbreviations: readonly Abbreviation[]
  /** All words of the query. */
  readonly words: readonly string[]
}

export interface Abbreviation {
  readonly typed: readonly string[]
  readonly meant: readonly string[]
}

/** Two abbreviations after each other have up to nine meanings. */
const EXPANSIONS_MAX = 12
const NONE: readonly Expansion[] = []

/**
 * Lists what normalised words mean if they begin with abbreviations or with the long forms of some: "zo csv lhota".
 * Where several follow each other, some may be meant as typed. The likeliest meaning comes first.
 */
export function expandFirstWords(words: readonly string[]): readonly Expansion[] {
  // Most queries begin with neither.
  if (words.length === 0 || !FIRST_WORDS.has(words[0]!)) return NONE
  const expansions: Expansion[] = []
  const expand = (abbreviations: readonly Abbreviation[], before: readonly string[], at: number): void => {
    const typed = findTyped(words, at)
    if (typed === undefined) {
      if (abbreviations.length !== 0) expansions.push({ abbreviations, words: [...before, ...words.slice(at)] })
      return
    }
    const next = at + typed.length
    for (const meant of OTHER_FORMS.get(typed.join(' '))!)
      expand([...abbreviations, { typed, meant }], [...before, ...meant], next)
    expand(abbreviations, [...before, ...typed], next)
  }
  expand([], [], 0)
  return expansions.slice(0, EXPANSIONS_MAX)
}

/** Words in a row, and one of the things that they may stand for. */
export interface Meaning {
  readonly from: number
  readonly to: number
  readonly meant: readonly string[]
}

/** Lists what words may stand for, anywhere: abbreviations and long forms, ranks and titles, codes of towns. */
export function listMeanings(words: readonly string[]): readonly Meaning[] {
  return words.flatMap((word, from) => {
    const typed = findTyped(words, from)
    const forms = typed === undefined ? [] : OTHER_FORMS.get(typed.join(' '))!
    const ofWord = [
      ...listOtherForms(word).map((form) => [form]),
      ...[TOWN_NAMES.sk, TOWN_NAMES.cz].flatMap(({ all }) => (all.has(word) ? [all.get(word)!] : [])),
    ]
    return [
      ...forms.map((meant) => ({ from, to: from + typed!.length, meant })),
      ...ofWord.map((meant) => ({ from, to: from + 1, meant })),
    ]
  })
}

/** The longest abbreviation or long form that begins at this word. */
function findTyped(words: readonly string[], at: number): readonly string[] | undefined {
  if (!FIRST_WORDS.has(words[at]!)) return undefined
  for (let end = Math.min(words.length, at + WORDS_MAX); at < end; end--) {
    const typed = words.slice(at, end)
    if (OTHER_FORMS.has(typed.join(' '))) return typed
  }
  return undefined
}

/** In both directions, normalised as names are. */
const OTHER_FORMS: ReadonlyMap<string, readonly (readonly string[])[]> = buildOtherForms()

const PHRASES: readonly (readonly string[])[] = [...OTHER_FORMS.keys()].map((text) => text.split(' '))
const FIRST_WORDS: ReadonlySet<string> = new Set(PHRASES.map(([first]) => first!))
const WORDS_MAX = Math.max(...PHRASES.map(({ length }) => length))

function buildOtherForms(): Map<string, (readonly string[])[]> {
  const forms = new Map<string, (readonly string[])[]>()
  const add = (from: readonly string[], to: readonly string[]): void => {
    const known = forms.get(from.join(' ')) ?? []
    if (known.some((form) => form.join(' ') === to.join(' '))) return
    forms.set(from.join(' '), [...known, to])
  }
  for (const [short, longs] of Object.entries(ABBREVIATIONS)) {
    for (const long of longs) {
      add(toWords(short), toWords(long))
      add(toWords(long), toWords(short))
    }
  }
  return forms
}

function toWords(text: string): readonly string[] {
  return normalizeNameWords(splitWords(text).map((word) => word.text))
}
