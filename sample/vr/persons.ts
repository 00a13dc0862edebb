import type { Random } from '../../src/stdx/random.ts'
import type { Rejstrik } from '../companies/czech-forms.ts'
import { dayText } from '../days.ts'
import { CZECH_STREETS } from '../geography/czech-streets.ts'
import { CZECH_TOWNS } from '../geography/towns.ts'
import { CZECH_PEOPLE, person } from '../names/people.ts'
import { pick } from '../pick.ts'
import { readWords } from '../read-table.ts'
import { tag } from './tag.ts'

const ACTIVITIES = readWords('czech/activities.txt')

/** What a firm does: in the commercial register several trades, elsewhere a purpose. */
export function activities(rejstrik: Rejstrik | null, random: Random): string {
  const count = rejstrik === 'OR' ? 1 + random.below(5) : 1
  let items = ''
  for (let i = 0; i < count; i++) items += `<are:Cinnost>\n${tag('Text', pick(random, ACTIVITIES))}</are:Cinnost>\n`
  return `<are:Cinnosti>\n<are:PredmetPodnikani>\n${items}</are:PredmetPodnikani>\n</are:Cinnosti>\n`
}

/** The present and former officers and owners of a firm, which the reader drops. */
export function bodies(entered: number, ended: number | null, random: Random): string {
  const members = people(entered, ended, 'jednatel', 2 + random.below(4), random)
  const owners = people(entered, ended, 'společník', 1 + random.below(4), random)
  const life = `dza="${dayText(entered)}"${deleted(ended)}`
  return (
    `<are:Statutarni_organ ${life}>\n${tag('Nazev', 'Statutární orgán')}${members}</are:Statutarni_organ>\n` +
    `<are:Jiny_organ ${life}>\n${tag('Nazev', 'Společníci')}${owners}</are:Jiny_organ>\n`
  )
}

/** The first is there from the beginning, and the last has mostly gone again. */
function people(entered: number, ended: number | null, role: string, count: number, random: Random): string {
  let members = ''
  for (let i = 0; i < count; i++) {
    const since = entered + (i === 0 ? 0 : random.below(3_000))
    const left = 1 < count && i === count - 1 ? since + 100 + random.below(2_000) : ended
    members += member(since, left, role, random)
  }
  return members
}

function member(since: number, ended: number | null, role: string, random: Random): string {
  const someone = person(CZECH_PEOPLE, random)
  const town = pick(random, CZECH_TOWNS)
  const title = someone.title === null ? '' : tag('titulPred', someone.title)
  const begin = dayText(since)
  return (
    `<are:Clen dza="${begin}"${deleted(ended)}>\n<are:funkce dza="${begin}">\n${tag('nazev', role)}</are:funkce>\n` +
    `<are:fosoba>\n${title}${tag('jmeno', someone.given)}${tag('prijmeni', someone.family)}` +
    `${tag('datumNarozeni', dayText(-8_000 + random.below(20_000)))}<are:adresa>\n` +
    `${tag('stat', '203')}${tag('psc', town.postalCode)}` +
    `${tag('obec', town.name)}${tag('ulice', pick(random, CZECH_STREETS))}` +
    `${tag('cisloPop', String(1 + random.below(2_000)))}` +
    `${tag('cisloOr', String(1 + random.below(90)))}</are:adresa>\n</are:fosoba>\n</are:Clen>\n`
  )
}

function deleted(ended: number | null): string {
  return ended === null ? '' : ` dvy="${dayText(ended)}"`
}
