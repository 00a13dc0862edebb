import { formatSeat } from '../records/format-address.ts'
import type { RegistryCode } from '../records/registry-code.ts'
import type { RecordStatus } from '../records/status.ts'
import { knownDay } from '../records/unknown-day.ts'
import type { Detail } from './detail-store.ts'

/** A company as the public API shows it in full, but for its URL, which the operator's templates make. */
export interface CompanyDetail {
  readonly id: string
  readonly country: 'sk' | 'cz'
  /** Null only for records that have no public detail: those without an ICO. */
  readonly ico: string | null
  readonly name: string
  readonly status: RecordStatus
  readonly legal_status: RegistryCode | null
  readonly legal_form: RegistryCode | null
  readonly address: { readonly formatted: string | null; readonly components: CompanyAddressComponents }
  readonly identifiers: readonly {
    readonly type: 'ico' | 'source_id'
    readonly country: 'sk' | 'cz'
    readonly value: string
    readonly source: 'rpo' | 'ares'
  }[]
  readonly dates: { readonly established_at: string | null; readonly dissolved_at: string | null }
  readonly registration: {
    readonly register: RegistryCode | null
    readonly office: string | null
    readonly number: string | null
  }
  readonly provenance: CompanyProvenance
}

interface CompanyAddressComponents {
  readonly street: string | null
  readonly municipality: string | null
  readonly municipality_part: string | null
  readonly municipality_code: string | null
  readonly registration_number: string | null
  readonly evidence_number: string | null
  readonly orientation_number: string | null
  readonly orientation_letter: string | null
  readonly building_number: string | null
  readonly postal_code: string | null
  readonly country: string | null
  readonly country_code: string | null
  readonly address_id: string | null
  readonly formatted: string | null
}

interface CompanyProvenance {
  readonly source_code: string
  readonly dataset: string
  readonly source_key: string
  readonly revision_id: string
  readonly record_sha256: string
  readonly file_sha256: string
  readonly observed_at: string | null
  readonly fetched_at: string | null
  readonly source_updated_at: string | null
  readonly projection_updated_at: string | null
  readonly projection_version: string
}

/** `source`: how the API names the source and dataset of this record. */
export function formatCompanyDetail(
  detail: Detail,
  ico: string | null,
  source: { readonly code: string; readonly dataset: string },
): CompanyDetail {
  const { company, origin } = detail
  const { seat } = company
  const formatted = formatSeat(company.country, seat) || null
  const code = company.country === 'sk' ? 'rpo' : 'ares'
  return {
    id: detail.id,
    country: company.country,
    ico,
    name: company.name,
    status: detail.status,
    legal_status: company.legalStatus,
    legal_form: company.legalForm,
    address: {
      formatted,
      components: {
        street: seat.street,
        municipality: seat.municipality,
        municipality_part: seat.municipalityPart,
        municipality_code: seat.municipalityCode,
        registration_number: seat.registrationNumber,
        evidence_number: seat.evidenceNumber,
        orientation_number: seat.orientationNumber,
        orientation_letter: seat.orientationLetter,
        building_number: seat.buildingNumber,
        postal_code: seat.postalCode,
        country: seat.country,
        country_code: seat.countryCode,
        address_id: seat.addressId,
        formatted,
      },
    },
    identifiers: [
      ...(ico === null ? [] : [{ type: 'ico', country: company.country, value: ico, source: code } as const]),
      { type: 'source_id', country: company.country, value: origin.sourceKey, source: code },
    ],
    dates: { established_at: company.establishedOn, dissolved_at: knownDay(company.dissolvedOn) },
    registration: { register: company.register, office: company.registerOffice, number: company.registerNumber },
    provenance: {
      source_code: source.code,
      dataset: source.dataset,
      source_key: origin.sourceKey,
      revision_id: origin.revisionId,
      record_sha256: origin.recordSha256,
      file_sha256: origin.fileSha256,
      observed_at: origin.observedOn,
      fetched_at: origin.fetchedAt,
      source_updated_at: company.updatedOn,
      projection_updated_at: origin.importedAt,
      projection_version: origin.projectionVersion,
    },
  }
}
