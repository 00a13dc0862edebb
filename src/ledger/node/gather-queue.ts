import { DatabaseError } from '../../storage/storage.ts'
import type { ConcurrencyLimit, Urgency } from './concurrency-limit.ts'

interface Waiting<Request, Result> {
  readonly request: () => Request | undefined
  readonly resolve: (result: Result | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * Gathers requests of many accounts to the books. Requests that arrive while others are on their way go together in the
 * next transaction. So a single request waits for nothing, and thousands cost a few transactions.
 */
export class GatherQueue<Request, Result> {
  readonly #limit: ConcurrencyLimit
  readonly #send: (requests: readonly Request[]) => Promise<readonly (Result | DatabaseError)[]>
  readonly #waiting: Readonly<Record<Urgency, Waiting<Request, Result>[]>> = { awaited: [], background: [] }

  constructor(
    limit: ConcurrencyLimit,
    send: (requests: readonly Request[]) => Promise<readonly (Result | DatabaseError)[]>,
  ) {
    this.#limit = limit
    this.#send = send
  }

  /**
   * Sends one request. `request` is called just before sending; it returns undefined if the answer is no longer needed.
   * On a DatabaseError the books may have done it all the same.
   */
  ask(urgency: Urgency, request: () => Request | undefined): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      this.#add(urgency, { request, resolve, reject })
    })
  }

  /** Makes a background request urgent, because a charge waits for it now. */
  hurry(request: () => Request | undefined): void {
    const at = this.#waiting.background.findIndex((one) => one.request === request)
    if (0 <= at) this.#add('awaited', this.#waiting.background.splice(at, 1)[0]!)
  }

  #add(urgency: Urgency, one: Waiting<Request, Result>): void {
    this.#waiting[urgency].push(one)
    if (this.#waiting[urgency].length === 1) this.#schedule(urgency)
  }

  /** A transaction is due while something waits. */
  #schedule(urgency: Urgency): void {
    void this.#limit.run(urgency, () => this.#sendNext(urgency))
  }

  async #sendNext(urgency: Urgency): Promise<void> {
    // Waits for requests of the same turn of the event loop.
    await Promise.resolve()
    const batch = this.#next(urgency)
    if (0 < this.#waiting[urgency].length) this.#schedule(urgency)
    const requests: Request[] = []
    const sent: Waiting<Request, Result>[] = []
    for (const one of batch) {
      const request = one.request()
      if (request === undefined) one.resolve(undefined)
      else {
        requests.push(request)
        sent.push(one)
      }
    }
    if (requests.length === 0) return
    try {
      const results = await this.#send(requests)
      for (const [i, result] of results.entries()) {
        if (result instanceof DatabaseError) sent[i]!.reject(result)
        else sent[i]!.resolve(result)
      }
    } catch (error) {
      for (const one of sent) one.reject(error)
    }
  }

  /** Takes the oldest requests; under overload the newest, because their callers are still there. */
  #next(urgency: Urgency): Waiting<Request, Result>[] {
    const waiting = this.#waiting[urgency]
    if (urgency === 'awaited' && OVERLOAD < waiting.length) return waiting.splice(-BATCH_MAX).reverse()
    return waiting.splice(0, BATCH_MAX)
  }
}

/** How many requests one transaction has: PostgreSQL takes about 10 ms for them. */
const BATCH_MAX = 256

/** With more waiting, the oldest would be served so late that their callers may have left. */
const OVERLOAD = 8 * BATCH_MAX
