import { addressText } from '../../src/records/address-text.ts'
import type { Country } from '../../src/records/country.ts'
import { ADDRESS_URLS, COMPANY_URLS, filledUrl } from '../../src/records/public-url.ts'
import { recordId } from '../../src/records/record-id.ts'
import type { AddressHit, CompanyHit } from '../../src/search/search.ts'

/*
 * Answers in the shape of the API, by way of objects and JSON.stringify: the plain way, which a writer of bytes has to beat.
 */

/** Digits of a source's own key: Slovak ones are plain numbers, Czech ones are company numbers. */
const KEY_DIGITS: Readonly<Record<Country, number>> = { sk: 0, cz: 8 }

export function companyAnswer(hits: readonly CompanyHit[], country: Country): Buffer {
  const data = hits.map(({ company }) => {
    const sourceId = String(company.key).padStart(KEY_DIGITS[country], '0')
    return {
      id: recordId(country, 'company', sourceId),
      country,
      ico: company.ico,
      name: company.name,
      address: company.address,
      status: company.status,
      url: filledUrl(COMPANY_URLS[country], { country, ico: company.ico ?? '', sourceId }),
      updated_at: company.updatedOn,
    }
  })
  return Buffer.from(JSON.stringify({ data }))
}

export function addressAnswer(hits: readonly AddressHit[]): Buffer {
  const data = hits.map(({ address: a, sourceId, updatedOn, kind }) => {
    const url = filledUrl(ADDRESS_URLS[a.country], { country: a.country, ico: '', sourceId })
    return {
      id: recordId(a.country, 'address', sourceId),
      country: a.country,
      name: addressText(a),
      address: { source_id: kind === 'point' ? sourceId : null, ...componentsOf(a) },
      source: { code: 'example', id: sourceId, url, attribution: 'The register of addresses' },
      updated_at: updatedOn,
    }
  })
  return Buffer.from(JSON.stringify({ data }))
}

function componentsOf(a: AddressHit['address']) {
  return {
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
      a.latitude === null ? null : { latitude: a.latitude, longitude: a.longitude, crs: 'OGC:CRS84' as const },
  }
}
