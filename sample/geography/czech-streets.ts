import { CZECHS } from '../names/nations.ts'
import { CZECH_PEOPLE } from '../names/people.ts'
import { combine, withShuffledTail, wordList } from '../names/word-list.ts'
import { readTable, readWords } from '../read-table.ts'
import { czechGenitive, leadingTo, streetOf } from './grammar.ts'
import { CZECH_TOWNS } from './towns.ts'
import { CZECH_VILLAGES } from './village-names.ts'

/** The most frequent first: the place in the list decides how often a name is met. */
export const CZECH_STREETS: readonly string[] = readWords('czech/streets.txt')

/** The order of the first ones is known (Zahradní: 705 municipalities), the rest is chosen. */
const COMMONEST = readWords('czech/commonest-streets.txt')

const ADJECTIVES = readWords('czech/street-adjectives.txt')

/** What a street may lie at: in the genitive, and in the instrumental. */
const LANDMARKS = readTable('czech/street-landmarks.tsv', ['genitive', 'instrumental'])

const THINGS = wordList('cesta,alej,kolonie,ulička,strana,čtvrť,osada,stráň,humna,louka,hráz,promenáda')
const THING_ADJECTIVES = wordList(
  'Horní,Dolní,Malá,Velká,Nová,Stará,Panská,Zadní,Přední,Dlouhá,Krátká,Kamenná,Lesní,Polní',
)
const ORDINALS = wordList(
  'První,Druhá,Třetí,Čtvrtá,Pátá,Šestá,Sedmá,Osmá,Devátá,Desátá,Jedenáctá,Dvanáctá,Třináctá,Čtrnáctá',
)
const DATES = readWords('czech/street-dates.txt')
const HONOURED = wordList('Dr.,gen.,kpt.,prof.,plk.,mjr.,arch.,Ing.,npor.,MUDr.,pplk.,Generála,Kapitána,Doktora')

export const CZECH_STREET_NAMES: readonly string[] = withShuffledTail(
  [...COMMONEST, ...CZECH_STREETS, ...DATES, ...ADJECTIVES],
  candidates(),
).slice(0, 34_000)

/** Far more than are needed; a fixed order chooses. */
function* candidates(): Generator<string> {
  for (const { genitive, instrumental } of LANDMARKS) {
    for (const before of ['U', 'Od', 'Vedle', 'Okolo']) yield `${before} ${genitive}`
    for (const before of ['Nad', 'Pod', 'Za', 'Před']) yield `${before} ${instrumental}`
  }
  yield* combine(THING_ADJECTIVES, THINGS, ' ')
  yield* ORDINALS
  const surnames = CZECHS.surnames.slice(0, 9_000)
  const given = CZECH_PEOPLE.men.slice(0, 30)
  for (const [i, surname] of surnames.entries()) {
    const man = given[(i * 7) % given.length]!
    yield streetOf(surname)
    yield `${man.slice(0, 1)}. ${czechGenitive(surname)}`
    yield `${czechGenitive(man)} ${czechGenitive(surname)}`
    if (i % 3 === 0) yield `${HONOURED[i % HONOURED.length]} ${czechGenitive(surname)}`
    if (i < 900) {
      yield `náměstí ${czechGenitive(man)} ${czechGenitive(surname)}`
      yield `${streetOf(surname).replace(/a$/, 'o')} náměstí`
      yield `nábřeží ${czechGenitive(surname)}`
    }
  }
  for (const town of CZECH_TOWNS) yield leadingTo(town.name.split(' ').at(-1)!)
  for (const name of combine(
    CZECH_VILLAGES.roots,
    CZECH_VILLAGES.endings.map(([ending]) => ending),
  )) {
    if (!name.includes(' ')) yield leadingTo(name)
  }
  for (const name of CZECH_VILLAGES.common) yield leadingTo(name.split(' ').at(-1)!)
}
