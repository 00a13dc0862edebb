import { hash } from 'node:crypto'
import type { Country, Kind } from './country.ts'

/**
 * The id under which a record is known outside: 32 hex digits, the first 16 bytes of SHA-256 over country, kind and the key
 * that the source gives it. It is the same after every rebuild and says nothing of our own storage.
 */
export function deriveRecordId(country: Country, kind: Kind, sourceKey: string): string {
  return hash('sha256', `${country}:${kind}:${sourceKey}`, 'hex').slice(0, 32)
}
