import { hash } from 'node:crypto'
import type { Country, Kind } from './country.ts'

/**
 * The public id of a record: 32 hex digits, the first 16 bytes of SHA-256 over country, kind and the source's key.
 * It is the same after every rebuild.
 */
export function deriveRecordId(country: Country, kind: Kind, sourceKey: string): string {
  return hash('sha256', `${country}:${kind}:${sourceKey}`, 'hex').slice(0, 32)
}
