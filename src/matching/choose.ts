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
  readonly comparison: Comparison<Part, string>
  /** Records with the same key read the same, so it makes no difference which is picked. */
  readonly key: string
}

export function isCertain(status: Status): boolean {
  return CERTAIN_STATUSES.has(status)
}

/** If no record is certain: the most that is. */
const LESS: readonly Status[] = ['ambiguous', 'conflict', 'street', 'town']

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
  if (!best || !isCandidate(best)) {
    const status = LESS.find((one) => candidates.some(({ comparison }) => comparison.status === one)) ?? 'none'
    const most = candidates.find(({ comparison }) => comparison.status === status)
    const score = status === 'none' ? 0 : Math.min(most!.comparison.score, CERTAIN - 1)
    return {
      status,
      score,
      next: null,
      best: status === 'street' || status === 'town' ? most : undefined,
      candidates,
    }
  }
  // A record that agrees in house and street, but not in town or postal code, speaks against the first one too.
  const rivals = candidates
    .filter(({ key, comparison: { status } }) => key !== best.key && (status === 'conflict' || isCertain(status)))
    .map(({ comparison }) => comparison)
  const { status, score, fit } = best.comparison
  // Without a rival it is infinite.
  const distance = Math.max(0, fit - Math.max(...rivals.map((rival) => rival.fit)))
  const next = rivals.length === 0 ? null : distance
  if (CLEARLY <= distance) return { status, score: score - Math.max(0, FAR - distance), next, best, candidates }
  const isTie = rivals.some((rival) => rival.status !== 'conflict' && fit - rival.fit < CLEARLY)
  return {
    status: isTie ? 'ambiguous' : 'conflict',
    score: Math.min(score, UNDECIDED_MAX),
    next,
    best: undefined,
    candidates,
  }
}

/** The choice without a picked record, and with the highest score that its status may have. */
export function withoutRecord<Candidate>(choice: Choice<Candidate>, status: 'ended' | 'ambiguous'): Choice<Candidate> {
  const scoreMax = status === 'ended' ? CERTAIN - 1 : UNDECIDED_MAX
  return { ...choice, status, score: Math.min(choice.score, scoreMax), best: undefined }
}
