import type { Books } from '../books/books.ts'
import type { Subject } from '../books/rows.ts'
import type { Timers } from './ports.ts'
import { knownWithin } from './until-known.ts'

/** Numbers of who owes for what: asked of the books once, then remembered. */
export class Subjects {
  readonly #ports: { readonly books: Books; readonly timers: Timers }
  readonly #known = new Map<string, number>()

  constructor(ports: { readonly books: Books; readonly timers: Timers }) {
    this.#ports = ports
  }

  /** Undefined if the books do not answer in time. */
  async number(account: string, subject: Subject): Promise<number | undefined> {
    const key = JSON.stringify([account, subject.project, subject.credential, subject.operation])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const { books, timers } = this.#ports
    const number = await knownWithin(timers, LOOKUP_MAX_MS, () => books.subject(account, subject))
    if (number === undefined) return undefined
    if (KNOWN_MAX <= this.#known.size) this.#known.clear()
    this.#known.set(key, number)
    return number
  }
}

const LOOKUP_MAX_MS = 2_000
/** Keys times operations. */
const KNOWN_MAX = 200_000
