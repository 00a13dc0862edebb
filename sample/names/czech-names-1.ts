import type { Random } from '../../src/stdx/random.ts'
import { pick } from '../pick.ts'
import { brand } from './brands.ts'
import { CZECH_FIRMS, FORM_WRITINGS, firmName } from './company-names.ts'
import type { Naming, Seat } from './naming.ts'
import { CZECH_PEOPLE, person, personText } from './people.ts'

const CLUBS = [
  'Sbor dobrovolných hasičů',
  'Tělovýchovná jednota',
  'Myslivecký spolek',
  'Spolek rodičů a přátel školy',
  'Sportovní klub',
  'Klub seniorů',
  'Divadelní soubor',
  'Včelařský spolek',
]

/** Model 1. */
export const CZECH_NAMES_1: Naming = {
  person: (random) => person(CZECH_PEOPLE, random),
  trader: personText,
  local: new Map(),
  firm: firmNameOf,
}

/** What a Czech firm of some form in some town is called. `street` is empty where there are none. */
function firmNameOf(form: string, { town, street }: Seat, random: Random): string {
  const writing = FORM_WRITINGS.get(form)
  if (writing !== undefined) return writing(random)(firmName(CZECH_FIRMS, town, random))
  const house = `${street === '' ? town : street} ${1 + random.below(900)}`
  switch (form) {
    case '706':
      return `${club(town, random)}${random.fraction() < 0.7 ? ', z.s.' : ' z. s.'}`
    case '736':
      return `${brand(random).toUpperCase()} - ${pick(random, CLUBS)} ${town}`
    case '145':
      return `Společenství vlastníků jednotek ${random.fraction() < 0.5 ? 'domu ' : 'pro dům '}${house}`
    case '331':
      return `${random.fraction() < 0.5 ? 'Základní' : 'Mateřská'} škola ${house}, příspěvková organizace`
    case '801':
      return town
    case '721':
      return `Římskokatolická farnost ${town}`
    case '117':
      return `Nadace ${brand(random)}`
    case '118':
      return `Nadační fond ${brand(random)}`
    case '141':
      return `${brand(random)}, o.p.s.`
    case '161':
      return `${brand(random)}, z.ú.`
    case '301':
      return `${brand(random)}, státní podnik`
    case '421':
      return `${brand(random)} GmbH, odštěpný závod`
    case '961':
      return `${brand(random)}, svěřenský fond`
    default:
      return `Úřad ${brand(random)} ${town}`
  }
}

function club(town: string, random: Random): string {
  return `${pick(random, CLUBS)} ${random.fraction() < 0.6 ? town : brand(random)}`
}
