import type { Mark, MarkFile, NodeNotes, VoidIntent } from './ports.ts'

/**
 * The notes and the mark of one node in memory, for tests. What was noted stays; what a call left that failed, what was forgotten, and the newest marks
 * may be there after a crash or not.
 */
export class ExampleNodeDisk implements NodeNotes, MarkFile {
  lastIncarnation: number | undefined
  readonly #chance: () => number
  #failing: () => boolean = () => false
  #notes = new Map<string, VoidIntent>()
  /** Deleted; a power cut may bring them back. */
  #forgotten = new Map<string, VoidIntent>()
  /** Notes of calls that failed. */
  #doubtful = new Map<string, VoidIntent>()
  #mark: Mark | undefined
  #markOnDisk: Mark | undefined

  /** `chance`: a whole number from 0 on, drawn for every choice that the disk has. */
  constructor(chance: () => number = () => 0) {
    this.#chance = chance
  }

  get found(): readonly VoidIntent[] {
    return [...this.#notes.values()]
  }

  /** Which calls fail from now on. */
  fail(failing: () => boolean): void {
    this.#failing = failing
  }

  async add(intents: readonly VoidIntent[]): Promise<void> {
    const fails = this.#failing()
    const to = fails ? this.#doubtful : this.#notes
    if (!fails || this.#chance() % 2 === 0) for (const intent of intents) to.set(keyOf(intent), intent)
    if (fails) throw new Error('the disk of the notes fails')
  }

  forget(intents: readonly VoidIntent[]): void {
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

  /** The process is killed: the system keeps what it was given. */
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

function keyOf({ incarnation, seq, requestId }: VoidIntent): string {
  return `${incarnation}/${seq}/${requestId}`
}
