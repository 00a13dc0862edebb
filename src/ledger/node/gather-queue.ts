import { DatabaseError } from '../../storage/storage.ts'
import type { Turns, Urgency } from './turns.ts'

interface Waiting<Ask, Result> {
  readonly request: () => Ask | undefined
  readonly resolve: (result: Result | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * Questions of many accounts to the books, sent together: those that come while the earlier ones are under way wait and go in one transaction. So a
 * single question waits for nothing, and thousands cost a few transactions.
 */
export class GatherQueue<Ask, Result> {
  readonly #turns: Turns
  readonly #ask: (asks: readonly Ask[]) => Promise<readonly (Result | DatabaseError)[]>
  readonly #waiting: Readonly<Record<Urgency, Waiting<Ask, Result>[]>> = { awaited: [], at_leisure: [] }

  constructor(turns: Turns, ask: (asks: readonly Ask[]) => Promise<readonly (Result | DatabaseError)[]>) {
    this.#turns = turns
    this.#ask = ask
  }

  /**
   * Asks once. `request` is called when the turn has come: undefined if the answer is not needed any more, and then the books are not asked. Throws
   * DatabaseError: the books may have done it all the same.
   */
  ask(urgency: Urgency, request: () => Ask | undefined): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      this.#add(urgency, { request, resolve, reject })
    })
  }

  /** A charge waits by now for what was asked at leisure, which under load has no turn for long. */
  hurry(request: () => Ask | undefined): void {
    const at = this.#waiting.at_leisure.findIndex((one) => one.request === request)
    if (0 <= at) this.#add('awaited', this.#waiting.at_leisure.splice(at, 1)[0]!)
  }

  #add(urgency: Urgency, one: Waiting<Ask, Result>): void {
    this.#waiting[urgency].push(one)
    if (this.#waiting[urgency].length === 1) this.#takeTurn(urgency)
  }

  /** A turn is due while something waits. */
  #takeTurn(urgency: Urgency): void {
    void this.#turns.take(urgency, () => this.#turn(urgency))
  }

  async #turn(urgency: Urgency): Promise<void> {
    // Those that are asked in the same turn of the event loop go together.
    await Promise.resolve()
    const turn = this.#next(urgency)
    if (0 < this.#waiting[urgency].length) this.#takeTurn(urgency)
    const asks: Ask[] = []
    const asking: Waiting<Ask, Result>[] = []
    for (const one of turn) {
      const ask = one.request()
      if (ask === undefined) one.resolve(undefined)
      else {
        asks.push(ask)
        asking.push(one)
      }
    }
    if (asks.length === 0) return
    try {
      const results = await this.#ask(asks)
      for (const [i, result] of results.entries()) {
        if (result instanceof DatabaseError) asking[i]!.reject(result)
        else asking[i]!.resolve(result)
      }
    } catch (error) {
      for (const one of asking) one.reject(error)
    }
  }

  /** The oldest; under overload the newest, because their callers are still there. */
  #next(urgency: Urgency): Waiting<Ask, Result>[] {
    const waiting = this.#waiting[urgency]
    if (urgency === 'awaited' && OVERLOAD < waiting.length) return waiting.splice(-TURN_MAX).reverse()
    return waiting.splice(0, TURN_MAX)
  }
}

/** How many accounts one transaction serves: PostgreSQL takes about 10 ms for them. */
const TURN_MAX = 256

/** More that wait would be served so late that their callers may have left. */
const OVERLOAD = 8 * TURN_MAX
