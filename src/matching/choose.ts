import { CERTAIN, type Comparison, type Status } from './part-result.ts'

/** How much better than the second record the first one must fit. */
const CLEARLY = 3
/** A record that is followed more closely loses what it lacks of this distance. */
const FAR = 8
/** The highest score of a row with several records that fit. */
const UNDECIDED_MAX = 50
const CERTAIN_STATUSES: ReadonlySet<Status> = new Set(['exact', 'corrected', 'completed', 'ended'])

export interface Choice<Candidate> {
  readonly status: Status
  readonly score: number
  /** The record that is certain: a house, or the one whose street or town is certain. */
  readonly best: Candidate | undefined
  /** The candidates that a person may choose from, the best first. */
  readonly candidates: readonly Candidate[]
}

export interface Compared<Part extends string> {
  readonly comparison: Comparison<Part>
  /** Records with the same key read the same, so it makes no difference which is picked. */
  readonly key: string
}

export function isCertain(status: Status): boolean {
  return CERTAIN_STATUSES.has(status)
}

/** Picks a record only if no other fits as well. */
export function chooseRecord<Candidate extends Compared<string>>(compared: readonly Candidate[]): Choice<Candidate> {
  const sorted = compared.toSorted(
    (a, b) => b.comparison.fit - a.comparison.fit || b.comparison.score - a.comparison.score,
  )
  const certain = sorted.filter(({ comparison }) => isCertain(comparison.status) && CERTAIN <= comparison.score)
  const [best] = certain
  const candidates = [...certain, ...sorted.filter((one) => !certain.includes(one))]
  if (best === undefined) return chooseLess(candidates)
  // A record that agrees in house and street, but for town or postal code, speaks against the first one too.
  const rivals = sorted.filter(
    ({ comparison, key }) => key !== best.key && (comparison.status === 'conflict' || isCertain(comparison.status)),
  )
  const second = rivals[0]
  const distance = best.comparison.fit - (second?.comparison.fit ?? Number.NEGATIVE_INFINITY)
  if (distance < CLEARLY) {
    const status = second!.comparison.status === 'conflict' ? 'conflict' : 'ambiguous'
    return { status, score: Math.min(best.comparison.score, UNDECIDED_MAX), best: undefined, candidates }
  }
  const score = best.comparison.score - Math.max(0, FAR - distance)
  return { status: best.comparison.status, score, best, candidates }
}

const LESS: readonly Status[] = ['conflict', 'street', 'town', 'none']

/** No record is certain: the most that is. */
function chooseLess<Candidate extends Compared<string>>(candidates: readonly Candidate[]): Choice<Candidate> {
  for (const status of LESS) {
    const best = candidates.find(({ comparison }) => comparison.status === status)
    if (best === undefined) continue
    const score = status === 'none' ? 0 : Math.max(0, Math.min(best.comparison.score, CERTAIN - 1))
    return { status, score, best: status === 'street' || status === 'town' ? best : undefined, candidates }
  }
  return { status: 'none', score: 0, best: undefined, candidates }
}
