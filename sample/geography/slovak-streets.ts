import { SLOVAKS } from '../names/nations.ts'
import { SLOVAK_PEOPLE } from '../names/people.ts'
import { combine, withShuffledTail, wordList } from '../names/word-list.ts'
import { readWords } from '../read-table.ts'
import { leadingTo, slovakGenitive, streetOf } from './grammar.ts'
import { SLOVAK_TOWNS } from './towns.ts'
import { SLOVAK_VILLAGES } from './village-names.ts'

/** The most frequent first: the place in the list decides how often a name is met. */
export const SLOVAK_STREETS: readonly string[] = readWords('slovak/streets.txt')

const ADJECTIVES = readWords('slovak/street-adjectives.txt')
const LANDMARKS = readWords('slovak/street-landmarks.txt')
const THINGS = wordList('cesta,alej,kolónia,ulička,strana,štvrť,osada,stráň,lúka,hrádza,promenáda,rad')
const THING_ADJECTIVES = wordList(
  'Horná,Dolná,Malá,Veľká,Nová,Stará,Panská,Zadná,Predná,Dlhá,Krátka,Kamenná,Lesná,Poľná',
)
const DATES = readWords('slovak/street-dates.txt')
const HONOURED = wordList('Dr.,gen.,kpt.,prof.,plk.,arch.,Ing.,mjr.,MUDr.,Generála,Kapitána,Doktora,Profesora')

export const SLOVAK_STREET_NAMES: readonly string[] = withShuffledTail(
  [...SLOVAK_STREETS, ...DATES, ...ADJECTIVES],
  candidates(),
).slice(0, 17_000)

function* candidates(): Generator<string> {
  yield* combine(['Pod', 'Nad', 'Za', 'Pred', 'Medzi'], LANDMARKS, ' ')
  yield* combine(THING_ADJECTIVES, THINGS, ' ')
  for (let i = 1; i < 13; i++) yield `Ulica ${i}`
  for (const date of DATES) yield `Ulica ${date}`
  const surnames = SLOVAKS.surnames.slice(0, 4_000)
  const given = SLOVAK_PEOPLE.men.slice(0, 30)
  for (const [i, surname] of surnames.entries()) {
    const man = given[(i * 7) % given.length]!
    yield streetOf(surname)
    yield `${man.slice(0, 1)}. ${slovakGenitive(surname)}`
    yield `${slovakGenitive(man)} ${slovakGenitive(surname)}`
    if (i % 3 === 0) yield `${HONOURED[i % HONOURED.length]} ${slovakGenitive(surname)}`
    if (i < 500) {
      yield `Ulica ${slovakGenitive(man)} ${slovakGenitive(surname)}`
      yield `Námestie ${slovakGenitive(man)} ${slovakGenitive(surname)}`
      yield `Nábrežie ${slovakGenitive(surname)}`
    }
  }
  for (const town of SLOVAK_TOWNS) yield leadingTo(town.name.split(' ').at(-1)!)
  for (const name of combine(
    SLOVAK_VILLAGES.roots,
    SLOVAK_VILLAGES.endings.map(([ending]) => ending),
  )) {
    if (!name.includes(' ')) yield leadingTo(name)
  }
}
