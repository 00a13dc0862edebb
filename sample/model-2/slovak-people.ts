import { SLOVAK_PEOPLE } from '../names/slovak-people.ts'
import { readWords } from '../read-table.ts'
import { hungarian, ukrainian, vietnamese } from './foreigners.ts'
import { makePeople } from './people.ts'
import { combine, withShuffledTail } from './word-list.ts'

const STEMS = readWords('slovak/surname-stems.txt')
const MIDDLES = ['', 'an', 'el', 'ol', 'ar', 'in', 'ov', 'al', 'er', 'ač', 'om']
const ENDINGS = readWords('slovak/surname-endings.txt')

const COMMON = readWords('slovak/commonest-surnames.txt')

/** In the form of men, the most frequent first. */
export const SLOVAK_SURNAMES: readonly string[] = withShuffledTail(
  [...COMMON, ...SLOVAK_PEOPLE.surnames],
  endings(),
).slice(0, 16_000)

export const SLOVAKS = makePeople(
  [
    {
      share: 1,
      inflected: true,
      men: withShuffledTail(SLOVAK_PEOPLE.men, readWords('slovak/rarer-first-names-of-men.txt')),
      women: withShuffledTail(SLOVAK_PEOPLE.women, readWords('slovak/rarer-first-names-of-women.txt')),
      surnames: SLOVAK_SURNAMES,
    },
    hungarian(0.05, true),
    hungarian(0.02, false),
    vietnamese(0.004),
    ukrainian(0.01),
  ],
  SLOVAK_PEOPLE.titles,
  ['PhD.', 'MBA', 'DiS.', 'CSc.', 'LL.M.'],
)

function* endings(): Generator<string> {
  for (const stem of combine(STEMS, MIDDLES)) yield* combine([stem], ENDINGS)
}
