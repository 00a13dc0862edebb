import type { Country, Kind } from './country.ts'
import type { KeyForm } from './source-key.ts'

/** One stream of records with its own keys: what the catalog keeps apart, and what attribution is owed to. */
export interface Dataset {
  /** `sk-rpo`, `sk-addresses-csv`, `sk-addresses-rageo`, `cz-addresses`, `cz-res`, `cz-vr` */
  readonly name: string
  /** The registry it is imported as: `sk-addresses` for two of them. */
  readonly registry: string
  readonly country: Country
  readonly kind: Kind
  /** How answers name source and dataset: `rpo`/`rpo`, `ares`/`res`. */
  readonly code: string
  readonly dataset: string
  readonly url: string
  readonly attribution: string
  readonly license: string
  readonly licenseUrl: string
  /** Who else contributed, and that the data were modified. */
  readonly notice: string
  /** Data older than this many days count as stale. */
  readonly rhythmDays: number
  readonly keyForm: KeyForm
  /** Rows of a full set when the register was last counted: a first import of much fewer is most likely cut off. Absent where it is not known. */
  readonly fullSetRows?: number
}
