import { DatabaseError } from '../../storage/storage.ts'
import type { AcquireOutcome, AcquireRequest } from '../books/acquire.ts'
import { EARLY_MS } from '../books/limits.ts'
import { type Month, monthAfter, monthAt } from '../calendar.ts'
import type { Count } from './counters.ts'
import type { GatherQueue } from './gather-queue.ts'
import { HeldGrant } from './held-grant.ts'

export interface PreparedGrantPorts {
  readonly acquires: GatherQueue<AcquireRequest, AcquireOutcome>
  readonly count: Count
  readonly incarnation: number
  readonly shape: 'sole' | 'shared'
  /** All grants of the node by id. */
  readonly grants: Map<number, HeldGrant>
  ledgerMs(): number
  nextGrantId(): number
}

/** An account's grant of the month that follows. Months begin for all accounts at once, and then none of them waits for the books. */
export class PreparedGrant {
  readonly #ports: PreparedGrantPorts
  readonly #account: string
  #held: HeldGrant | undefined
  /** Asked for; whether the books have granted it is not known yet. `isInDoubt`: an answer was lost. */
  #asked: { readonly grant: number; readonly month: Month; isInDoubt: boolean } | undefined
  #state: 'idle' | 'asking' = 'idle'

  constructor(ports: PreparedGrantPorts, account: string) {
    this.#ports = ports
    this.#account = account
  }

  get isEmpty(): boolean {
    return this.#held === undefined && this.#asked === undefined
  }

  get mayAsk(): boolean {
    return this.#held === undefined && this.#state === 'idle'
  }

  /**
   * The month has begun, and whether the books have granted it is still not known. Until the node asks, no node can use its units. `EARLY_MS` after the beginning the
   * books grant no earlier request any more, however late it arrives, so the answer is final.
   */
  get mustAsk(): boolean {
    const asked = this.#asked
    return asked?.isInDoubt === true && asked.month.startsAtMs + EARLY_MS <= this.#ports.ledgerMs()
  }

  get period(): string | undefined {
    return this.#held?.month.period
  }

  mustRetire(): boolean {
    const held = this.#held
    return held !== undefined && (held.isClosedInBooks || held.month.endsAtMs <= this.#ports.ledgerMs())
  }

  hasBegun(): boolean {
    return this.#held !== undefined && this.#held.month.startsAtMs <= this.#ports.ledgerMs()
  }

  take(): HeldGrant | undefined {
    const held = this.#held
    this.#held = undefined
    return held
  }

  /** Asks once. Books that do not answer may have granted it, so the next time they are asked for the same grant. */
  async ask(running: Month | undefined, wanted: number): Promise<void> {
    if (this.#held !== undefined || this.#state === 'asking') return
    const { acquires, incarnation, shape, ledgerMs, nextGrantId } = this.#ports
    this.#state = 'asking'
    this.#asked ??= { grant: nextGrantId(), month: monthAfter(running ?? monthAt(ledgerMs())), isInDoubt: false }
    const asked = this.#asked
    const { grant, month } = asked
    const isFinal = this.mustAsk
    // A month that has begun needs no prepared grant; only whether there is one has to be known.
    const isDue = ledgerMs() < month.startsAtMs
    const request: AcquireRequest = {
      ...{ grant, version: 0, account: this.#account, month, incarnation, shape },
      // Not spread: the compiler would not miss a field of another name.
      isPrepared: true,
      ...{ least: 0, wanted: isDue ? wanted : 0 },
    }
    try {
      const outcome = (await acquires.ask('at_leisure', () => request))!
      const isKnown = outcome.outcome === 'granted' || outcome.outcome === 'grant_closed'
      if (isKnown || !asked.isInDoubt || (isFinal && outcome.outcome !== 'damaged')) this.#asked = undefined
      if (outcome.outcome === 'granted') this.#open(outcome)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      asked.isInDoubt = true
    } finally {
      this.#state = 'idle'
    }
  }

  #open({ grant, month }: Extract<AcquireOutcome, { outcome: 'granted' }>): void {
    const { grants, count } = this.#ports
    const held = new HeldGrant({ id: grant.id, account: this.#account, month, exposure: grant.exposure })
    held.resize(grant)
    held.state = 'prepared'
    grants.set(held.id, held)
    count('grants_opened')
    count('grants_prepared')
    this.#held = held
  }
}
