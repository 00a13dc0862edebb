import type { Random } from '../../src/stdx/random.ts'
import type { SlovakCompany, Spell } from '../companies/slovak-companies.ts'
import { dayText } from '../days.ts'
import { jsonString } from '../files/json.ts'
import { SLOVAK_ACTIVITIES } from '../names/company-names.ts'
import { pick } from '../pick.ts'
import { spellJson } from './seat.ts'

/** What a company may do: many of the bytes of the register, and nothing that we import. */
export function activitiesJson(company: SlovakCompany, random: Random): string {
  const count = company.person === null ? 4 + random.below(13) : 1 + random.below(6)
  const { established, dissolved } = company
  const room = Math.max(1, (dissolved ?? company.modified) - established)
  const items = Array.from({ length: count }, (_, i) => {
    const later = i !== 0 && random.fraction() < 0.25 ? random.below(room) : 0
    const spell = { value: undefined, from: established + later, to: dissolved }
    const suspended =
      company.person !== null && random.fraction() < 0.08
        ? `,"suspendedFrom":"${dayText(company.established + 30)}"`
        : ''
    return `{"economicActivityDescription":${jsonString(pick(random, SLOVAK_ACTIVITIES))},${spellJson(spell)}${suspended}}`
  })
  return `"activities":[${items.join(',')}]`
}

/** Value and paid value are items of their own. */
export function equitiesJson(company: SlovakCompany): string {
  const currency = '"currency":{"value":"Euro","code":"EUR","codelistCode":"CL000083"}'
  const since = `${currency},"validFrom":"${dayText(company.established)}"`
  const value = company.form.code === '121' ? 25_000 : 5_000
  return `"equities":[{"value":${value},${since}},{"valuePaid":${value},${since}}]`
}

const CITIES = ['Bratislava', 'Trnava', 'Trenčín', 'Nitra', 'Žilina', 'Banská Bystrica', 'Prešov', 'Košice']
const COURTS = [
  'Mestský súd Bratislava III',
  'Mestský súd Košice',
  ...CITIES.slice(1, 7).map((city) => `Okresný súd ${city}`),
]

/** The register a company comes from, with office and number there. */
export function sourceRegisterJson(company: SlovakCompany, codelist: string, random: Random): string {
  const { register } = company.form
  const at = random.below(CITIES.length)
  const spell: Spell<unknown> = { value: undefined, from: company.established, to: company.dissolved }
  const [office, number] = officeAndNumber(company, at, random)
  return (
    `"sourceRegister":{"value":{"value":${jsonString(register.label)},"code":"${register.code}"${codelist}},` +
    `"registrationOffices":[{"value":"${office}",${spellJson(spell)}}],` +
    `"registrationNumbers":[{"value":"${number}",${spellJson(spell)}}]}`
  )
}

function officeAndNumber(company: SlovakCompany, at: number, random: Random): [office: string, number: string] {
  const { office, code } = company.form.register
  if (office === 'court') {
    const section = company.form.code === '121' ? 'Sa' : company.form.code === '112' ? 'Sro' : 'Dr'
    return [COURTS[at]!, `${section}/${10 + random.below(99_000)}/${'BTRNLSPV'[at]!}`]
  }
  if (office === 'trades') return [`Okresný úrad ${CITIES[at]!}`, `${100 + at * 45}-${1000 + random.below(98_000)}`]
  return ['Ministerstvo vnútra Slovenskej republiky', `VVS/1-900/90-${code}${random.below(60_000)}`]
}

const NACE = [
  ['Maloobchod v nešpecializovaných predajniach', '4711'],
  ['Výstavba obytných a neobytných budov i. n.', '4120'],
  ['Nákladná cestná doprava', '4941'],
  ['Počítačové programovanie', '6201'],
  ['Kadernícke a kozmetické služby', '9621'],
  ['Poradenské služby v oblasti podnikania a riadenia', '7022'],
  ['Reštauračné činnosti a mobilný predaj jedál', '5610'],
  ['Účtovnícke a audítorské činnosti; daňové poradenstvo', '6920'],
  ['Prenájom a prevádzkovanie vlastných nehnuteľností', '6820'],
  ['Činnosti ostatných členských organizácií i. n.', '9499'],
  ['Oprava a údržba motorových vozidiel', '4520'],
  ['Ostatné dokončovacie stavebné práce', '43390'],
] as const

const ESA_FIRM = ['Nefinančné korporácie súkromné', '11002'] as const
const ESA_HOUSEHOLD = ['Domácnosti', '14100'] as const

export function statisticalCodesJson(company: SlovakCompany, codelist: string, random: Random): string {
  const [label, code] = pick(random, NACE)
  const [esaLabel, esaCode] = company.person === null ? ESA_FIRM : ESA_HOUSEHOLD
  return (
    `"statisticalCodes":{"statCodesActualization":"${dayText(company.modified)}",` +
    `"mainActivity":{"value":"${label}","code":"${code}","codelistCode":"${codelist}"},` +
    `"esa2010":{"value":"${esaLabel}","code":"${esaCode}","codelistCode":"CL005204"}}`
  )
}
