import type { Case } from './case-file.ts'
import { rankOf } from './expectation.ts'
import type { Searcher, Suggestion } from './searcher.ts'

/** The result of an engine for a case. */
export interface Outcome {
  readonly tried: Case
  /** Its rank, from 1; 0 if it was not shown. */
  readonly rank: number
  readonly passed: boolean
  /** The rank of the first record that the judge considers best; `rank` if nothing was judged. */
  readonly rightRank: number
  /** Some of the records that may come first. */
  readonly right: readonly string[]
  readonly shown: readonly Suggestion[]
}

/** `right`: the names of the records that the judge puts first, by case. */
export async function tryCases(
  searcher: Searcher,
  cases: readonly Case[],
  right: ReadonlyMap<Case, readonly string[]> = new Map(),
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const tried of cases) {
    const shown = await searcher.suggest(tried.query)
    const rank = rankOf(tried.expected, shown)
    const names = right.get(tried) ?? []
    const rightRank = names.length === 0 ? rank : rankOf({ form: 'one', names }, shown)
    outcomes.push({
      tried,
      rank,
      passed: 0 < rightRank && rightRank <= tried.atMostRank,
      rightRank,
      right: names.slice(0, 3),
      shown,
    })
  }
  return outcomes
}

export interface Score {
  readonly cases: number
  /**
   * Shares, 0 to 1: shown first, of the cases that demand it; among the first five, of the cases that demand this or
   * more; as high as its case demands.
   */
  readonly first: number
  readonly five: number
  readonly passed: number
  /** The intended record is shown first, which no engine can guarantee if several match equally well. */
  readonly meantFirst: number
  /** The mean of 1 ÷ rank, of the cases that demand the first place; nothing for what was not shown. */
  readonly meanReciprocalRank: number
}

export function scoreOf(outcomes: readonly Outcome[]): Score {
  const demanding = (atMost: number): readonly Outcome[] => outcomes.filter(({ tried }) => tried.atMostRank <= atMost)
  return {
    cases: outcomes.length,
    first: mean(demanding(1).map(({ rightRank }) => (rightRank === 1 ? 1 : 0))),
    five: mean(demanding(5).map(({ rightRank }) => (0 < rightRank && rightRank <= 5 ? 1 : 0))),
    meantFirst: mean(demanding(1).map(({ rank }) => (rank === 1 ? 1 : 0))),
    passed: mean(outcomes.map(({ passed }) => (passed ? 1 : 0))),
    meanReciprocalRank: mean(demanding(1).map(({ rightRank }) => (rightRank === 0 ? 0 : 1 / rightRank))),
  }
}

/** 1 for an empty list: where nothing was demanded, nothing failed. */
function mean(values: readonly number[]): number {
  return values.length === 0 ? 1 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * `addresses-typos.tsv:12 "koslce"@sk: "Košice, Košice" was expected at 1, stands at 4; first came "Koslová"`, one
 * line.
 */
export function failureText({ tried, rank, right, shown }: Outcome): string {
  const { query, expected, atMostRank, because, place } = tried
  const wanted =
    expected.form === 'one'
      ? expected.names.join(' | ')
      : expected.form === 'not'
        ? `not ${expected.name}`
        : expected.form === 'all'
          ? `only ${expected.text}`
          : 'nothing'
  const first = shown.slice(0, 3).map(({ names }) => JSON.stringify(names[0]))
  const alsoRight = right.length === 0 ? '' : `, right ${right.join(' | ')}`
  const near = query.near === null ? '' : ` near ${query.near.latitude}, ${query.near.longitude}`
  return `${place} ${JSON.stringify(query.text)} ${query.country}${near}: expected ${wanted} at ${atMostRank}, ${rank === 0 ? 'not there' : `is at ${rank}`}; first ${first.join(', ') || 'nothing'}${alsoRight} (${because})`
}
