import { askAddresses } from '../../src/cli/clean/ask-addresses.ts'
import { askCompanies } from '../../src/cli/clean/ask-companies.ts'
import { isCertain } from '../../src/matching/matching.ts'
import type { Country } from '../../src/records/country.ts'
import type { Release } from '../../src/release/release.ts'
import { AddressSearch, CompanySearch } from '../../src/search/search.ts'
import { seededRandom } from '../../src/stdx/random.ts'
import type { NoisyRow } from './noise.ts'
import { AddressPoints, createNoisyAddresses } from './noisy-addresses.ts'
import { CompanyRows, createNoisyCompanies } from './noisy-companies.ts'

/** The rules were made with rows of the first seed at hand. The figures are those of the second one. */
export const SEEDS = { tuning: 1, judging: 7 } as const

export const KINDS = ['addresses', 'companies'] as const

export interface Trial {
  readonly noise: string
  /** The text as it is typed in one field, for a plain search. */
  readonly text: string
  readonly hasOneRecord: boolean
  readonly isInvented: boolean
  readonly given: object
  readonly right: string | null
  run(): Outcome
  search(): void
}

export interface Outcome {
  readonly status: string
  readonly score: number
  readonly picked: string | undefined
}

export interface TrialsWanted {
  readonly kind: (typeof KINDS)[number]
  readonly country: Country
  readonly rows: number
  readonly seed: number
}

/** Noisy rows of a release, and how to clean each. */
export function createTrials(release: Release, { kind, country, rows, seed }: TrialsWanted): Trial[] {
  const random = seededRandom(seed)
  if (kind === 'addresses') {
    const index = release.addressIndex(country)!
    const search = new AddressSearch(index)
    return createNoisyAddresses(new AddressPoints(index.columns), random, rows).map((row) => {
      const { address, street, number, part, town, postcode } = row.given
      const text =
        address ?? [`${street} ${number}`.trim(), part, `${postcode} ${town}`.trim()].filter(Boolean).join(', ')
      return toTrial(row, text, {
        run() {
          const { status, score, best } = askAddresses([search], row.given)
          return { status, score, picked: isCertain(status) ? best!.key : undefined }
        },
        search: () => search.search(text, { limit: 10 }),
      })
    })
  }
  const index = release.explainableCompanyIndex(country)!
  const search = new CompanySearch(index)
  return createNoisyCompanies(new CompanyRows(country, index.columns), random, rows).map((row) => {
    const text = [row.given.ico, row.given.name, row.given.town].filter(Boolean).join(' ')
    return toTrial(row, text, {
      run() {
        const { status, score, best } = askCompanies([{ country, index, search }], row.given)
        return { status, score, picked: isCertain(status) && best ? `${country} ${best.row.ico}` : undefined }
      },
      search: () => search.search(text, { limit: 10 }),
    })
  })
}

function toTrial(
  { noise, given, right, hasOneRecord }: NoisyRow<object>,
  text: string,
  run: Pick<Trial, 'run' | 'search'>,
): Trial {
  return { noise, given, right, hasOneRecord, isInvented: right === null, text, ...run }
}

export interface Figures {
  readonly rows: number
  readonly one: number
  readonly picked: number
  /** Picked rows with a wrong record. */
  readonly wrong: number
  /** Rows whose one right record was picked. */
  readonly recalled: number
  readonly invented: number
  readonly inventedPicked: number
}

export function sumUp(
  trials: readonly Trial[],
  outcomes: readonly Outcome[],
  isCounted: (i: number) => boolean = () => true,
): Figures {
  const figures = { rows: 0, one: 0, picked: 0, wrong: 0, recalled: 0, invented: 0, inventedPicked: 0 }
  for (const [i, { hasOneRecord, isInvented, right }] of trials.entries()) {
    if (!isCounted(i)) continue
    const { picked } = outcomes[i]!
    figures.rows += 1
    if (hasOneRecord) figures.one += 1
    if (isInvented) figures.invented += 1
    if (picked === undefined) continue
    figures.picked += 1
    if (picked !== right) figures.wrong += 1
    else if (hasOneRecord) figures.recalled += 1
    if (isInvented) figures.inventedPicked += 1
  }
  return figures
}

export function precisionOf({ picked, wrong }: Figures): number {
  return picked === 0 ? 1 : (picked - wrong) / picked
}

export function recallOf({ one, recalled }: Figures): number {
  return one === 0 ? 1 : recalled / one
}
