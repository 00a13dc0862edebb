import { readWords } from '../read-table.ts'
import { german, hungarian, ukrainian, vietnamese } from './foreigners.ts'
import { makePeople, type Origin, type People } from './origins.ts'
import { CZECH_PEOPLE, type PeopleWords, SLOVAK_PEOPLE } from './people.ts'
import { combine, withShuffledTail } from './word-list.ts'

/** The people of a country in model 2. */
interface Nation {
  /** In the form of men, the most frequent first. */
  readonly surnames: readonly string[]
  readonly people: People
}

interface NationOptions {
  readonly words: PeopleWords
  readonly surnameCount: number
  /** Surnames are put together of a stem, one of these and an ending. */
  readonly middles: readonly string[]
  readonly foreigners: readonly Origin[]
  readonly degrees: readonly string[]
}

function makeNation(country: 'czech' | 'slovak', options: NationOptions): Nation {
  const { words, surnameCount, middles, foreigners, degrees } = options
  const stems = combine(readWords(`${country}/surname-stems.txt`), middles)
  const surnames = withShuffledTail(
    [...readWords(`${country}/commonest-surnames.txt`), ...words.surnames],
    combine([...stems], readWords(`${country}/surname-endings.txt`)),
  ).slice(0, surnameCount)
  const own = {
    share: 1,
    inflected: true,
    men: withShuffledTail(words.men, readWords(`${country}/rarer-first-names-of-men.txt`)),
    women: withShuffledTail(words.women, readWords(`${country}/rarer-first-names-of-women.txt`)),
    surnames,
  }
  return { surnames, people: makePeople([own, ...foreigners], words.titles, degrees) }
}

/** One in a hundred traders has a Vietnamese name, somewhat more have a Ukrainian one. */
export const CZECHS = makeNation('czech', {
  words: CZECH_PEOPLE,
  surnameCount: 20_000,
  middles: ['', 'an', 'el', 'ol', 'ar', 'in', 'ov', 'ál', 'er', 'av', 'ach', 'om'],
  foreigners: [vietnamese(0.011), ukrainian(0.016), german(0.004)],
  degrees: ['Ph.D.', 'MBA', 'DiS.', 'CSc.', 'LL.M.'],
})

export const SLOVAKS = makeNation('slovak', {
  words: SLOVAK_PEOPLE,
  surnameCount: 16_000,
  middles: ['', 'an', 'el', 'ol', 'ar', 'in', 'ov', 'al', 'er', 'ač', 'om'],
  foreigners: [hungarian(0.05, true), hungarian(0.02, false), vietnamese(0.004), ukrainian(0.01)],
  degrees: ['PhD.', 'MBA', 'DiS.', 'CSc.', 'LL.M.'],
})
