import { DatabaseError } from '../../storage/storage.ts'
import { isPassing } from '../../storage/when-available.ts'
import { batchHash, type ChainEnd, packLines } from '../tables/lines.ts'
import { lookUp, type NewBatch, type PostAnswer, post } from '../tables/post.ts'
import type { SealedBatch } from './charge-queue.ts'
import { asFault, isNumberUsed } from './faults.ts'
import { backoffMs, pause } from './ports.ts'
import type { BatchWriterPorts } from './writer-ports.ts'

/** What the books decided about a batch. */
export type Decision =
  | {
      readonly outcome: 'charged'
      readonly end: ChainEnd
      /** Undefined: the batch was found, and what is left must be read. */
      readonly left?: ReadonlyMap<string, number>
      readonly endsAtMs?: number
    }
  /**
   * Certainly not written. `end`: an empty batch has its number; undefined: the number is free. `cause`: the books
   * answered with an error; undefined: they refused the batch.
   */
  | { readonly outcome: 'not_charged'; readonly end?: ChainEnd; readonly cause?: DatabaseError }
  /** Another process writes under this incarnation's numbers, so the batch is certainly not written. */
  | { readonly outcome: 'cloned' }
  /** The books answer, but not about this batch. Its outcome stays unknown. */
  | { readonly outcome: 'abandoned' }

interface CommitPorts extends Pick<BatchWriterPorts, 'books' | 'count' | 'timers'> {
  /** Called while a statement of the batch has no answer. */
  undecided(): void
}

/** So many answers that decide nothing end the wait for a batch. */
const ANSWERS_MAX = 3

export function buildBatch(
  incarnation: number,
  before: ChainEnd,
  { charges, units, subjects }: SealedBatch & Pick<NewBatch, 'subjects'>,
): NewBatch {
  const lines = packLines(charges)
  const hash = batchHash(before, incarnation, lines)
  return { incarnation, seq: before.seq + 1, before, hash, lines, units, subjects }
}

/** Takes the number of the next batch without charging anything. */
export function buildEmpty(incarnation: number, before: ChainEnd): NewBatch {
  return buildBatch(incarnation, before, { charges: [], units: new Map(), subjects: [] })
}

/**
 * Writes one batch until its outcome is known. Once a statement under its number has no answer, no line of the batch is
 * answered, moved or sent under another number: a refusal or a violated constraint then says nothing by itself, because
 * it may be about the batch's own units. A new statement reads what the books have under the number; if they have
 * nothing, an empty batch decides. It is sent when every line has ended, or when the books refuse the batch.
 *
 * A number that is used at the first attempt was used by a copy of this process. What the books have there decides.
 */
export async function commit(ports: CommitPorts, batch: NewBatch, hasEnded: () => boolean): Promise<Decision> {
  const first = await post(ports.books, batch).catch(asFault)
  if (!(first instanceof DatabaseError)) return decide(batch, first)
  if (isNumberUsed(first)) return await resolve(ports, batch, { hasEnded, cause: undefined })
  if (first.outcome === 'not_done') return { outcome: 'not_charged', cause: first }
  ports.count('commits_unknown')
  return await resolve(ports, batch, { hasEnded, cause: first })
}

function decide(batch: NewBatch, answer: PostAnswer): Decision {
  if (answer.outcome === 'refused') return { outcome: 'not_charged' }
  const { period, atMs, left, endsAtMs } = answer
  return { outcome: 'charged', end: { seq: batch.seq, hash: batch.hash, period, atMs }, left, endsAtMs }
}

interface Undecided {
  hasEnded(): boolean
  /** Undefined: the number of the batch is used. */
  readonly cause: DatabaseError | undefined
}

async function resolve(ports: CommitPorts, batch: NewBatch, { hasEnded, cause }: Undecided): Promise<Decision> {
  const { books, timers, count } = ports
  const empty = buildEmpty(batch.incarnation, batch.before)
  const mayPass = cause === undefined || isPassing(cause)
  const notCharged = (end: ChainEnd): Decision => {
    count('commits_cancelled')
    return mayPass ? { outcome: 'not_charged', end } : { outcome: 'not_charged', end, cause }
  }
  let mayRepeat = mayPass
  for (let tries = 0, answers = 0; answers < ANSWERS_MAX; tries++) {
    ports.undecided()
    await pause(timers, backoffMs(tries))
    const found = await lookUp(books, batch).catch(asFault)
    if (found instanceof DatabaseError) {
      answers += countAnswer(found)
      continue
    }
    if (found !== undefined) {
      if (isSame(found, batch)) {
        count('commits_found')
        return { outcome: 'charged', end: found }
      }
      return isSame(found, empty) ? notCharged(found) : { outcome: 'cloned' }
    }
    const sent = mayRepeat && !hasEnded() ? batch : empty
    const answer = await post(books, sent).catch(asFault)
    if (!(answer instanceof DatabaseError) && answer.outcome === 'written') {
      const { period, atMs } = answer
      if (sent === empty) return notCharged({ seq: empty.seq, hash: empty.hash, period, atMs })
      count('commits_repeated')
      return decide(batch, answer)
    }
    if (sent === empty) answers += answer instanceof DatabaseError ? countAnswer(answer) : 1
    // It does not fit, or the rows are damaged: whether the first statement was the cause, only the books know.
    else if (!(answer instanceof DatabaseError) || !isPassing(answer)) mayRepeat = false
  }
  count('commits_abandoned')
  return { outcome: 'abandoned' }
}

/** An error that may pass is no answer. Under a number that is used the insert fails, and the next look shows why. */
function countAnswer(error: DatabaseError): 0 | 1 {
  return isPassing(error) ? 0 : 1
}

function isSame({ hash }: Pick<ChainEnd, 'hash'>, batch: NewBatch): boolean {
  return Buffer.compare(hash, batch.hash) === 0
}
