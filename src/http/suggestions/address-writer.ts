import type { Address } from '../../records/address.ts'
import type { Country } from '../../records/country.ts'
import { EVIDENCE_LABEL, formatAddress } from '../../records/format-address.ts'
import { compileUrlTemplate } from '../../records/public-url.ts'
import { deriveRecordId } from '../../records/record-id.ts'
import {
  findSegment,
  formatAttribution,
  type Manifest,
  type ManifestSource,
  type Release,
} from '../../release/release.ts'
import type { AddressCandidate } from '../../search/search.ts'
import { type ByteString, toByteString, toJsonBytes } from '../../stdx/byte-string.ts'
import { HitCache } from './hit-cache.ts'
import { quoteOrNull } from './json-text.ts'

type AddressIndex = NonNullable<ReturnType<Release['addressIndex']>>

/** A street or place, or a point, which has a row. */
type Found = Pick<AddressCandidate, 'document' | 'row'>

/** About 5 000 hits. */
const KEPT_BYTES = 4 << 20

/** Writes the addresses of one country for a suggestion. */
export class AddressWriter {
  readonly #country: Country
  /** By the dataset number of a hit. */
  readonly #sources: readonly (WrittenSource | undefined)[]
  /** The source of a street or place, whose points may come from several. */
  readonly #first: WrittenSource
  readonly #index: AddressIndex
  readonly #json: ReturnType<AddressIndex['readAsJson']>
  readonly #url: (ico: string, sourceId: string) => string
  readonly #hits = new HitCache<Found>({
    keptBytes: KEPT_BYTES,
    keyOf: ({ document, row }) => (row < 0 ? 2 * document : 2 * row + 1),
    write: (key) => (key % 2 === 0 ? this.#entity(key / 2) : this.#point((key - 1) / 2)),
  })

  constructor(
    country: Country,
    { sources }: Pick<Manifest, 'sources'>,
    { index, urlTemplate }: { readonly index: AddressIndex; readonly urlTemplate: string },
  ) {
    this.#country = country
    this.#index = index
    this.#json = index.readAsJson()
    this.#url = compileUrlTemplate(toJsonBytes(urlTemplate), country)
    this.#sources = findSegment(`addresses-${country}`).datasets.map((name) => {
      const source = sources.find(({ dataset }) => dataset.name === name)
      return source && writeSource(source)
    })
    this.#first = this.#sources.find((source) => source !== undefined) ?? NO_SOURCE
  }

  /** A JSON array. */
  write(found: readonly Found[]): ByteString {
    return this.#hits.write(found)
  }

  sourceIdOf({ document, row }: Found): string {
    return row < 0 ? this.#index.sourceIdOf(document) : this.#index.columns.sourceKeyAt(row)
  }

  #point(row: number): string {
    const { columns } = this.#json
    const sourceId = columns.sourceKeyAt(row)
    const source = this.#sources[columns.datasetAt(row)] ?? this.#first
    return this.#one(columns.at(row), { sourceId, id: sourceId, isPoint: true, source, url: this.#url('', sourceId) })
  }

  /** No register has a page for a street or place, so their URL is the register's. */
  #entity(document: number): string {
    const sourceId = this.#index.sourceIdOf(document)
    const source = this.#first
    return this.#one(this.#json.addressOf(document), {
      sourceId,
      id: toJsonBytes(sourceId),
      isPoint: false,
      source,
      url: source.url,
    })
  }

  #one(address: Address, { sourceId, id, isPoint, source, url }: Origin): string {
    const country = this.#country
    return `{"id":"${deriveRecordId(country, 'address', sourceId)}","country":"${country}","name":"${formatAddress(address, EVIDENCE_LABEL_BYTES)}","address":${writeComponents(address, isPoint ? `"${id}"` : 'null')},"source":{"code":"${source.code}","id":"${id}","url":"${url}","attribution":"${source.attribution}"},"updated_at":${quoteOrNull(address.validFrom)}}`
  }
}

const EVIDENCE_LABEL_BYTES = toByteString(EVIDENCE_LABEL)

interface Origin {
  readonly sourceId: string
  /** The same as JSON. */
  readonly id: string
  readonly isPoint: boolean
  readonly source: WrittenSource
  readonly url: string
}

/** What stands between the quotes. */
interface WrittenSource {
  readonly code: string
  readonly url: string
  readonly attribution: string
}

const NO_SOURCE: WrittenSource = { code: '', url: '', attribution: '' }

function writeSource(source: ManifestSource): WrittenSource {
  const { code, url } = source.dataset
  return {
    code: toJsonBytes(code),
    url: toJsonBytes(url),
    attribution: toJsonBytes(formatAttribution(source)),
  }
}

/** No source that we may use has a post office or a building id. */
function writeComponents(a: Address, sourceId: string): string {
  const q = quoteOrNull
  return `{"source_id":${sourceId},"street":${q(a.street)},"street_id":${q(a.streetId)},"municipality":"${a.municipality}","municipality_code":${q(a.municipalityCode)},"municipality_part":${q(a.municipalityPart)},"municipality_part_code":${q(a.municipalityPartCode)},"postal_code":${q(a.postalCode)},"post_office":null,"registration_number":${q(a.registrationNumber)},"evidence_number":${q(a.evidenceNumber)},"house_number_type":${q(a.houseNumberType)},"house_number":${q(a.houseNumber)},"orientation_number":${q(a.orientationNumber)},"orientation_letter":${q(a.orientationLetter)},"district":${q(a.district)},"district_code":${q(a.districtCode)},"county":${q(a.county)},"county_code":${q(a.countyCode)},"region":${q(a.region)},"region_code":${q(a.regionCode)},"building_id":null,"coordinates":${writeCoordinates(a)}}`
}

function writeCoordinates({ latitude, longitude }: Address): string {
  if (latitude === null || longitude === null) return 'null'
  return `{"latitude":${latitude},"longitude":${longitude},"crs":"OGC:CRS84"}`
}
