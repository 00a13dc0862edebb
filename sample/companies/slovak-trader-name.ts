import type { Random } from '../../src/stdx/random.ts'
import { type Person, personText } from '../names/people.ts'
import { SLOVAK_ACTIVITIES } from '../names/slovak-firms.ts'
import { pickEarly } from '../pick.ts'

/** "Ján Novák", or with the trade after it as many certificates have it. */
export function traderName(someone: Person, nth: number, random: Random): string {
  const name = personText(someone)
  if (random.fraction() < 0.62 && nth === 0) return name
  const trade = pickEarly(random, SLOVAK_ACTIVITIES).split(' ')[0]!.replace(/,$/, '')
  const chance = random.fraction()
  return chance < 0.4 ? `${name} - ${trade.toUpperCase()}` : chance < 0.6 ? `${name} ${trade}` : name
}
