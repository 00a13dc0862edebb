import type { Country } from './country.ts'

/** Pages of the official registers that show a company. */
export const DEFAULT_URLS: Readonly<Record<Country, string>> = {
  sk: 'https://rpo.minv.sk/rpo/entity/{source_id}',
  cz: 'https://ares.gov.cz/ekonomicke-subjekty?ico={ico}',
}

/** Fills {country}, {ico} and {source_id} into a template. */
export function companyUrl(
  template: string,
  values: { readonly country: string; readonly ico: string; readonly sourceId: string },
): string {
  return template
    .replaceAll('{country}', encodeURIComponent(values.country))
    .replaceAll('{ico}', encodeURIComponent(values.ico))
    .replaceAll('{source_id}', encodeURIComponent(values.sourceId))
}
