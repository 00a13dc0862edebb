import type { CatalogHistory } from '../catalog/record-history.ts'
import type { Country, Kind } from '../records/country.ts'
import type { ListedRecords } from './listed-records.ts'

/** A moment of the catalog: its last import, and the time, which counts for withdrawals. */
export interface Moment {
  readonly generation: number
  readonly at: string
}

export interface ChangesQuery {
  readonly since: Moment
  readonly until: Moment
  readonly countries: readonly Country[]
  readonly kinds: readonly Kind[]
  /** Only these. */
  readonly listed: ListedRecords | undefined
}

/** The datasets of one country and kind, in the order in which they count. */
export type SourceGroup = CatalogHistory['datasets']
