import type { Random } from '../src/stdx/random.ts'
import { CZECH_FORM_NAMES, FORMER_FORM_NAMES, HISTORICAL_FORM_NAMES } from './companies/czech-forms.ts'
import { type CzechSubject, CzechSubjects } from './companies/czech-subjects.ts'
import { dayNumber, dayText, placeholderDay } from './days.ts'
import type { Counter, Output } from './output.ts'
import { drawByWeight, pick } from './pick.ts'
import type { CzechPoint } from './points/czech-points.ts'
import type { World } from './world.ts'

/** The snapshot of RES and the list of legal forms that goes with it. */
export async function writeCzRes(world: World, output: Output): Promise<void> {
  const source = 'cz-res'
  await output.text({ source, name: 'res_data.csv' }, (counter) => resRows(world, counter))
  const isOld = world.stream.model === 1
  await output.text({ source, name: 'cis56.csv' }, isOld ? formRows : currentFormRows)
  if (!isOld) await output.text({ source, name: 'cis56_historie.csv' }, historicalFormRows)
}

const HEADER =
  'ICO,OKRESLAU,DDATVZN,DDATZAN,ZPZAN,DDATPAKT,FORMA,ROSFORMA,KATPO,NACE,NACE2025,ICZUJ,' +
  'FIRMA,CISS2010,KODADM,TEXTADR,PSC,' +
  'OBEC_TEXT,COBCE_TEXT,ULICE_TEXT,TYPCDOM,CDOM,COR,DATPLAT,PRIZNAK\r\n'

function* resRows(world: World, counter: Counter): Generator<string> {
  const subjects = new CzechSubjects(world)
  const details = world.stream('cz-res')
  const { res } = world.dates
  yield HEADER
  for (let place = 0; place < subjects.count; place++) {
    const number = subjects.numberAt(place)
    const kind = subjects.kindOf(number)
    if (kind === 'forgotten') continue
    counter.rows++
    const ico = () => subjects.icoAt(place, number)
    const endOf = () => (subjects.hasUnknownEnd(number, kind) ? placeholderDay(number) : subjects.endOf(number))
    if (kind === 'ended') yield `${ico()},,,${dayText(endOf())},,,,,,,,,"",,,"",,,,,,,,${res},\r\n`
    else yield resRow(subjects.at(place), subjects, details(number), world)
  }
}

function resRow(subject: CzechSubject, subjects: CzechSubjects, random: Random, { dates, stream }: World): string {
  const snapshot = dates.res
  const { ico, number, kind, form, name, founded, ended, seat } = subject
  const natural = kind === 'trader'
  const known = subjects.hasUnknownFounding(subject) ? placeholderDay(number) : founded
  const begin = subjects.lacksFoundingDate(subject) ? '' : dayText(known)
  const endDay = ended !== null && subjects.hasUnknownEnd(number, kind) ? placeholderDay(number) : ended
  const end = endDay === null ? ',' : `${dayText(endDay)},${1 + random.below(4)}`
  const touched = dayText(
    Math.max(ended ?? founded, dayNumber(snapshot) - 10 - Math.floor(random.fraction() ** 2 * 2_500)),
  )
  const updated = kind === 'firm' && subjects.traps.unknownUpdate(number) ? dayText(placeholderDay(number)) : touched
  const [nace, nace2025] = pick(random, NACE)
  const sector = natural ? '14100' : form.rejstrik === 'OR' ? '11002' : '15002'
  const mark = random.fraction() < 0.006 ? 'P' : random.fraction() < 0.02 ? 'Z' : ''
  const inOkres = seat.point ?? (ended === null && stream.model !== 1 ? seat.near : null)
  return (
    `${ico},${inOkres === null ? '' : okresOf(inOkres)},${begin},${end},${updated},` +
    `${subjects.hasHistoricalForm(subject) ? historicalForm(number) : form.code},${form.ros},${(subjects.isLarge(number) ? largeHeadcount : headcount)(random)},` +
    `${nace},${nace2025},${seat.point === null ? '' : unitOf(seat.point)},${csvQuoted(name)},${sector},` +
    `${seatColumns(subject, subjects)},${snapshot},${mark}\r\n`
  )
}

