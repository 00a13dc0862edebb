import { isJsonObject } from '../stdx/json-fields.ts'
import { COUNTRIES, type Country } from './country.ts'
import { fillUrlTemplate, OFFICIAL_URLS, type UrlTemplates } from './public-url.ts'

/** Parses an operator's templates. Links that the file does not name keep the official ones. */
export function parseUrlTemplates(text: string): { readonly templates: UrlTemplates } | { readonly sentence: string } {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    return { sentence: `The file of templates is not JSON: ${(error as Error).message}.` }
  }
  if (!isJsonObject(file)) return { sentence: `The file of templates must be an object: ${EXAMPLE}.` }
  const templates = { companies: { ...OFFICIAL_URLS.companies }, addresses: { ...OFFICIAL_URLS.addresses } }
  for (const [kind, own] of Object.entries(file)) {
    if (!isKind(kind)) return { sentence: `${JSON.stringify(kind)} is unknown. Use companies or addresses.` }
    if (!isJsonObject(own)) return { sentence: `${kind} must be an object with a link for each country: ${EXAMPLE}.` }
    for (const [country, template] of Object.entries(own)) {
      if (!isCountry(country)) return { sentence: `The country ${JSON.stringify(country)} is unknown. Use sk or cz.` }
      const problem = findTemplateProblem(template)
      if (problem !== undefined) return { sentence: `The link of ${kind} in ${country}: ${problem}` }
      templates[kind][country] = template as string
    }
  }
  return { templates }
}

const EXAMPLE = '{"companies": {"sk": "https://example.com/firma/{ico}"}}'

function findTemplateProblem(template: unknown): string | undefined {
  if (typeof template !== 'string') return 'it is not a string.'
  const [unknown] = template.match(/\{(?!country\}|ico\}|source_id\})[^}]*\}?/) ?? []
  if (unknown !== undefined) return `${unknown} is unknown. Use {country}, {ico} and {source_id}.`
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
