import type { Country } from '../../records/country.ts'
import { fillUrlTemplate } from '../../records/public-url.ts'
import { deriveRecordId } from '../../records/record-id.ts'
import { formatSourceKey, type KeyForm } from '../../records/source-key.ts'
import type { Manifest } from '../../release/release.ts'
import type { CompanyHit } from '../../search/search.ts'
import { quoteJson, quoteJsonOrNull } from './json-text.ts'

/** Writes the companies of one country for a suggestion. */
export class CompanyWriter {
  readonly #country: Country
  readonly #keyForm: KeyForm
  readonly #url: (ico: string, sourceId: string) => string

  constructor(country: Country, { sources }: Pick<Manifest, 'sources'>, urlTemplate: string) {
    this.#country = country
    const source = sources.find(({ dataset }) => dataset.country === country && dataset.kind === 'company')
    // All company datasets of a country have keys of one form. Without a dataset there are no companies to write.
    this.#keyForm = source?.dataset.keyForm ?? 'plain'
    this.#url = (ico, sourceId) => fillUrlTemplate(urlTemplate, { country, ico, sourceId })
  }

  /** A JSON array. */
  write(hits: readonly CompanyHit[]): string {
    let text = '['
    for (let i = 0; i < hits.length; i++) text += (i === 0 ? '' : ',') + this.#one(hits[i]!)
    return `${text}]`
  }

  sourceIdOf({ company }: CompanyHit): string {
    return formatSourceKey(company.key, this.#keyForm)
  }

  #one({ company: { key, ico, name, address, status, updatedOn } }: CompanyHit): string {
    const sourceId = formatSourceKey(key, this.#keyForm)
    return `{"id":"${deriveRecordId(this.#country, 'company', sourceId)}","country":"${this.#country}","ico":${quoteJsonOrNull(ico)},"name":${quoteJson(name)},"address":${quoteJson(address)},"status":${quoteJsonOrNull(status)},"url":${quoteJson(this.#url(ico ?? '', sourceId))},"updated_at":${quoteJsonOrNull(updatedOn)}}`
  }
}
