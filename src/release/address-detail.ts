import type { Address } from '../records/address.ts'
import { formatAddress } from '../records/format-address.ts'
import { fillUrlTemplate, OFFICIAL_URLS } from '../records/public-url.ts'

interface AddressOrigin {
  readonly id: string
  readonly sourceKey: string
  readonly code: string
  readonly attribution: string
}

/** An address point as the public API shows it. */
export type AddressDetail = ReturnType<typeof formatAddressDetail>

export function formatAddressDetail(a: Address, { id, sourceKey, code, attribution }: AddressOrigin) {
  const url = fillUrlTemplate(OFFICIAL_URLS.addresses[a.country], { country: a.country, ico: '', sourceId: sourceKey })
  return {
    id,
    country: a.country,
    name: formatAddress(a),
    address: {
      source_id: sourceKey,
      street: a.street,
      street_id: a.streetId,
      municipality: a.municipality,
      municipality_code: a.municipalityCode,
      municipality_part: a.municipalityPart,
      municipality_part_code: a.municipalityPartCode,
      postal_code: a.postalCode,
      // No source that we may use names it.
      post_office: null,
      registration_number: a.registrationNumber,
      evidence_number: a.evidenceNumber,
      house_number_type: a.houseNumberType,
      house_number: a.houseNumber,
      orientation_number: a.orientationNumber,
      orientation_letter: a.orientationLetter,
      district: a.district,
      district_code: a.districtCode,
      county: a.county,
      county_code: a.countyCode,
      region: a.region,
      region_code: a.regionCode,
      // Stands in neither source.
      building_id: null,
      coordinates:
        a.latitude === null || a.longitude === null
          ? null
          : { latitude: a.latitude, longitude: a.longitude, crs: 'OGC:CRS84' as const },
    },
    source: { code, id: sourceKey, url, attribution },
    updated_at: a.validFrom,
  }
}
