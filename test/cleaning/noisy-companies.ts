import type { CompanyColumns } from '../../src/engine/companies/companies.ts'
import type { GivenCompany } from '../../src/matching/matching.ts'
import type { Country } from '../../src/records/country.ts'
import { hasRightCheckDigit } from '../../src/records/ico.ts'
import type { Random } from '../../src/stdx/random.ts'
import { parseCompanyName } from '../../src/text/company-name.ts'
import { foldLetters } from '../../src/text/fold-letters.ts'
import { mistype, type Noises, type NoisyRow, pick, pickNoise, stripAccents } from './noise.ts'

interface Parts {
  ico: string
  name: string
  town: string
}

type Noise = (parts: Parts, random: Random) => Parts | undefined

const NOISES: Noises<Noise> = {
  'as in the register': [16, (parts) => parts],
  'number only': [5, ({ ico }) => ({ ico, name: '', town: '' })],
  'number in groups or with its label': [
    8,
    (parts, random) => ({
      ...parts,
      ico: pick(random, [
        `IČO: ${parts.ico}`,
        `${parts.ico.slice(0, 2)} ${parts.ico.slice(2, 5)} ${parts.ico.slice(5)}`,
        parts.ico.replace(/^0+/, ''),
      ]),
    }),
  ],
  'typing error in the name': [12, (parts, random) => withName(parts, mistype(parts.name, random))],
  'typing error in the name, no number': [
    8,
    (parts, random) => withName({ ...parts, ico: '' }, mistype(parts.name, random)),
  ],
  'no number': [14, (parts) => ({ ...parts, ico: '' })],
  'no accents, no number': [
    5,
    (parts) => ({ ico: '', name: stripAccents(parts.name), town: stripAccents(parts.town) }),
  ],
  'another case': [4, (parts) => ({ ...parts, name: parts.name.toUpperCase(), town: parts.town.toUpperCase() })],
  'another legal form': [4, (parts) => withName(parts, changeForm(parts.name))],
  'no legal form': [5, (parts) => withName(parts, parts.name.replace(FORM, ''))],
  'name and number, no town': [5, (parts) => ({ ...parts, town: '' })],
  'wrong digit of the number': [8, (parts, random) => ({ ...parts, ico: wrongDigit(parts.ico, random) })],
  'moved to another town': [
    4,
    (parts, random) => ({ ...parts, town: pick(random, ['Košice', 'Brno', 'Nitra', 'Opava']) }),
  ],
}
const INVENTED: Noises<Noise> = {
  'invented: no such name': [
    4,
    (parts, random) => ({
      ico: '',
      name: `${pick(random, ['Mlhovina', 'Hmlový svet', 'Snehuliak a deti', 'Zlatá rybka'])} ${pick(random, ['plus', 'group', 'servis', 'trade'])} s.r.o.`,
      town: parts.town,
    }),
  ],
  'invented: the name of a company with another form': [
    3,
    (parts) => withName({ ...parts, ico: '' }, changeForm(parts.name)),
  ],
  'invented: a number beside another name': [
    3,
    (parts, random) => ({ ...parts, name: `${pick(random, ['Mlhovina', 'Hmlový svet', 'Zlatá rybka'])} s.r.o.` }),
  ],
}
const INVENTED_SHARE = 0.08
const FORM = /,?\s*(?:s\.\s?r\.\s?o\.|spol\. s r\.o\.|a\.\s?s\.)$/

function withName(parts: Parts, name: string | undefined): Parts | undefined {
  return name === undefined || name === parts.name ? undefined : { ...parts, name }
}

function changeForm(name: string): string | undefined {
  const bare = name.replace(FORM, '')
  return bare === name ? undefined : `${bare} ${/a\.\s?s\.$/.test(name) ? 's.r.o.' : 'a.s.'}`
}

function wrongDigit(ico: string, random: Random): string {
  const at = random.below(8)
  const wrong = ico.slice(0, at) + ((Number(ico[at]) + 1 + random.below(9)) % 10) + ico.slice(at + 1)
  return hasRightCheckDigit(wrong) ? ico : wrong
}

/** All companies of one country, for what else a text may mean. */
export class CompanyRows {
  readonly country: Country
  readonly columns: CompanyColumns
  readonly #names = new Map<string, number[]>()

  constructor(country: Country, columns: CompanyColumns) {
    this.country = country
    this.columns = columns
    for (let row = 0; row < columns.length; row++)
      this.#names.getOrInsertComputed(nameKey(columns.at(row).name), () => []).push(row)
  }

  /** How many subjects these parts fit. */
  countFitting({ ico, name, town }: Parts, isFormKnown: boolean): number {
    if (ico !== '') return 1
    const numbers = new Set<string>()
    const { form } = parseCompanyName(name)
    for (const row of this.#names.get(nameKey(name)) ?? []) {
      const company = this.columns.at(row)
      if (foldLetters(company.municipality ?? '') !== foldLetters(town) && town !== '') continue
      if (isFormKnown && form !== parseCompanyName(company.name).form) continue
      numbers.add(company.ico ?? String(company.key))
    }
    return numbers.size
  }
}

function nameKey(name: string): string {
  return parseCompanyName(name).words.toSorted().join(' ')
}

export function createNoisyCompanies(all: CompanyRows, random: Random, count: number): NoisyRow<GivenCompany>[] {
  const rows: NoisyRow<GivenCompany>[] = []
  while (rows.length < count) {
    const company = all.columns.at(random.below(all.columns.length))
    const { ico, name, municipality } = company
    if (ico === null || municipality === null || company.status === 'removed') continue
    const isInvented = random.fraction() < INVENTED_SHARE
    const parts = { ico, name, town: municipality }
    const [noise, change] = pickNoise(isInvented ? INVENTED : NOISES, random)
    const noisy = change(parts, random)
    if (noisy === undefined) continue
    if (isInvented && noisy.ico === '' && 0 < all.countFitting({ ...noisy, town: '' }, true)) continue
    const meant = noise.startsWith('wrong') ? { ...parts, ico: '' } : { ...parts, ico: noisy.ico }
    rows.push({
      noise: isInvented ? noise : `${noise}${company.status === null ? '' : ', ended'}`,
      given: noisy,
      right: isInvented ? null : `${all.country} ${ico}`,
      // An ended company is never picked by its name.
      hasOneRecord: !isInvented && (company.status === null || noisy.ico !== '') && all.countFitting(meant, true) === 1,
    })
  }
  return rows
}
