import type { Random } from '../../src/stdx/random.ts'

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
