import { statSync } from 'node:fs'
import { join } from 'node:path'
import { CompanyColumns } from '../../src/engine/companies/companies.ts'
import { COUNTRIES, type Country } from '../../src/records/country.ts'
import type { SectionArray } from '../../src/stdx/section-file.ts'
import type { Indexes } from './searched.ts'

export interface Sizes {
  readonly name: string
  readonly records: number
  /** Everything that finding needs. */
  readonly index: number
  /** Columns of numbers: keys, codes, dates, positions. */
  readonly columnNumbers: number
  /** Columns of text: names, addresses, and the pool of texts that come again. */
  readonly columnTexts: number
  /** The index and the columns that a server has in memory. */
  readonly served: number
  readonly indexFile: number
  readonly columnsFile: number
}

export function sizesOf(indexes: Indexes, dir: string): Sizes[] {
  const of = (
    kind: 'companies' | 'addresses',
    country: Country,
    made: { readonly records: number; readonly index: Sections; readonly columns: Sections; readonly served: Sections },
  ): Sizes => {
    const isText = ([name]: readonly [string, SectionArray]): boolean => /(Bytes|Starts)$/.test(name)
    const columns = [...made.columns]
    return {
      name: `${kind} ${country}`,
      records: made.records,
      index: bytesOf([...made.index]),
      columnNumbers: bytesOf(columns.filter((column) => !isText(column))),
      columnTexts: bytesOf(columns.filter(isText)),
      served: bytesOf([...made.index, ...made.served]),
      indexFile: statSync(join(dir, `${kind}-${country}.index`)).size,
      columnsFile: statSync(join(dir, `${kind}-${country}.columns`)).size,
    }
  }
  return [
    ...COUNTRIES.map((country) => {
      const { rows, toShare } = indexes.companies[country]
      const served = CompanyColumns.openForLists(join(dir, `companies-${country}.columns`)).shared
      return of('companies', country, { records: rows.length, ...toShare, served })
    }),
    ...COUNTRIES.map((country) => {
      const { columns, toShare } = indexes.addresses[country]
      return of('addresses', country, { records: columns.length, ...toShare, served: toShare.columns })
    }),
  ]
}

type Sections = Map<string, SectionArray>

function bytesOf(sections: readonly (readonly [string, SectionArray])[]): number {
  return sections.reduce((sum, [, { byteLength }]) => sum + byteLength, 0)
}

/** The sizes of both countries together. */
export function together(name: string, sizes: readonly Sizes[]): Sizes {
  const sum = (pick: (one: Sizes) => number): number => sizes.reduce((total, one) => total + pick(one), 0)
  return {
    name,
    records: sum((one) => one.records),
    index: sum((one) => one.index),
    columnNumbers: sum((one) => one.columnNumbers),
    columnTexts: sum((one) => one.columnTexts),
    served: sum((one) => one.served),
    indexFile: sum((one) => one.indexFile),
    columnsFile: sum((one) => one.columnsFile),
  }
}
