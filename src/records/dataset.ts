import type { Country, Kind } from './country.ts'
import type { KeyForm } from './source-key.ts'

/** A set of records with its own keys, kept apart in the catalog and attributed to its source. */
export interface Dataset {
  /** `sk-rpo`, `sk-addresses-csv`, `sk-addresses-rageo`, `cz-addresses`, `cz-res`, `cz-vr` */
  readonly name: string
  /** The registry it is imported as: `sk-addresses` for two of them. */
  readonly registry: string
  readonly country: Country
  readonly kind: Kind
  /** Source and dataset in responses: `rpo`/`rpo`, `ares`/`res`. */
  readonly code: string
  readonly dataset: string
  readonly url: string
  readonly attribution: string
  readonly license: string
  readonly licenseUrl: string
  /** Names other contributors, and says that the data were modified. */
  readonly notice: string
  /** Data older than this many days count as stale. */
  readonly rhythmDays: number
  readonly keyForm: KeyForm
  /** Rows of a full set at the last count, if known: a first import of far fewer rows is most likely truncated. */
  readonly fullSetRows?: number
}
