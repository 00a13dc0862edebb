import { CZECH_PEOPLE } from '../names/czech-people.ts'
import { readWords } from '../read-table.ts'
import { german, ukrainian, vietnamese } from './foreigners.ts'
import { makePeople } from './people.ts'
import { combine, withShuffledTail } from './word-list.ts'

const STEMS = readWords('czech/surname-stems.txt')
const MIDDLES = ['', 'an', 'el', 'ol', 'ar', 'in', 'ov', 'ál', 'er', 'av', 'ach', 'om']
const ENDINGS = readWords('czech/surname-endings.txt')

const COMMON = readWords('czech/commonest-surnames.txt')

/** In the form of men, the most frequent first. */
export const CZECH_SURNAMES: readonly string[] = withShuffledTail(
  [...COMMON, ...CZECH_PEOPLE.surnames],
  endings(),
).slice(0, 20_000)

/** One in a hundred traders has a Vietnamese name, somewhat more have a Ukrainian one. */
export const CZECHS = makePeople(
  [
    {
      share: 1,
      inflected: true,
      men: withShuffledTail(CZECH_PEOPLE.men, readWords('czech/rarer-first-names-of-men.txt')),
      women: withShuffledTail(CZECH_PEOPLE.women, readWords('czech/rarer-first-names-of-women.txt')),
      surnames: CZECH_SURNAMES,
    },
    vietnamese(0.011),
    ukrainian(0.016),
    german(0.004),
  ],
  CZECH_PEOPLE.titles,
  ['Ph.D.', 'MBA', 'DiS.', 'CSc.', 'LL.M.'],
)

function* endings(): Generator<string> {
  for (const stem of combine(STEMS, MIDDLES)) yield* combine([stem], ENDINGS)
}
