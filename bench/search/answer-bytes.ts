import type { Country } from '../../src/records/country.ts'
import { fillUrlTemplate, OFFICIAL_URLS } from '../../src/records/public-url.ts'
import { deriveRecordId } from '../../src/records/record-id.ts'
import { formatAddressDetail } from '../../src/release/release.ts'
import type { AddressHit } from '../../src/search/addresses/address-hit.ts'
import type { CompanyHit } from '../../src/search/companies/company-search.ts'

/*
 * Answers in the shape of the API, by way of objects and JSON.stringify: the plain way, which a writer of bytes has to
 * beat.
 */

/** Digits of a source's own key: Slovak ones are plain numbers, Czech ones are company numbers. */
const KEY_DIGITS: Readonly<Record<Country, number>> = { sk: 0, cz: 8 }

export function companyAnswer(hits: readonly CompanyHit[], country: Country): Buffer {
  const data = hits.map(({ company }) => {
    const sourceId = String(company.key).padStart(KEY_DIGITS[country], '0')
    return {
      id: deriveRecordId(country, 'company', sourceId),
      country,
      ico: company.ico,
      name: company.name,
      address: company.address,
      status: company.status,
      url: fillUrlTemplate(OFFICIAL_URLS.companies[country], { country, ico: company.ico ?? '', sourceId }),
      updated_at: company.updatedOn,
    }
  })
  return Buffer.from(JSON.stringify({ data }))
}

export function addressAnswer(hits: readonly AddressHit[]): Buffer {
  const data = hits.map(({ address, sourceId, kind }) => {
    const id = deriveRecordId(address.country, 'address', sourceId)
    const detail = formatAddressDetail(address, {
      id,
      sourceKey: sourceId,
      code: 'example',
      attribution: 'The register',
    })
    return kind === 'point' ? detail : { ...detail, address: { ...detail.address, source_id: null } }
  })
  return Buffer.from(JSON.stringify({ data }))
}
