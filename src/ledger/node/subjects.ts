import type { Books } from '../books/books.ts'
import type { OwnedSubject } from '../books/many-rows.ts'
import type { Subject } from '../books/rows.ts'
import { GatherQueue } from './gather-queue.ts'
import type { Timers } from './ports.ts'
import { Turns } from './turns.ts'
import { knownWithin } from './until-known.ts'

/** Numbers of who owes for what: asked of the books once, then remembered. */
export class Subjects {
  readonly #ports: { readonly books: Books; readonly timers: Timers }
  readonly #known = new Map<string, number>()
  /** One transaction at a time: those that come meanwhile go with the next. */
  readonly #queue: GatherQueue<OwnedSubject, number | 'damaged'>

  constructor(ports: { readonly books: Books; readonly timers: Timers }) {
    this.#ports = ports
    this.#queue = new GatherQueue(new Turns(1), (subjects) => this.#numbers(subjects))
  }

  /** Undefined if the books do not answer in time, or cannot read it. */
  async number(account: string, subject: Subject): Promise<number | undefined> {
    const key = keyOf({ account, ...subject })
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const { timers } = this.#ports
    const number = await knownWithin(timers, LOOKUP_MAX_MS, () =>
      this.#queue.ask('awaited', () => ({ account, ...subject })),
    )
    if (number === undefined || number === 'damaged') return undefined
    if (KNOWN_MAX <= this.#known.size) this.#known.clear()
    this.#known.set(key, number)
    return number
  }

  /** The same subject may be asked for by several threads at once. */
  async #numbers(subjects: readonly OwnedSubject[]): Promise<(number | 'damaged')[]> {
    const keys = subjects.map(keyOf)
    const once = new Map(subjects.map((subject, i) => [keys[i]!, subject]))
    const numbers = await this.#ports.books.subjectNumbers([...once.values()])
    const known = new Map([...once.keys()].map((key, i) => [key, numbers[i]]))
    return keys.map((key) => known.get(key) ?? 'damaged')
  }
}

function keyOf({ account, project, credential, operation }: OwnedSubject): string {
  return JSON.stringify([account, project, credential, operation])
}

const LOOKUP_MAX_MS = 2_000
/** Keys times operations. */
const KNOWN_MAX = 200_000
