import type { Address } from '../../records/address.ts'
import type { Country } from '../../records/country.ts'
import { formatAddress } from '../../records/format-address.ts'
import { fillUrlTemplate } from '../../records/public-url.ts'
import { deriveRecordId } from '../../records/record-id.ts'
import { findSegment, formatAttribution, type Manifest, type ManifestSource } from '../../release/release.ts'
import type { AddressHit } from '../../search/search.ts'
import { quoteJson, quoteJsonOrNull } from './json-text.ts'

/** Writes the addresses of one country for a suggestion. */
export class AddressWriter {
  readonly #country: Country
  /** By the dataset number of a hit. */
  readonly #sources: readonly (WrittenSource | undefined)[]
  /** The source of a street or place, whose points may come from several. */
  readonly #first: WrittenSource
  readonly #urlTemplate: string

  constructor(country: Country, { sources }: Pick<Manifest, 'sources'>, urlTemplate: string) {
    this.#country = country
    this.#urlTemplate = urlTemplate
    this.#sources = findSegment(`addresses-${country}`).datasets.map((name) => {
      const source = sources.find(({ dataset }) => dataset.name === name)
      return source && writeSource(source)
    })
    this.#first = this.#sources.find((source) => source !== undefined) ?? NO_SOURCE
  }

  /** A JSON array. */
  write(hits: readonly AddressHit[]): string {
    let text = '['
    for (let i = 0; i < hits.length; i++) text += (i === 0 ? '' : ',') + this.#one(hits[i]!)
    return `${text}]`
  }

  #one({ kind, sourceId, address, dataset, updatedOn }: AddressHit): string {
    const country = this.#country
    const id = quoteJson(sourceId)
    const source = (dataset === null ? undefined : this.#sources[dataset]) ?? this.#first
    // No register has a page for a street or place, so their URL is the register's.
    const url =
      kind === 'point' ? quoteJson(fillUrlTemplate(this.#urlTemplate, { country, ico: '', sourceId })) : source.url
    return `{"id":"${deriveRecordId(country, 'address', sourceId)}","country":"${country}","name":${quoteJson(formatAddress(address))},"address":${writeComponents(address, kind === 'point' ? id : 'null')},"source":{"code":${source.code},"id":${id},"url":${url},"attribution":${source.attribution}},"updated_at":${quoteJsonOrNull(updatedOn)}}`
  }
}

/** Each field is JSON text. */
interface WrittenSource {
  readonly code: string
  readonly url: string
  readonly attribution: string
}

const NO_SOURCE: WrittenSource = { code: '""', url: '""', attribution: '""' }

function writeSource(source: ManifestSource): WrittenSource {
  const { code, url } = source.dataset
  return { code: quoteJson(code), url: quoteJson(url), attribution: quoteJson(formatAttribution(source)) }
}

/** No source that we may use has a post office or a building id. */
function writeComponents(a: Address, sourceId: string): string {
  const q = quoteJsonOrNull
  return `{"source_id":${sourceId},"street":${q(a.street)},"street_id":${q(a.streetId)},"municipality":${quoteJson(a.municipality)},"municipality_code":${q(a.municipalityCode)},"municipality_part":${q(a.municipalityPart)},"municipality_part_code":${q(a.municipalityPartCode)},"postal_code":${q(a.postalCode)},"post_office":null,"registration_number":${q(a.registrationNumber)},"evidence_number":${q(a.evidenceNumber)},"house_number_type":${q(a.houseNumberType)},"house_number":${q(a.houseNumber)},"orientation_number":${q(a.orientationNumber)},"orientation_letter":${q(a.orientationLetter)},"district":${q(a.district)},"district_code":${q(a.districtCode)},"county":${q(a.county)},"county_code":${q(a.countyCode)},"region":${q(a.region)},"region_code":${q(a.regionCode)},"building_id":null,"coordinates":${writeCoordinates(a)}}`
}

function writeCoordinates({ latitude, longitude }: Address): string {
  if (latitude === null || longitude === null) return 'null'
  return `{"latitude":${latitude},"longitude":${longitude},"crs":"OGC:CRS84"}`
}
