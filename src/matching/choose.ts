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
  /** How much less well the second record fits, of 100; null if there is none. */
  readonly next: number | null
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

/** If no record is certain: the most that is. */
const LESS: readonly Status[] = ['conflict', 'street', 'town']

/** Picks a record only if no other fits as well. */
export function chooseRecord<Candidate extends Compared<string>>(compared: readonly Candidate[]): Choice<Candidate> {
  const isCandidate = ({ comparison }: Candidate): boolean =>
    isCertain(comparison.status) && CERTAIN <= comparison.score
  const candidates = compared.toSorted(
    (a, b) =>
      Number(isCandidate(b)) - Number(isCandidate(a)) ||
      b.comparison.fit - a.comparison.fit ||
      b.comparison.score - a.comparison.score,
  )
  const best = candidates[0]
  if (best === undefined || !isCandidate(best)) {
    const status = LESS.find((one) => candidates.some(({ comparison }) => comparison.status === one)) ?? 'none'
    const most = candidates.find(({ comparison }) => comparison.status === status)
    const score = status === 'none' ? 0 : Math.min(most!.comparison.score, CERTAIN - 1)
    return {
      status,
      score,
      next: null,
      best: status === 'conflict' || status === 'none' ? undefined : most,
      candidates,
    }
  }
  // A record that agrees in house and street, but not in town or postal code, speaks against the first one too.
  const rivals = candidates
    .filter(({ key, comparison: { status } }) => key !== best.key && (status === 'conflict' || isCertain(status)))
    .map(({ comparison }) => comparison)
  const fits = rivals.map(({ fit }) => fit)
  const next = rivals.length === 0 ? null : Math.max(0, best.comparison.fit - Math.max(...fits))
  if (next === null || CLEARLY <= next) {
    const score = best.comparison.score - Math.max(0, FAR - (next ?? FAR))
    return { status: best.comparison.status, score, next, best, candidates }
  }
  const isTie = rivals.some(({ fit, status }) => status !== 'conflict' && best.comparison.fit - fit < CLEARLY)
  const score = Math.min(best.comparison.score, UNDECIDED_MAX)
  return { status: isTie ? 'ambiguous' : 'conflict', score, next, best: undefined, candidates }
}
