import { DatabaseError } from '../../storage/storage.ts'
import type { Books } from '../tables/books.ts'
import { numberSubjectsFor } from '../tables/subjects.ts'
import type { Count } from './counters.ts'
import type { NumberedPayer, PendingCharge } from './pending-charge.ts'
import { backoffMs, pause, type Timers } from './ports.ts'

export interface SubjectNumbersPorts {
  incarnation(): number
  /** The books lack numbers that this incarnation uses. */
  behind(): void
  fault(error: DatabaseError): void
  readonly books: Books
  readonly timers: Timers
  readonly count: Count
}

/** About the number of keys times the number of operations. */
const KNOWN_MAX = 200_000
const AT_ONCE = 2_000

/** Numbers the subjects of charges, all that wait in one transaction, and then passes the charges on. */
export class SubjectNumbers {
  readonly #ports: SubjectNumbersPorts
  readonly #numbered: (charge: PendingCharge) => void
  readonly #known = new Map<string, number>()
  /** The largest number that this incarnation uses. */
  #max = 0
  #waiting: PendingCharge[] = []
  #state: 'idle' | 'asking' = 'idle'

  constructor(ports: SubjectNumbersPorts, numbered: (charge: PendingCharge) => void) {
    this.#ports = ports
    this.#numbered = numbered
  }

  get isAsking(): boolean {
    return this.#state === 'asking'
  }

  /** Another incarnation has begun, perhaps on books that have given these numbers to others. */
  forget(): void {
    this.#known.clear()
    this.#max = 0
  }

  number(charge: PendingCharge): void {
    this.#waiting.push(charge)
    if (this.#state === 'asking') return
    this.#state = 'asking'
    // Runs after the other charges of the same message were added.
    queueMicrotask(() => void this.#askForAll())
  }

  async #askForAll(): Promise<void> {
    for (let tries = 0; 0 < this.#waiting.length; ) {
      const charges = this.#waiting.splice(0, AT_ONCE).filter((charge) => {
        // Looked at once: the client may use a released ticket for its next charge at any moment.
        if (!charge.isWithdrawn) return true
        charge.release()
        return false
      })
      if ((await this.#ask(charges)) === 'answered') {
        tries = 0
        for (const charge of charges) this.#numbered(charge)
      } else {
        this.#waiting = [...charges, ...this.#waiting]
        await pause(this.#ports.timers, backoffMs(tries++))
      }
    }
    this.#state = 'idle'
  }

  async #ask(charges: readonly PendingCharge[]): Promise<'answered' | 'failed'> {
    if (KNOWN_MAX <= this.#known.size) this.#known.clear()
    const payers = new Map(charges.map(({ payer }) => [keyOf(payer), payer]))
    const incarnation = this.#ports.incarnation()
    const unknown = [...payers].filter(([key]) => !this.#known.has(key))
    try {
      if (0 < unknown.length) {
        const subjects = unknown.map(([, { account, subject }]) => ({ account, ...subject }))
        const own = { incarnation, max: this.#max }
        const numbers = await this.#ports.books.transaction((rows) => numberSubjectsFor(rows, own, subjects))
        if (incarnation !== this.#ports.incarnation()) return 'failed'
        if (numbers === undefined) {
          this.#ports.behind()
          return 'failed'
        }
        this.#max = Math.max(this.#max, ...numbers)
        for (const [i, [key]] of unknown.entries()) this.#known.set(key, numbers[i]!)
        this.#ports.count('subjects_numbered', unknown.length)
      }
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      this.#ports.fault(error)
      return 'failed'
    }
    for (const { payer } of charges) payer.number = this.#known.get(keyOf(payer))!
    return 'answered'
  }
}

function keyOf({ account, subject: { project, credential, operation } }: NumberedPayer): string {
  return JSON.stringify([account, project, credential, operation])
}
