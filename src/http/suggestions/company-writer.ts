import type { Country } from '../../records/country.ts'
import { compileUrlTemplate } from '../../records/public-url.ts'
import { deriveRecordId } from '../../records/record-id.ts'
import { formatSourceKey, type KeyForm } from '../../records/source-key.ts'
import type { Manifest, Release } from '../../release/release.ts'
import type { CompanyFind } from '../../search/search.ts'
import { type ByteString, toJsonBytes } from '../../stdx/byte-string.ts'
import { HitCache } from './hit-cache.ts'
import { quoteOrNull } from './json-text.ts'

type CompanyIndex = NonNullable<ReturnType<Release['companyIndex']>>

/** About 4 500 hits. */
const KEPT_BYTES = 3 << 19

/** Writes the companies of one country for a suggestion. */
export class CompanyWriter {
  readonly #country: Country
  readonly #index: CompanyIndex
  readonly #json: CompanyIndex['columns']
  readonly #keyForm: KeyForm
  readonly #url: (ico: string, sourceId: string) => string
  readonly #hits = new HitCache<Pick<CompanyFind, 'document'>>({
    keptBytes: KEPT_BYTES,
    keyOf: ({ document }) => document,
    write: (document) => this.#one(document),
  })

  constructor(
    country: Country,
    { sources }: Pick<Manifest, 'sources'>,
    { index, urlTemplate }: { readonly index: CompanyIndex; readonly urlTemplate: string },
  ) {
    this.#country = country
    this.#index = index
    this.#json = index.columns.readAsJson()
    const source = sources.find(({ dataset }) => dataset.country === country && dataset.kind === 'company')
    // All company datasets of a country have keys of one form. Without a dataset there are no companies to write.
    this.#keyForm = source?.dataset.keyForm ?? 'plain'
    this.#url = compileUrlTemplate(toJsonBytes(urlTemplate), country)
  }

  /** A JSON array. */
  write(found: readonly Pick<CompanyFind, 'document'>[]): ByteString {
    return this.#hits.write(found)
  }

  sourceIdOf({ document }: Pick<CompanyFind, 'document'>): string {
    return formatSourceKey(this.#index.columns.keys.at(this.#index.rows[document]!), this.#keyForm)
  }

  #one(document: number): string {
    const { key, ico, name, address, status, updatedOn } = this.#json.summaryAt(this.#index.rows[document]!)
    const sourceId = formatSourceKey(key, this.#keyForm)
    return `{"id":"${deriveRecordId(this.#country, 'company', sourceId)}","country":"${this.#country}","ico":${quoteOrNull(ico)},"name":"${name}","address":"${address}","status":${quoteOrNull(status)},"url":"${this.#url(ico ?? '', sourceId)}","updated_at":${quoteOrNull(updatedOn)}}`
  }
}
