import type { Random } from '../../src/stdx/random.ts'
import type { SlovakCompanies, SlovakCompany, Spell } from '../companies/slovak-companies.ts'
import type { SeatStyle } from '../companies/slovak-traps.ts'
import { dayText } from '../days.ts'
import { jsonString } from '../files/json.ts'
import { type Person, person, personText, SLOVAK_PEOPLE } from '../names/people.ts'
import { pick } from '../pick.ts'
import type { SlovakPoints } from '../points/slovak-points.ts'
import { seatJson } from './seat.ts'

/**
 * Roles that persons have in a firm: `"statutoryBodies":…` and so on. Readers drop them all; they are here so that
 * there is something to drop.
 */
export function personsJson(
  company: SlovakCompany,
  companies: SlovakCompanies,
  points: SlovakPoints,
  random: Random,
): string[] {
  const commercial = company.form.register.code === '1'
  const people = Array.from({ length: 1 + random.below(commercial ? 2 : 1) }, () => member(company, companies, random))
  const style = companies.traps.seatStyle(company.number, company.form.register)
  const write = (someone: Member) => roleJson(someone, companies, points, style)
  const former = commercial && random.fraction() < 0.6 ? [formerMember(company, companies, random)] : []
  const bodies = [...former, ...people].map((someone) => `{${BODY_TYPE},${BODY_MEMBER},${write(someone)}}`)
  const fields = [`"statutoryBodies":[${bodies.join(',')}]`]
  if (company.form.code !== '112') return fields
  const sentinel = companies.traps.sentinelEnd(company.number)
  const holders = people.map((someone, i) => {
    const end = sentinel && i === 0 ? ',"validTo":"1800-01-01","identifier":"Neuvedené"' : ''
    return `{${HOLDER_TYPE},${write(sentinel && i === 0 ? { ...someone, to: null } : someone)}${end}}`
  })
  const deposits = people.map(
    (someone) =>
      `{${personNameJson(someone.value)},"type":{"value":"Vklad","code":"1","codelistCode":"CL010468"},` +
      `"amount":${5000 / people.length},` +
      `${EURO},"validFrom":"${dayText(someone.from)}"}`,
  )
  fields.push(`"stakeholders":[${holders.join(',')}]`, `"deposits":[${deposits.join(',')}]`)
  if (random.fraction() < 0.3) fields.push(`"kuvPersonsInfo":[{${write(people[0]!)}}]`)
  return fields
}

const BODY_TYPE = '"stakeholderType":{"value":"Štatutárny orgán","code":"1","codelistCode":"CL010113"}'
const BODY_MEMBER = '"statutoryBodyMember":{"value":"konateľ","code":"5","codelistCode":"CL010470"}'
const HOLDER_TYPE = '"stakeholderType":{"value":"Spoločník","code":"13","codelistCode":"CL010109"}'
const EURO = '"currency":{"value":"Euro","code":"EUR","codelistCode":"CL000083"}'

interface Member extends Spell<Person> {
  readonly home: number
  readonly number: number
}

function member(company: SlovakCompany, companies: SlovakCompanies, random: Random): Member {
  return {
    value: person(SLOVAK_PEOPLE, random),
    from: company.established + random.below(3),
    to: company.dissolved,
    home: companies.seatChooser.home(random),
    number: 1_000_000 + random.below(1_000_000_000),
  }
}

function formerMember(company: SlovakCompany, companies: SlovakCompanies, random: Random): Member {
  const someone = member(company, companies, random)
  return { ...someone, to: someone.from + 100 + random.below(2_000) }
}

function roleJson(someone: Member, companies: SlovakCompanies, points: SlovakPoints, style: SeatStyle): string {
  const address = seatJson({ ...someone, value: points.at(someone.home) }, someone.number, companies.traps, style)
  const end = someone.to === null ? '' : `,"validTo":"${dayText(someone.to)}"`
  return `"validFrom":"${dayText(someone.from)}"${end},"address":${address},${personNameJson(someone.value)}`
}

/** Spelled as the register spells it: `formatedName`. */
function personNameJson(someone: Person): string {
  const title = someone.title === null ? '' : `,"prefixes":[${prefixJson(someone.title)}]`
  return (
    `"personName":{"formatedName":${jsonString(personText(someone))},"givenNames":["${someone.given}"],` +
    `"familyNames":["${someone.family}"]${title}}`
  )
}

function prefixJson(title: string): string {
  return `{"value":"${title}","code":"${100 + title.length}","codelistCode":"CL000062"}`
}

/** Related entities and units: rare, and of no use to us. */
export function relationsJson(company: SlovakCompany, random: Random): string[] {
  const fields: string[] = []
  const draw = random.fraction()
  const related = (key: string) => {
    const name = pick(random, SLOVAK_PEOPLE.surnames)
    fields.push(`"${key}":[{"fullName":"${name} a spol.","validFrom":"${dayText(company.established)}"}]`)
  }
  if (draw < 0.01) related('predecessors')
  if (0.01 <= draw && draw < 0.02) related('successors')
  if (0.02 <= draw && draw < 0.04) related('shares')
  return fields
}
