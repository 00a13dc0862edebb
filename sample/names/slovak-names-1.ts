import type { Random } from '../../src/stdx/random.ts'
import { pick } from '../pick.ts'
import { brand } from './brands.ts'
import { FORM_WRITINGS, firmName, SLOVAK_FIRMS, slovakTraderName } from './company-names.ts'
import type { Naming, Seat } from './naming.ts'
import { person, SLOVAK_PEOPLE } from './people.ts'

const CLUBS = [
  'Občianske združenie',
  'Športový klub',
  'Telovýchovná jednota',
  'Dobrovoľný hasičský zbor',
  'Poľovnícke združenie',
  'Folklórny súbor',
  'Rodičovské združenie',
  'Klub dôchodcov',
  'Futbalový klub',
]
const SCHOOLS = ['Základná škola', 'Materská škola', 'Základná škola s materskou školou', 'Centrum voľného času']

/** Model 1. */
export const SLOVAK_NAMES_1: Naming = {
  person: (random) => person(SLOVAK_PEOPLE, random),
  trader: slovakTraderName,
  local: new Map(),
  firm: firmNameOf,
}

/** What a Slovak firm of some form in some town is called. `street` is empty in villages. */
function firmNameOf(form: string, { town, street }: Seat, random: Random): string {
  const writing = FORM_WRITINGS.get(form)
  if (writing !== undefined) return writing(random)(firmName(SLOVAK_FIRMS, town, random))
  switch (form) {
    case '701':
      return random.fraction() < 0.5 ? `${pick(random, CLUBS)} ${town}` : `${pick(random, CLUBS)} ${brand(random)}`
    case '271':
      return `Spoločenstvo vlastníkov bytov ${street === '' ? town : street} ${1 + random.below(60)}`
    case '321':
    case '331':
      return `${pick(random, SCHOOLS)}${street === '' ? '' : `, ${street} ${1 + random.below(40)}`}, ${town}`
    case '801':
      return `Obec ${town}`
    case '721':
      return `Rímskokatolícka cirkev, farnosť ${town}`
    case '117':
      return `Nadácia ${brand(random)}`
    case '119':
    case '120':
      return `${brand(random)}, n.o.`
    case '301':
      return `${brand(random)}, štátny podnik`
    default:
      return `Združenie ${brand(random)} ${town}`
  }
}
