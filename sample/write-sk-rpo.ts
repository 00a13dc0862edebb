import { SlovakCompanies, type SlovakCompany, type Spell } from './companies/slovak-companies.ts'
import { dayNumber, dayText } from './days.ts'
import type { Counter, Output } from './output.ts'
import { RecordWriter } from './rpo/record.ts'
import type { World } from './world.ts'

/** The level that comes nearest to 400 bytes a record; see the README. */
const GZIP_LEVEL = 1

/** The parts of one init and the dailies of the days after it. */
export async function writeSkRpo(world: World, output: Output): Promise<void> {
  const source = 'sk-rpo'
  const { dates, plan } = world
  const companies = new SlovakCompanies(world)
  const writer = new RecordWriter(companies, world.slovakPoints, world.stream)
  const { recordsPerPart, dailies } = plan.rpo
  for (let first = 0; first < companies.count; first += recordsPerPart) {
    const part = String(first / recordsPerPart + 1).padStart(3, '0')
    const last = Math.min(first + recordsPerPart, companies.count)
    const name = `init_${dates.rpoInit}_${part}.json.gz`
    await output.text({ source, name, gzipLevel: GZIP_LEVEL }, (counter) =>
      file(dates.rpoInit, records(companies, writer, first, last), counter),
    )
  }
  for (let nth = 0; nth < dailies; nth++) {
    const day = dayText(dayNumber(dates.rpoInit) + 1 + nth)
    await output.text({ source, name: `actual_${day}.json.gz`, gzipLevel: GZIP_LEVEL }, (counter) =>
      file(day, changes(world, companies, writer, nth), counter),
    )
  }
}

/** `exportDate` and the records, with commas between them and mostly a line break after the comma. */
function* file(exportDate: string, records: Iterable<string>, counter: Counter): Generator<string> {
  yield `{"exportDate":"${exportDate}","results":[\n`
  for (const record of records) {
    const comma = counter.rows === 0 ? '' : counter.rows % 997 === 5 ? ',' : ',\n'
    counter.rows++
    yield comma + record
  }
  yield '\n]}\n'
}

function* records(companies: SlovakCompanies, writer: RecordWriter, first: number, last: number): Generator<string> {
  for (let place = first; place < last; place++) yield writer.json(companies.at(place))
}

/** Whole records of what is new, renamed, moved or dissolved, in turn. */
function* changes(world: World, companies: SlovakCompanies, writer: RecordWriter, nth: number): Generator<string> {
  const { changesPerDaily } = world.plan.rpo
  const day = dayNumber(world.dates.rpoInit) + nth
  const random = world.stream('rpo-daily')
  for (let i = 0; i < changesPerDaily; i++) {
    const serial = nth * changesPerDaily + i
    if (i % 3 === 0) {
      yield writer.json({ ...companies.at(companies.count + serial), modified: day })
      continue
    }
    const place = livePlace(companies, Math.floor(((serial + 0.5) * companies.count) / (changesPerDaily * 2)))
    const company = { ...companies.at(place), modified: day }
    if (i % 3 === 1) yield writer.json(dissolvedOn(company, day))
    else if (company.person === null) yield writer.json(renamedOn(company, day, random(serial).below(90)))
    else yield writer.json(movedOn(company, day, companies.seatChooser.home(random(serial))))
  }
}

/**
 * From a place on, the first company that still lives. It has a name: one bad record in a small daily would be too
 * many.
 */
function livePlace(companies: SlovakCompanies, from: number): number {
  for (let place = from; ; place = (place + 1) % companies.count) {
    const { dissolved, number } = companies.at(place)
    if (dissolved === null && !companies.traps.noName(number) && !companies.isHelper(number)) return place
  }
}

/** A dissolved company closes all that was open. */
function dissolvedOn(company: SlovakCompany, day: number): SlovakCompany {
  const close = <T extends { readonly to: number | null }>(spells: readonly T[]): T[] =>
    spells.map((spell) => (spell.to === null ? { ...spell, to: day } : spell))
  return { ...company, dissolved: day, names: close(company.names), seats: close(company.seats) }
}

function renamedOn(company: SlovakCompany, day: number, variant: number): SlovakCompany {
  return { ...company, names: succeeded(company.names, `${company.names.at(-1)!.value} ${variant + 10}`, day) }
}

function movedOn(company: SlovakCompany, day: number, point: number): SlovakCompany {
  return { ...company, seats: succeeded(company.seats, point, day) }
}

function succeeded<T>(spells: readonly Spell<T>[], value: T, day: number): Spell<T>[] {
  return [...spells.slice(0, -1), { ...spells.at(-1)!, to: day - 1 }, { value, from: day, to: null }]
}
