import type { Mark, MarkFile, NodeNotes, Note } from '../../src/ledger/node/ports.ts'
import type { Random } from '../../src/stdx/random.ts'
import type { Plan } from './plan.ts'
import type { Tally } from './tally.ts'

/** The disk of one node. It survives the process. */
export class NodeDisk implements NodeNotes, MarkFile {
  lastIncarnation: number | undefined
  readonly #random: Random
  readonly #plan: Plan
  readonly #injected: Tally
  readonly #intents = new Map<string, Note>()
  /** Forgotten by the process, but perhaps not on the disk yet. */
  readonly #forgotten = new Map<string, Note>()
  /** Written by a call that failed. The process does not count on them. */
  readonly #ghosts = new Map<string, Note>()
  #mark: Mark | undefined
  #markOnDisk: Mark | undefined
  isHealed = false
  /** Called when something was noted or could not be: a good moment for the process to die. */
  onNote: () => void = () => undefined

  constructor(random: Random, plan: Plan, injected: Tally) {
    this.#random = random
    this.#plan = plan
    this.#injected = injected
  }

  async add(intents: readonly Note[]): Promise<void> {
    this.onNote()
    const fails = this.#happens('intent_fault')
    if (fails) {
      const isWritten = this.#random.below(2) === 0
      if (isWritten) for (const intent of intents) this.#ghosts.set(keyOf(intent), intent)
      throw new Error('the simulated disk fails')
    }
    for (const intent of intents) this.#intents.set(keyOf(intent), intent)
  }

  get found(): readonly Note[] {
    return [...this.#intents.values()]
  }

  async begin(incarnation: number): Promise<void> {
    this.lastIncarnation = incarnation
  }

  forget(intents: readonly Note[]): void {
    for (const intent of intents) {
      this.#forgotten.set(keyOf(intent), intent)
      this.#intents.delete(keyOf(intent))
      this.#ghosts.delete(keyOf(intent))
    }
  }

  read(): Mark | undefined {
    return this.#mark
  }

  write(mark: Mark): void {
    this.#mark = mark
    if (this.#random.below(8) === 0) this.#markOnDisk = mark
  }

  /** The process dies; with `forgetful_disk` as in a power cut. */
  crash(): void {
    if (this.#happens('forgetful_disk')) {
      this.#mark = this.#markOnDisk
      for (const [key, intent] of this.#forgotten) this.#intents.set(key, intent)
    }
    for (const [key, intent] of this.#ghosts) this.#intents.set(key, intent)
    this.#forgotten.clear()
    this.#ghosts.clear()
  }

  #happens(kind: 'intent_fault' | 'forgetful_disk'): boolean {
    const chance = this.#plan.faults.get(kind)
    if (this.isHealed || chance === undefined || chance <= this.#random.fraction()) return false
    this.#injected.add(kind)
    return true
  }
}

function keyOf({ incarnation, seq, requestId }: Note): string {
  return `${incarnation}/${seq}/${requestId}`
}
