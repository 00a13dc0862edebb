import { foldLetters } from '../text/fold-letters.ts'
import type { RegistryCode } from './registry-code.ts'

/** A source register of RPO. */
interface SourceRegister {
  /** In code list CL010112, where it is known. */
  readonly code?: string
  /** A part of its name, folded. */
  readonly name: string
}

/**
 * The registers of RPO in the order in which they stand for a subject: the two for businesses, those in which legal
 * persons are established, farmers, free professions, then permits. The position is stored in columns, so a change
 * raises their format.
 */
const REGISTERS: readonly SourceRegister[] = [
  { code: '1', name: 'obchodny register' },
  { code: '2', name: 'zivnostensky register' },
  { name: 'osobitny pravny predpis' },
  { name: 'vyskumnych institucii' },
  { name: 'vysokych skol' },
  { name: 'register skol' },
  { code: '3', name: 'politickych stran' },
  { name: 'obcianskych zdruzeni' },
  { name: 'register nadacii' },
  { name: 'neinvesticnych fondov' },
  { name: 'neziskovych organizacii' },
  { name: 'zaujmovych zdruzeni' },
  { name: 'zdruzeni obci' },
  { name: 'odborovych' },
  { name: 'cirkvi' },
  { name: 'spolocenstiev vlastnikov' },
  { name: 'pozemkovych spolocenstiev' },
  { name: 'pozemkovych uprav' },
  { name: 'polovnickych' },
  { name: 'cestovneho ruchu' },
  { name: 'medzinarodnym prvkom' },
  { code: '30', name: 'evidencia shr' },
  { name: 'zoznam advokatov' },
  { name: 'zoznam notarov' },
  { name: 'zoznam exekutorov' },
  { name: 'zoznam spravcov' },
  { name: 'zoznam znalcov' },
  { name: 'zoznam tlmocnikov' },
  { name: 'zoznam prekladatelov' },
  { name: 'mediatorov' },
  { name: 'danovych poradcov' },
  { name: 'zoznam auditorov' },
  { name: 'architektov' },
  { name: 'stavebnych inzinierov' },
  { name: 'geodetov' },
  { name: 'restauratorov' },
  { name: 'veterinarnych lekarov' },
  { name: 'zdravotnick' },
  { name: 'energetike' },
  { name: 'geologickych' },
  { name: 'bezpecnostnej sluzby' },
  { name: 'cestnej dopravy' },
  { name: 'taxisluzby' },
  { name: 'financnych agentov' },
  { name: 'v sporte' },
]

/** The place of a register that is not in the list: after all others. */
const OTHER_REGISTER = 255

const places = new Map<string, number>()

/** The place of a register in the order: by its code, or by its name where the list does not have the code. */
export function placeOfRegister(register: RegistryCode | null): number {
  if (register === null) return OTHER_REGISTER
  // Some thousand distinct registers have millions of records.
  const key = `${register.code}\n${register.name}`
  return places.getOrInsertComputed(key, () => findPlace(register))
}

function findPlace({ code, name }: RegistryCode): number {
  const byCode = code === null ? -1 : REGISTERS.findIndex((register) => register.code === code)
  if (0 <= byCode) return byCode
  const folded = foldLetters(name ?? '')
  const byName = REGISTERS.findIndex((register) => folded.includes(register.name))
  return byName < 0 ? OTHER_REGISTER : byName
}
