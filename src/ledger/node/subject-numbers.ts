import { DatabaseError } from '../../storage/storage.ts'
import type { Books } from '../books/books.ts'
import type { OwnedSubject, Subject } from '../books/rows.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { GatherQueue } from './gather-queue.ts'

/** The numbers of subjects: read from the books once, then remembered. */
export class SubjectNumbers {
  readonly #books: Books
  readonly #known = new Map<string, number>()
  /** One transaction at a time: subjects that arrive meanwhile go with the next. */
  readonly #queue: GatherQueue<OwnedSubject, number>

  constructor(books: Books) {
    this.#books = books
    this.#queue = new GatherQueue(new ConcurrencyLimit(1), (subjects) => this.#numbers(subjects))
  }

  /** Asks the books once. 0: they do not answer or cannot read it. */
  async number(account: string, subject: Subject): Promise<number> {
    const key = keyOf({ account, ...subject })
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const find = await this.#request({ account, ...subject })
    if (find === 0) return 0
    if (KNOWN_MAX <= this.#known.size) this.#known.clear()
    this.#known.set(key, find)
    return find
  }

  async #request(subject: OwnedSubject): Promise<number> {
    try {
      return (await this.#queue.ask('awaited', () => subject))!
    } catch (error) {
      if (error instanceof DatabaseError) return 0
      throw error
    }
  }

  /** Several threads may ask for the same subject at once. */
  async #numbers(subjects: readonly OwnedSubject[]): Promise<number[]> {
    const keys = subjects.map(keyOf)
    const once = new Map(subjects.map((subject, i) => [keys[i]!, subject]))
    const numbers = await this.#books.subjectNumbers([...once.values()])
    const known = new Map([...once.keys()].map((key, i) => [key, numbers[i] ?? 0]))
    return keys.map((key) => known.get(key)!)
  }
}

function keyOf({ account, project, credential, operation }: OwnedSubject): string {
  return JSON.stringify([account, project, credential, operation])
}

/** About the number of keys times the number of operations. */
const KNOWN_MAX = 200_000
