import type { Mark, MarkFile, NodeNotes, Note } from '../node/ports.ts'

/**
 * The notes and the mark of one node in memory. Durable notes survive a crash. Notes of failed calls, deleted notes and
 * the newest marks may survive it or not.
 */
export class MemoryNodeDisk implements NodeNotes, MarkFile {
  lastIncarnation: number | undefined
  readonly #chance: () => number
  #failing: () => boolean = () => false
  #notes = new Map<string, Note>()
  /** Deleted notes, which a power cut may bring back. */
  #forgotten = new Map<string, Note>()
  /** Notes of calls that failed. */
  #doubtful = new Map<string, Note>()
  #mark: Mark | undefined
  #markOnDisk: Mark | undefined

  /** `chance`: returns a whole number from 0 on, for every choice of the disk. */
  constructor(chance: () => number = () => 0) {
    this.#chance = chance
  }

  get found(): readonly Note[] {
    return [...this.#notes.values()]
  }

  /** Sets which calls fail from now on. */
  fail(failing: () => boolean): void {
    this.#failing = failing
  }

  async add(intents: readonly Note[]): Promise<void> {
    const fails = this.#failing()
    const to = fails ? this.#doubtful : this.#notes
    if (!fails || this.#chance() % 2 === 0) for (const intent of intents) to.set(keyOf(intent), intent)
    if (fails) throw new Error('the disk of the notes fails')
  }

  forget(intents: readonly Note[]): void {
    for (const intent of intents) {
      this.#forgotten.set(keyOf(intent), intent)
      this.#notes.delete(keyOf(intent))
      this.#doubtful.delete(keyOf(intent))
    }
  }

  async begin(incarnation: number): Promise<void> {
    this.lastIncarnation = incarnation
  }

  read(): Mark | undefined {
    return this.#mark
  }

  write(mark: Mark): void {
    if (this.#failing()) return
    this.#mark = mark
    if (this.#chance() % 4 === 0) this.#markOnDisk = mark
  }

  /** The process is killed; the system keeps what it was given. */
  kill(): void {
    this.#failing = () => false
    for (const [key, intent] of this.#doubtful) this.#notes.set(key, intent)
    this.#doubtful.clear()
    this.#forgotten.clear()
  }

  cutPower(): void {
    this.#mark = this.#markOnDisk
    if (this.#chance() % 2 === 0) this.#doubtful.clear()
    for (const [key, intent] of this.#forgotten) if (this.#chance() % 2 === 0) this.#notes.set(key, intent)
    this.kill()
  }
}

function keyOf({ incarnation, seq, requestId }: Note): string {
  return `${incarnation}/${seq}/${requestId}`
}
