import type { Municipality } from './country.ts'

/** LAU2: the okres and six digits. The same code as RPO has for a municipality. */
export function lau2(municipality: Municipality): string {
  return municipality.county!.code + String(municipality.code).padStart(6, '0')
}
