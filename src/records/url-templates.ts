import { isJsonObject } from '../stdx/json-fields.ts'
import { COUNTRIES, type Country } from './country.ts'
import { fillUrlTemplate, OFFICIAL_URLS, type UrlTemplates } from './public-url.ts'

/** An operator's file of other pages, `{"companies": {"sk": "https://example.com/firma/{ico}"}}`: those it does not name stay the official ones. */
export function parseUrlTemplates(text: string): { readonly templates: UrlTemplates } | { readonly sentence: string } {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    return { sentence: `The templates are not JSON: ${(error as Error).message}.` }
  }
  if (!isJsonObject(file)) return { sentence: `The templates are one object: ${EXAMPLE}.` }
  const templates = { companies: { ...OFFICIAL_URLS.companies }, addresses: { ...OFFICIAL_URLS.addresses } }
  for (const [kind, own] of Object.entries(file)) {
    if (!isKind(kind))
      return { sentence: `There are no links of ${JSON.stringify(kind)}: only of companies and addresses.` }
    if (!isJsonObject(own)) return { sentence: `The links of ${kind} stand by country: ${EXAMPLE}.` }
    for (const [country, template] of Object.entries(own)) {
      if (!isCountry(country)) return { sentence: `There is no country ${JSON.stringify(country)}: only sk and cz.` }
      const problem = findTemplateProblem(template)
      if (problem !== undefined) return { sentence: `The link of ${kind} in ${country}: ${problem}` }
      templates[kind][country] = template as string
    }
  }
  return { templates }
}

const EXAMPLE = '{"companies": {"sk": "https://example.com/firma/{ico}"}}'

function findTemplateProblem(template: unknown): string | undefined {
  if (typeof template !== 'string') return 'it is not a text.'
  const [unknown] = template.match(/\{(?!country\}|ico\}|source_id\})[^}]*\}?/) ?? []
  if (unknown !== undefined) return `${unknown} is not known; {country}, {ico} and {source_id} are filled in.`
  const url = URL.parse(fillUrlTemplate(template, { country: 'sk', ico: '00000001', sourceId: '1' }))
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    return `${JSON.stringify(template)} is not a web address.`
  return undefined
}

function isKind(kind: string): kind is keyof UrlTemplates {
  return Object.hasOwn(OFFICIAL_URLS, kind)
}

function isCountry(country: string): country is Country {
  return COUNTRIES.some((one) => one === country)
}