/** KODADM to COR. */
function seatColumns(subject: CzechSubject, subjects: CzechSubjects): string {
  const { point, text } = subject.seat
  if (point === null) return `,${csvQuoted(text)},,,,,,,`
  const { area, street, evidence, house, orientation, letter, postalCode } = point
  const isZero = subject.kind === 'firm' && subjects.traps.numberZero(subject.number)
  const key = subjects.hasUnknownKey(subject) ? 89_000_000 + subject.number : point.id
  return (
    `${key},"",${postalCode},${area.municipality.name},${area.part!.name},` +
    `${street?.name ?? ''},${kindOfNumber(subject, subjects, evidence)},${isZero ? 0 : house},` +
    `${orientation === 0 ? '' : orientation + letter}`
  )
}

/** TYPCDOM: 1 popisné, 2 evidenční, 3 náhradní; another one stands for a kind that the list gets tomorrow. */
function kindOfNumber({ number, kind }: CzechSubject, { traps }: CzechSubjects, evidence: boolean): number {
  if (kind === 'firm' && traps.substituteNumber(number)) return 3
  if (kind === 'firm' && traps.unknownKindOfNumber(number)) return 9
  return evidence ? 2 : 1
}

function historicalForm(number: number): string {
  const codes = [...HISTORICAL_FORM_NAMES.keys()]
  return codes[number % codes.length]!
}

function okresOf({ area }: CzechPoint): string {
  return area.municipality.county?.code ?? 'CZ0100'
}

/** ICZUJ: the obec, in divided cities the district. */
function unitOf({ area }: CzechPoint): number {
  return area.district?.code ?? area.municipality.code
}

function csvQuoted(text: string): string {
  return `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`
}

/** KATPO: half of the subjects did not report it. */
const headcount = drawByWeight([
  ['000', 507],
  ['110', 290],
  ['120', 130],
  ['130', 28],
  ['210', 20],
  ['220', 7],
  ['230', 9],
  ['240', 5],
  ['310', 2],
  ['320', 1],
  ['330', 1],
  ['340', 0.5],
  ['510', 0.01],
])

/** 250 employees and more. */
const largeHeadcount = drawByWeight([
  ['330', 4],
  ['340', 3],
  ['410', 2],
  ['510', 1],
])

/** Codes of any depth, from the section's letter to five digits; 00 is "not given". */
const NACE = [
  ['G', 'G'],
  ['46', '46'],
  ['471', '471'],
  ['4120', '4100'],
  ['56100', '56110'],
  ['00', '00'],
  ['62010', '62100'],
  ['68200', '68200'],
  ['43320', '43320'],
  ['49410', '49410'],
  ['96020', '96210'],
  ['7022', '7020'],
  ['86230', '86230'],
  ['94991', '94991'],
  ['01', '01'],
] as const

function* formRows(counter: Counter): Generator<string> {
  yield 'KODCIS,CHODNOTA,TEXT\r\n'
  for (const [code, name] of CZECH_FORM_NAMES) {
    counter.rows++
    yield `56,${code},"${name}"\r\n`
  }
}

const LIST_HEADER = 'KODJAZ,AKRCIS,KODCIS,CHODNOTA,ZKRTEXT,TEXT,ADMPLOD,ADMNEPO\r\n'

function* currentFormRows(counter: Counter): Generator<string> {
  yield LIST_HEADER
  for (const [code, name] of CZECH_FORM_NAMES) yield listRow(code, name, '9999-09-09', counter)
}

/** The list as it was seen on a day in the past: codes that are gone, and former names of those that are not. */
function* historicalFormRows(counter: Counter): Generator<string> {
  yield LIST_HEADER
  for (const names of [HISTORICAL_FORM_NAMES, FORMER_FORM_NAMES]) {
    for (const [code, [name, validTo]] of names) yield listRow(code, name, validTo, counter)
  }
}

function listRow(code: string, name: string, validTo: string, counter: Counter): string {
  counter.rows++
  return `CS,PFSUBJ,56,${code},"${name}","${name}",2001-01-01,${validTo}\r\n`
}
