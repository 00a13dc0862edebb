import type { Country } from './country.ts'

/**
 * Pages of the official registers that show a company. For Slovakia it is the page that other projects of 2026 link for
 * people: no public source has a page of the new operator (rpo.minv.sk). Neither was tried on-line.
 */
const COMPANY_URLS: Readonly<Record<Country, string>> = {
  sk: 'https://rpo.statistics.sk/new/organization/{source_id}/withHistory',
  cz: 'https://ares.gov.cz/ekonomicke-subjekty?ico={ico}',
}

/** Pages of the official registers that show an address point. */
const ADDRESS_URLS: Readonly<Record<Country, string>> = {
  sk: 'https://data.gov.sk/id/physical-address/{source_id}',
  cz: 'https://vdp.cuzk.gov.cz/vdp/ruian/adresnimista/{source_id}',
}

/** The links in responses, with the placeholders {country}, {ico} and {source_id}. */
export interface UrlTemplates {
  readonly companies: Readonly<Record<Country, string>>
  readonly addresses: Readonly<Record<Country, string>>
}

export const OFFICIAL_URLS: UrlTemplates = { companies: COMPANY_URLS, addresses: ADDRESS_URLS }

/**
 * A template that is filled often. The number and the key of a record consist of digits and capital letters, which a
 * URL contains as they are.
 */
export function compileUrlTemplate(template: string, country: Country): (ico: string, sourceId: string) => string {
  const parts = template.replaceAll('{country}', country).split(/(\{ico\}|\{source_id\})/)
  return (ico, sourceId) => {
    let url = ''
    for (const part of parts) url += part === '{ico}' ? ico : part === '{source_id}' ? sourceId : part
    return url
  }
}

/** Fills {country}, {ico} and {source_id} into a template. */
export function fillUrlTemplate(
  template: string,
  values: { readonly country: string; readonly ico: string; readonly sourceId: string },
): string {
  return template
    .replaceAll('{country}', encodeURIComponent(values.country))
    .replaceAll('{ico}', encodeURIComponent(values.ico))
    .replaceAll('{source_id}', encodeURIComponent(values.sourceId))
}
