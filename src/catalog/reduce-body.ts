import { decodeCompany, encodeRecord } from '../records/canonical.ts'
import type { Dataset } from '../records/dataset.ts'
import { deriveRecordId } from '../records/record-id.ts'
import { reduceCompany } from '../records/reduce-company.ts'
import { formatSourceKey } from '../records/source-key.ts'

/** What stays of a withdrawn record. An address stays as it is: it names no person. */
export function reduceBody(dataset: Dataset, key: number, body: string): string {
  if (dataset.kind === 'address') return body
  const id = deriveRecordId(dataset.country, dataset.kind, formatSourceKey(key, dataset.keyForm))
  return encodeRecord(reduceCompany(decodeCompany(body), id))
}
