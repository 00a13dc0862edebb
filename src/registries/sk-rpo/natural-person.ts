import type { RegistryCode } from '../../records/registry-code.ts'

/**
 * Legal forms (code list CL000056) whose name is a person's name: 001 is a self-employed person, 100 to 110 are the
 * trades, farmers and free professions in all their combinations, 422 is a foreigner who lives abroad. From 111 on the
 * list goes on with companies.
 */
export function isNaturalPerson(legalForm: RegistryCode | null): boolean {
  const code = legalForm?.code ?? ''
  return code === '001' || code === '422' || (/^1[01][0-9]$/.test(code) && Number(code) <= 110)
}
