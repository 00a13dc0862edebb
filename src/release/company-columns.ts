import { seatText } from '../records/address-text.ts'
import type { Company } from '../records/company.ts'
import type { Country } from '../records/country.ts'
import { growingF64, growingU8, growingU32 } from '../stdx/growing.ts'
import { type FileKind, readSections, type SectionSource, section, writeSections } from '../stdx/section-file.ts'
import {
  pooledText,
  type TextArrays,
  TextColumnBuilder,
  type TextPieces,
  TextPoolBuilder,
  textAt,
} from '../stdx/text-column.ts'
import { STATUSES, type Status } from './status.ts'

const KIND: FileKind = { kind: 'company-columns', format: 1, remedy: 'regista publish' }

/** What a search over companies needs of one of them: to find it, to rank it and to show it in a list. */
export interface CompanyRow {
  readonly key: number
  readonly ico: string | null
  readonly name: string
  readonly otherNames: readonly string[]
  /** The seat in one line. */
  readonly address: string
  readonly municipality: string | null
  readonly municipalityCode: string | null
  readonly status: Status
  readonly legalFormCode: string | null
  readonly naturalPerson: boolean
  readonly size: string | null
  readonly establishedOn: string | null
  readonly updatedOn: string | null
}

const NO_ICO = 0xffff_ffff
/** Stands between other names; no name contains it, readers drop control characters. */
const NAME_SEPARATOR = '\n'

export class CompanyColumnsBuilder {
  readonly #country: Country
  readonly #pool = new TextPoolBuilder()
  readonly #names = new TextColumnBuilder()
  readonly #otherNames = new TextColumnBuilder()
  readonly #addresses = new TextColumnBuilder()
  readonly #keys = growingF64()
  readonly #icos = growingU32()
  readonly #flags = growingU8()
  readonly #municipalities = growingU32()
  readonly #municipalityCodes = growingU32()
  readonly #legalForms = growingU32()
  readonly #sizes = growingU32()
  readonly #established = growingU32()
  readonly #updated = growingU32()

  constructor(country: Country) {
    this.#country = country
  }

  get length(): number {
    return this.#keys.length
  }

  push(key: number, company: Company, status: Status): void {
    const pool = this.#pool
    this.#keys.push(key)
    this.#icos.push(company.ico === null ? NO_ICO : Number(company.ico))
    this.#names.push(company.name)
    this.#otherNames.push(company.otherNames.join(NAME_SEPARATOR))
    this.#addresses.push(seatText(this.#country, company.seat))
    this.#flags.push(STATUSES.indexOf(status) | (company.naturalPerson ? 4 : 0))
    this.#municipalities.push(pool.number(company.seat.municipality))
    this.#municipalityCodes.push(pool.number(company.seat.municipalityCode))
    this.#legalForms.push(pool.number(company.legalForm?.code ?? null))
    this.#sizes.push(pool.number(company.size))
    this.#established.push(pool.number(company.establishedOn))
    this.#updated.push(pool.number(company.updatedOn))
  }

  write(path: string): void {
    writeSections(path, KIND, {
      key: this.#keys.pieces(),
      ico: this.#icos.pieces(),
      flags: this.#flags.pieces(),
      municipality: this.#municipalities.pieces(),
      municipalityCode: this.#municipalityCodes.pieces(),
      legalForm: this.#legalForms.pieces(),
      size: this.#sizes.pieces(),
      established: this.#established.pieces(),
      updated: this.#updated.pieces(),
      ...textSections('name', this.#names.pieces()),
      ...textSections('otherNames', this.#otherNames.pieces()),
      ...textSections('address', this.#addresses.pieces()),
      ...textSections('pool', this.#pool.pieces()),
    })
  }
}

/** The columns of one country, in the order of the source's keys. */
export class CompanyColumns {
  readonly length: number
  readonly #sections: ReturnType<typeof readSections>

  static open(path: string): CompanyColumns {
    return new CompanyColumns(readSections(path, KIND))
  }

  private constructor(sections: ReturnType<typeof readSections>) {
    this.#sections = sections
    this.length = section(sections, 'key', Float64Array).length
  }

  get keys(): Float64Array {
    return section(this.#sections, 'key', Float64Array)
  }

  at(index: number): CompanyRow {
    const number = (name: string): number => section(this.#sections, name, Uint32Array)[index]!
    const pool = textArrays(this.#sections, 'pool')
    const flags = section(this.#sections, 'flags', Uint8Array)[index]!
    const ico = number('ico')
    const otherNames = textAt(textArrays(this.#sections, 'otherNames'), index)
    return {
      key: section(this.#sections, 'key', Float64Array)[index]!,
      ico: ico === NO_ICO ? null : String(ico).padStart(8, '0'),
      name: textAt(textArrays(this.#sections, 'name'), index),
      otherNames: otherNames === '' ? [] : otherNames.split(NAME_SEPARATOR),
      address: textAt(textArrays(this.#sections, 'address'), index),
      municipality: pooledText(pool, number('municipality')),
      municipalityCode: pooledText(pool, number('municipalityCode')),
      status: STATUSES[flags & 3]!,
      naturalPerson: (flags & 4) !== 0,
      legalFormCode: pooledText(pool, number('legalForm')),
      size: pooledText(pool, number('size')),
      establishedOn: pooledText(pool, number('established')),
      updatedOn: pooledText(pool, number('updated')),
    }
  }
}

export function textSections(name: string, { bytes, starts }: TextPieces): Record<string, SectionSource> {
  return { [`${name}Bytes`]: bytes, [`${name}Starts`]: starts }
}

export function textArrays(sections: ReturnType<typeof readSections>, name: string): TextArrays {
  return {
    bytes: section(sections, `${name}Bytes`, Uint8Array),
    starts: section(sections, `${name}Starts`, Uint32Array),
  }
}
