import { formatSeat } from '../records/format-address.ts'
import { knownDay } from '../records/unknown-day.ts'
import type { Detail } from './read-detail.ts'

/** A company as the public API shows it in full, but for its URL, which the operator's templates make. */
export type CompanyDetail = ReturnType<typeof formatCompanyDetail>

/** `ico`: null only for a record without a public detail. `source`: how the API names its source and dataset. */
export function formatCompanyDetail(
  detail: Detail,
  ico: string | null,
  source: { readonly code: string; readonly dataset: string },
) {
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
      { type: 'source_id', country: company.country, value: origin.sourceKey, source: code } as const,
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
