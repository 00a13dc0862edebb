import { COUNTRIES, type Country } from '../../records/country.ts'
import { fillUrlTemplate, type UrlTemplates } from '../../records/public-url.ts'
import { formatSourceKey, type KeyForm } from '../../records/source-key.ts'
import { Release, type ReleaseFolder } from '../../release/release.ts'
import { findFirst } from '../find-examples.ts'
import type { Finding } from './finding.ts'

const WAIT_MS = 10_000
/** The forms of the keys of companies in answers. */
const KEY_FORMS: Readonly<Record<Country, KeyForm>> = { sk: 'plain', cz: 'eight-digits' }

interface Link {
  readonly check: string
  readonly url: string
}

/**
 * Requests one link of an answer for each country and kind. A page that does not exist is no proof of a wrong link, and
 * 200 is none of a right one: some of these pages answer 200 and say in their text that they know no such record.
 */
export async function checkLinks(folder: ReleaseFolder, templates: UrlTemplates): Promise<Finding[]> {
  const current = folder.current()
  if (current === null)
    return [{ check: 'links', state: 'next', detail: 'nothing is published, so there is no record' }]
  if (current.manifest.invented)
    return [{ check: 'links', state: 'ok', detail: 'not tried: the records are invented, so no register has them' }]
  using release = Release.open(current.dir)
  const findings: Finding[] = []
  for (const country of COUNTRIES)
    for (const link of linksOf(release, country, templates)) findings.push(await tryLink(link))
  return findings
}

function linksOf(release: Release, country: Country, { companies, addresses }: UrlTemplates): Link[] {
  const links: Link[] = []
  const company = findFirst(release.companyColumns(country), ({ status, ico }) => status === null && ico !== null)
  if (company !== undefined) {
    const { ico, key } = company
    const sourceId = formatSourceKey(key, KEY_FORMS[country])
    const url = fillUrlTemplate(companies[country], { country, ico: ico!, sourceId })
    links.push({ check: `link of a company (${country})`, url })
  }
  const points = release.addressColumns(country)
  if (points !== undefined && points.length !== 0) {
    const url = fillUrlTemplate(addresses[country], { country, ico: '', sourceId: points.sourceKeyAt(0) })
    links.push({ check: `link of an address (${country})`, url })
  }
  return links
}

async function tryLink({ check, url }: Link): Promise<Finding> {
  try {
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS) })
    if (ok)
      return { check, state: 'ok', detail: `${url} answers ${status}; open it once to see that it shows the record` }
    return { check, state: 'warn', detail: `${url} answers ${status}; name another page with --url-templates` }
  } catch (error) {
    return { check, state: 'warn', detail: `${url} gave no answer (${reasonOf(error)}); try it where a network is` }
  }
}

/** `ENOTFOUND`, `TimeoutError` */
function reasonOf(error: unknown): string {
  const { name, cause } = error as Error & { readonly cause?: { readonly code?: string } }
  return cause?.code ?? name
}
