import type { Company } from '../../records/company.ts'
import type { Country } from '../../records/country.ts'
import { formatSeat } from '../../records/format-address.ts'
import { type RecordStatus, STATUSES } from '../../records/status.ts'
import { type Registration, toRegistration } from '../../records/subject.ts'
import { chunkedU8, chunkedU32 } from '../../stdx/chunked-array.ts'
import { narrowPieces, narrowSection } from '../../stdx/narrow-numbers.ts'
import {
  createDamageError,
  type FileKind,
  readSections,
  type SectionArray,
  section,
  writeSections,
} from '../../stdx/section-file.ts'
import {
  jsonTextAt,
  pooledText,
  type ReadText,
  type TextArrays,
  TextColumnBuilder,
  TextPoolBuilder,
  textAt,
} from '../../stdx/text-column.ts'
import { textArrays, textSections } from '../../stdx/text-sections.ts'
import { KEY_SECTIONS, RecordKeys, RecordKeysBuilder } from '../record-keys.ts'
import { joinOf, outcomeOf, SEAT_FIELDS, SEAT_JOINS, type SeatJoinCode } from './seat-join.ts'
import { SEAT_LINE_COLUMNS, SeatLines, SeatLinesBuilder } from './seat-lines.ts'

export const COMPANY_COLUMNS: FileKind = { kind: 'company-columns', format: 7, remedy: 'regista publish' }

/** A company in a list. */
export interface CompanySummary {
  readonly key: number
  readonly ico: string | null
  readonly name: string
  /** The seat in one line. */
  readonly address: string
  readonly status: RecordStatus
  readonly updatedOn: string | null
}

/** A company with the fields that the index and `explain` need. */
export interface CompanyRow extends CompanySummary {
  readonly otherNames: readonly string[]
  readonly municipality: string | null
  readonly municipalityCode: string | null
  readonly legalFormCode: string | null
  readonly naturalPerson: boolean
  readonly size: string | null
  readonly establishedOn: string | null
}

/** The sections of these columns, be they numbers or texts. */
const listSections = (...columns: readonly string[]): readonly string[] =>
  [...KEY_SECTIONS, 'ico', 'flags', 'name', 'pool', ...columns].flatMap((name) => [
    name,
    `${name}Bytes`,
    `${name}Starts`,
  ])

/** The sections for lists: two thirds of the file. */
const LIST_SECTIONS = listSections('updated', ...SEAT_LINE_COLUMNS)
/** The sections for building an index: three quarters of the file. */
const INDEX_SECTIONS = listSections(
  ...['seatJoin', 'municipality', 'legalForm', 'size', 'established', 'otherNames', 'dissolved', 'register'],
)

export interface RawCompanyColumns {
  readonly icos: Uint32Array
  readonly municipalities: Uint32Array
  readonly sizes: Uint32Array
  readonly established: Uint32Array
  readonly legalForms: Uint32Array
  readonly names: TextArrays
  /** Those of one company are separated by `NAME_SEPARATOR_BYTE`. */
  readonly otherNames: TextArrays
  readonly poolText: (number: number) => string | null
  readonly poolSize: number
}

/** The flags of a company: its status is in the lower two bits. */
const STATUS_BITS = 3
const NATURAL_PERSON_BIT = 4
const MAY_BE_PERSON_BIT = 8
const INCONSISTENT_BIT = 16
export const NO_ICO = 0xffff_ffff
/** Stands between other names; no name contains it, readers drop control characters. */
const NAME_SEPARATOR = '\n'
export const NAME_SEPARATOR_BYTE = NAME_SEPARATOR.charCodeAt(0)

const POOLED = ['municipality', 'municipalityCode', 'legalForm', 'size', 'established', 'dissolved', 'updated'] as const

export class CompanyColumnsBuilder {
  readonly #country: Country
  readonly #pool = new TextPoolBuilder()
  readonly #names = new TextColumnBuilder()
  readonly #otherNames = new TextColumnBuilder()
  readonly #addresses = new SeatLinesBuilder()
  readonly #keys = new RecordKeysBuilder()
  readonly #icos = chunkedU32()
  readonly #flags = chunkedU8()
  readonly #registers = chunkedU8()
  readonly #seatJoins = chunkedU32()
  readonly #pooled = POOLED.map(() => chunkedU32())

