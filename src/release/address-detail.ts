import type { Address } from '../records/address.ts'
import { formatAddress } from '../records/format-address.ts'
import { fillUrlTemplate, OFFICIAL_URLS } from '../records/public-url.ts'

/** An address point as the public API shows it. */
export interface AddressDetail {
  readonly id: string
  readonly country: 'sk' | 'cz'
  readonly name: string
  readonly address: AddressComponents
  readonly source: { readonly code: string; readonly id: string; readonly url: string; readonly attribution: string }
  readonly updated_at: string | null
}

interface AddressComponents {
  readonly source_id: string | null
  readonly street: string | null
  readonly street_id: string | null
  readonly municipality: string | null
  readonly municipality_code: string | null
  readonly municipality_part: string | null
  readonly municipality_part_code: string | null
  readonly postal_code: string | null
  /** No source that we may use names it. */
  readonly post_office: null
  readonly registration_number: string | null
  readonly evidence_number: string | null
  readonly house_number_type: string | null
  readonly house_number: string | null
  readonly orientation_number: string | null
  readonly orientation_letter: string | null
  readonly district: string | null
  readonly district_code: string | null
  readonly county: string | null
  readonly county_code: string | null
  readonly region: string | null
  readonly region_code: string | null
  /** Stands in neither source. */
  readonly building_id: null
  readonly coordinates: { readonly latitude: number; readonly longitude: number; readonly crs: 'OGC:CRS84' } | null
}

export interface AddressOrigin {
  readonly id: string
  readonly sourceKey: string
  readonly code: string
  readonly attribution: string
}

export function formatAddressDetail(a: Address, { id, sourceKey, code, attribution }: AddressOrigin): AddressDetail {
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
      building_id: null,
      coordinates:
        a.latitude === null || a.longitude === null
          ? null
          : { latitude: a.latitude, longitude: a.longitude, crs: 'OGC:CRS84' },
    },
    source: { code, id: sourceKey, url, attribution },
    updated_at: a.validFrom,
  }
}
