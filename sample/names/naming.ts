import type { Random } from '../../src/stdx/random.ts'
import type { Person } from './people.ts'

/** How persons and companies of a country are called in one model. */
export interface Naming {
  person(random: Random): Person
  /** What a natural person is called as a trader; `nth`: so many names came before. */
  trader(person: Person, nth: number, random: Random): string
  firm(form: string, seat: Seat, random: Random): string
  /** Forms of bodies that every municipality has, with the share of them that lies anywhere rather than in towns. */
  readonly local: ReadonlyMap<string, number>
}

/** What names of companies say of where they are. */
export interface Seat {
  readonly town: string
  /** Empty where there are none. */
  readonly street: string
  readonly county: string
}