  constructor(country: Country) {
    this.#country = country
  }

  get length(): number {
    return this.#keys.length
  }

  push(key: number, company: Company, status: RecordStatus, seatJoin: SeatJoinCode = 0): void {
    this.#keys.push(key)
    this.#icos.push(company.ico === null ? NO_ICO : Number(company.ico))
    this.#names.push(company.name)
    this.#otherNames.push(company.otherNames.join(NAME_SEPARATOR))
    this.#addresses.push(formatSeat(this.#country, company.seat))
    const registration = toRegistration(key, company, status)
    this.#flags.push(
      STATUSES.indexOf(status) |
        (company.naturalPerson ? NATURAL_PERSON_BIT : 0) |
        (registration.mayBePerson ? MAY_BE_PERSON_BIT : 0) |
        (registration.inconsistent ? INCONSISTENT_BIT : 0),
    )
    this.#registers.push(registration.register)
    this.#seatJoins.push(seatJoin)
    const texts: { readonly [name in (typeof POOLED)[number]]: string | null } = {
      municipality: company.seat.municipality,
      municipalityCode: company.seat.municipalityCode,
      legalForm: company.legalForm?.code ?? null,
      size: company.size,
      established: company.establishedOn,
      dissolved: registration.endedOn,
      updated: company.updatedOn,
    }
    for (let i = 0; i < POOLED.length; i++) this.#pooled[i]!.push(this.#pool.number(texts[POOLED[i]!]))
  }

  /**
   * Returns a function that adds rows of finished columns, from one to before another: the same bytes as if their
   * companies were pushed.
   */
  createRowCopier(columns: CompanyColumns): (from: number, end: number) => void {
    const { shared } = columns
    const pool = textArrays(shared, 'pool')
    const numbers = POOLED.map((name) => section(shared, name, Uint32Array))
    /** The number in the new pool of each text of the old one, once it is known. */
    const renumbered = new Uint32Array(pool.starts.length - 1)
    const [icos, flags, registers, joins] = [
      section(shared, 'ico', Uint32Array),
      section(shared, 'flags', Uint8Array),
      section(shared, 'register', Uint8Array),
      narrowSection(shared, 'seatJoin'),
    ]
    const [names, otherNames] = [textArrays(shared, 'name'), textArrays(shared, 'otherNames')]
    const copyAddresses = this.#addresses.createRangeCopier(new SeatLines(shared))
    return (from, end) => {
      for (let row = from; row < end; row++) {
        this.#keys.push(columns.keys.at(row))
        this.#icos.push(icos[row]!)
        this.#flags.push(flags[row]!)
        this.#registers.push(registers[row]!)
        this.#seatJoins.push(joins[row]!)
        for (let i = 0; i < POOLED.length; i++) {
          const number = numbers[i]![row]!
          if (number !== 0 && renumbered[number] === 0) renumbered[number] = this.#pool.number(textAt(pool, number))
          this.#pooled[i]!.push(renumbered[number]!)
        }
      }
      this.#names.pushRange(names, from, end)
      this.#otherNames.pushRange(otherNames, from, end)
      copyAddresses(from, end)
    }
  }

  write(path: string): void {
    writeSections(path, COMPANY_COLUMNS, {
      ...this.#keys.sections(),
      ico: this.#icos.pieces(),
      flags: this.#flags.pieces(),
      register: this.#registers.pieces(),
      seatJoin: narrowPieces(this.#seatJoins.pieces()),
      ...Object.fromEntries(POOLED.map((name, i) => [name, this.#pooled[i]!.pieces()])),
      ...textSections('name', this.#names.pieces()),
      ...textSections('otherNames', this.#otherNames.pieces()),
      ...this.#addresses.sections(),
      ...textSections('pool', this.#pool.pieces()),
    })
  }
}

/** The columns of one country, in the order of the source's keys. */
export class CompanyColumns {
  readonly length: number
  readonly keys: RecordKeys
  readonly #sections: Map<string, SectionArray>
  readonly #icos: Uint32Array
  readonly #flags: Uint8Array
  readonly #read: ReadText
  readonly #names: TextArrays
  /** Read with the first summary. Building an index does not need them. */
  #updated: Uint32Array | undefined
  #addresses: SeatLines | undefined
  readonly #pool: TextArrays
  /** By the number of their text, as far as they were read. There are few. */
  readonly #days = new Map<number, string | null>()

  static open(path: string): CompanyColumns {
    return CompanyColumns.#openWithAddresses(path)
  }

  /** Opens the sections that a server keeps in memory. */
  static openForLists(path: string): CompanyColumns {
    return CompanyColumns.#openWithAddresses(path, LIST_SECTIONS)
  }

  static #openWithAddresses(path: string, wanted?: readonly string[]): CompanyColumns {
    const columns = new CompanyColumns(readSections(path, COMPANY_COLUMNS, wanted))
    if (!new SeatLines(columns.shared).isSound(columns.length))
      throw createDamageError(path, COMPANY_COLUMNS, 'is damaged in section address')
    return columns
  }

  /** Opens the sections from which an index is built. */
  static openForIndexing(path: string): CompanyColumns {
    return new CompanyColumns(readSections(path, COMPANY_COLUMNS, INDEX_SECTIONS))
  }

  constructor(sections: Map<string, SectionArray>, read: ReadText = textAt) {
    this.#sections = sections
    this.#read = read
    this.keys = new RecordKeys(sections)
    this.length = this.keys.length
    this.#icos = section(sections, 'ico', Uint32Array)
    this.#flags = section(sections, 'flags', Uint8Array)
    this.#names = textArrays(sections, 'name')
    this.#pool = textArrays(sections, 'pool')
  }

  nameAt(index: number): string {
    return this.#read(this.#names, index)
  }

  otherNamesAt(index: number): readonly string[] {
    const names = textArrays(this.#sections, 'otherNames')
    return names.starts[index] === names.starts[index + 1] ? [] : textAt(names, index).split(NAME_SEPARATOR)
  }

  statusAt(index: number): RecordStatus {
    return STATUSES[this.#flags[index]! & STATUS_BITS]!
  }

  isNaturalPerson(index: number): boolean {
    return (this.#flags[index]! & NATURAL_PERSON_BIT) !== 0
  }

  /** The facts that decide which rows are one subject. Needs sections that `openForLists` leaves out. */
  registrationAt(index: number): Registration {
    const flags = this.#flags[index]!
    return {
      key: this.keys.at(index),
      name: this.nameAt(index),
      status: this.statusAt(index),
      endedOn: pooledText(this.#pool, section(this.#sections, 'dissolved', Uint32Array)[index]!),
      register: section(this.#sections, 'register', Uint8Array)[index]!,
      inconsistent: (flags & INCONSISTENT_BIT) !== 0,
      mayBePerson: (flags & MAY_BE_PERSON_BIT) !== 0,
    }
  }

  /** The arrays from which an index is built. Equal `pool` texts have equal numbers. */
  get raw(): RawCompanyColumns {
    const numbers = (name: string): Uint32Array => section(this.#sections, name, Uint32Array)
    return {
      icos: this.#icos,
      municipalities: numbers('municipality'),
      sizes: numbers('size'),
      established: numbers('established'),
      legalForms: numbers('legalForm'),
      names: this.#names,
      otherNames: textArrays(this.#sections, 'otherNames'),
      poolText: (number) => pooledText(this.#pool, number),
      poolSize: this.#pool.starts.length - 1,
    }
  }

  /** The shared memory from which another thread opens the same columns. */
  get shared(): Map<string, SectionArray> {
    return this.#sections
  }

  /** The same columns, of which `summaryAt` returns pieces of JSON. */
  readAsJson(): CompanyColumns {
    return new CompanyColumns(this.#sections, jsonTextAt)
  }

  /** Counts the companies of each status. */
  countStatuses(): ReadonlyMap<RecordStatus, number> {
    const counts = STATUSES.map(() => 0)
    for (const flags of this.#flags) counts[flags & STATUS_BITS]! += 1
    return new Map(STATUSES.map((status, i) => [status, counts[i]!]))
  }

  /** Counts how seats were joined: `seatsJoined`, and `seatNumbersFilled` for what became of a field. */
  countSeatJoins(): Record<string, number> {
    const byCode = new Map<SeatJoinCode, number>()
    for (const code of narrowSection(this.#sections, 'seatJoin')) byCode.set(code, (byCode.get(code) ?? 0) + 1)
    const joins = SEAT_JOINS.filter((join) => join !== 'none')
    const counts: Record<string, number> = Object.fromEntries(joins.map((join) => [`seats${capitalize(join)}`, 0]))
    const add = (name: string, rows: number): void => void (counts[name] = (counts[name] ?? 0) + rows)
    for (const [code, rows] of byCode) {
      const join = joinOf(code)
      if (join !== 'none') add(`seats${capitalize(join)}`, rows)
      for (const field of SEAT_FIELDS) {
        const outcome = outcomeOf(code, field)
        if (outcome !== 'own') add(`seat${capitalize(field)}${capitalize(outcome)}`, rows)
      }
    }
    return counts
  }

  /** Lists the distinct municipalities with their codes, from wanted rows that have neither from an address point. */
  ownMunicipalityCodes(isWanted: (row: number) => boolean): (readonly [municipality: string, code: string])[] {
    const municipalities = section(this.#sections, 'municipality', Uint32Array)
    const codes = section(this.#sections, 'municipalityCode', Uint32Array)
    const joins = narrowSection(this.#sections, 'seatJoin')
    const pairs = new Map<number, readonly [string, string]>()
    for (let row = 0; row < this.length; row++) {
      const [municipality, code] = [municipalities[row]!, codes[row]!]
      if (municipality === 0 || code === 0 || isOfPoint(joins[row]!)) continue
      const pair = municipality * 2 ** 32 + code
      if (pairs.has(pair) || !isWanted(row)) continue
      pairs.set(pair, [textAt(this.#pool, municipality), textAt(this.#pool, code)])
    }
    return [...pairs.values()]
  }

  seatJoinAt(index: number): SeatJoinCode {
    return narrowSection(this.#sections, 'seatJoin')[index]!
  }

  summaryAt(index: number): CompanySummary {
    const ico = this.#icos[index]!
    this.#addresses ??= new SeatLines(this.#sections, this.#read)
    this.#updated ??= section(this.#sections, 'updated', Uint32Array)
    return {
      key: this.keys.at(index),
      ico: ico === NO_ICO ? null : String(ico).padStart(8, '0'),
      name: this.nameAt(index),
      address: this.#addresses.textAt(index),
      status: this.statusAt(index),
      updatedOn: this.#dayAt(this.#updated[index]!),
    }
  }

  #dayAt(number: number): string | null {
    return this.#days.getOrInsertComputed(number, () => pooledText(this.#pool, number, this.#read))
  }

  at(index: number): CompanyRow {
    const pooled = (name: string): string | null =>
      pooledText(this.#pool, section(this.#sections, name, Uint32Array)[index]!)
    return {
      ...this.summaryAt(index),
      otherNames: this.otherNamesAt(index),
      municipality: pooled('municipality'),
      municipalityCode: pooled('municipalityCode'),
      naturalPerson: this.isNaturalPerson(index),
      legalFormCode: pooled('legalForm'),
      size: pooled('size'),
      establishedOn: pooled('established'),
    }
  }
}

/** Whether the name or the code of the municipality is that of the address point. */
function isOfPoint(code: SeatJoinCode): boolean {
  return outcomeOf(code, 'municipality') === 'filled' || outcomeOf(code, 'municipalityCode') === 'filled'
}

function capitalize(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1)
}
