import type { Random } from '../../src/stdx/random.ts'
import { type Curve, drawByFrequency, pick } from '../pick.ts'
import { ofWoman, type Person } from './people.ts'

/** The sources of a person's names. The most frequent names come first. */
export interface Origin {
  readonly share: number
  readonly men: readonly string[]
  readonly women: readonly string[]
  readonly surnames: readonly string[]
  readonly surnameCurve?: Curve
  /** Whether women have a surname of their own form: Nováková. */
  readonly inflected: boolean
}

export interface People {
  person(random: Random): Person
  /** A surname of the country itself, in the form of men. */
  surname(random: Random): string
}

/** Novák 0.7 % of all, the tenth a third of that, the thousandth one in ten thousand. */
const SURNAMES = { exponent: 0.7, shift: 2 }
const GIVEN_NAMES = { exponent: 0.9, shift: 3 }

/** Every person is a random combination of names. The first origin takes what the other shares leave. */
export function makePeople(origins: readonly Origin[], titles: readonly string[], degrees: readonly string[]): People {
  const drawers = origins.map((origin) => ({
    ...origin,
    man: drawByFrequency(origin.men, GIVEN_NAMES),
    woman: drawByFrequency(origin.women, GIVEN_NAMES),
    surname: drawByFrequency(origin.surnames, origin.surnameCurve ?? SURNAMES),
  }))
  const own = drawers[0]!
  const draw = (random: Random) => {
    let at = random.fraction()
    return drawers.slice(1).find(({ share }) => (at -= share) < 0) ?? own
  }
  return {
    surname: own.surname,
    person(random) {
      const origin = draw(random)
      const isWoman = random.fraction() < 0.42
      const surname = origin.surname(random)
      const given = (isWoman ? origin.woman : origin.man)(random)
      const family = isWoman && origin.inflected ? ofWoman(surname) : surname
      const more = random.fraction()
      const title = random.fraction() < 0.12 ? pick(random, titles) : null
      // Two given names, two surnames, a degree behind the name: each rare.
      if (more < 0.01) return { given: `${given} ${(isWoman ? origin.woman : origin.man)(random)}`, family, title }
      if (more < 0.016 && isWoman) return { given, family: `${family} ${ofWoman(origin.surname(random))}`, title }
      if (more < 0.024) return { given, family: `${family}, ${pick(random, degrees)}`, title }
      return { given, family, title }
    },
  }
}
