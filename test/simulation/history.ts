import { ensure } from './violation.ts'

/** The answer that a client received. */
export type Answer =
  | { readonly kind: 'success'; readonly period: string }
  | { readonly kind: 'failure'; readonly reason: string }
  /** The connection broke or was closed: the client got no answer. */
  | { readonly kind: 'nothing' }

/** One request as its client sees it. */
export interface Request {
  readonly id: string
  readonly account: string
  readonly units: number
  readonly operation: string
  readonly startedAtMs: number
  readonly startedAtEvent: number
  phase: 'asking' | 'charging' | 'answered'
  answer: Answer | undefined
  /** Two processes ran at one data folder when it was served. */
  isOfTwin: boolean
  whenAnswered: () => void
}

type NewRequest = Pick<Request, 'account' | 'units' | 'operation' | 'startedAtMs' | 'startedAtEvent'>

/** All requests and their answers, as the clients saw them. */
export class History {
  readonly requests = new Map<string, Request>()
  /** Units answered with success, by account and month. */
  readonly successes = new Map<string, number>()
  watch: ((request: Request) => void) | undefined
  onAnswer: (request: Request) => void = () => undefined
  unanswered = 0
  #ids = 0

  begin({ account, units, operation, startedAtMs, startedAtEvent }: NewRequest): Request {
    const id = (++this.#ids).toString(16).padStart(32, '0')
    const begun: Request = {
      id,
      account,
      units,
      operation,
      startedAtMs,
      startedAtEvent,
      phase: 'asking',
      answer: undefined,
      isOfTwin: false,
      whenAnswered: doNothing,
    }
    this.requests.set(id, begun)
    this.unanswered++
    return begun
  }

  answer(request: Request, answer: Answer): void {
    ensure(request.answer === undefined, 'one answer', () => `request ${request.id} was answered twice`)
    request.answer = answer
    request.phase = 'answered'
    this.unanswered--
    if (answer.kind === 'success') {
      const key = monthKey(request.account, answer.period)
      this.successes.set(key, (this.successes.get(key) ?? 0) + request.units)
    }
    this.watch?.(request)
    this.onAnswer(request)
    request.whenAnswered()
  }

  successUnits(account: string, period: string): number {
    return this.successes.get(monthKey(account, period)) ?? 0
  }
}

function doNothing(): void {}

export function monthKey(account: string, period: string): string {
  return `${account} ${period}`
}
