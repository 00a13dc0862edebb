import { decodeCompany, encodeRecord } from '../records/canonical.ts'
import { EMPTY_SEAT } from '../records/company.ts'
import type { Dataset } from '../records/dataset.ts'
import { deriveRecordId } from '../records/record-id.ts'
import { formatSourceKey } from '../records/source-key.ts'

/**
 * What is kept of a withdrawn record: what names it and nothing else. A natural person's name becomes the ICO, or the id where there is
 * none. Of an address nothing needs to go: it names nobody.
 */
export function reducedBody(dataset: Dataset, key: number, body: string): string {
  if (dataset.kind === 'address') return body
  const company = decodeCompany(body)
  const id = deriveRecordId(dataset.country, dataset.kind, formatSourceKey(key, dataset.keyForm))
  return encodeRecord({
    ...company,
    name: company.naturalPerson ? (company.ico ?? id) : company.name,
    otherNames: [],
    establishedOn: null,
    dissolvedOn: null,
    registerOffice: null,
    registerNumber: null,
    size: null,
    seat: EMPTY_SEAT,
  })
}
