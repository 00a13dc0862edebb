import type { Random } from '../../src/stdx/random.ts'
import { drawByWeight } from '../pick.ts'
import { FORM_WRITINGS } from './company-names.ts'
import type { FirmName } from './firm-names.ts'
import type { Naming, Seat } from './naming.ts'

/** The name of an association, a school, an office: it says where they are. */
export type Body = (seat: Seat, random: Random) => string

/** One of several ways to name a body, in proportion to their weights. */
export function anyBody(ways: readonly (readonly [body: Body, weight: number])[]): Body {
  const draw = drawByWeight(ways)
  return (seat, random) => draw(random)(seat, random)
}

export interface CompanyNames {
  readonly firmName: FirmName
  /** The share of cooperatives that own houses, and how those are called. */
  readonly housingShare: number
  readonly housing: Body
  /** By statistical code of the form. */
  readonly bodies: ReadonlyMap<string, Body>
  readonly otherBody: Body
  readonly clauses: readonly string[]
}

/** Model 2: the names of all companies of a country. */
export function makeCompanyNames(names: CompanyNames): Naming['firm'] {
  const { firmName, housingShare, housing, bodies, otherBody, clauses } = names
  return (form, seat, random) => {
    const writing = FORM_WRITINGS.get(form)
    if (form === COOPERATIVE && random.fraction() < housingShare) return housing(seat, random)
    if (writing !== undefined) return writing(random)(firmName(seat.town, random))
    const name = (bodies.get(form) ?? otherBody)(seat, random)
    return random.fraction() < 0.006 ? goOn(name, clauses, random) : name
  }
}

const COOPERATIVE = '205'

/** Few names are longer; the registers have some of 250 characters. */
const LONGEST = 250

/** A name that goes on: clauses are added until it is about as long as drawn, 100 to 250 characters. */
export function goOn(name: string, clauses: readonly string[], random: Random): string {
  const wanted = 100 + random.below(150)
  const first = random.below(clauses.length)
  let text = name
  for (let i = 0; i < clauses.length && text.length < wanted; i++) {
    const longer = text + clauses[(first + i) % clauses.length]!
    if (longer.length <= LONGEST) text = longer
  }
  return text
}
