import type { Step } from '../http/http.ts'
import { COUNTRIES, type Country } from '../records/country.ts'

/** What an http thread does besides requests. */
const OWN_STEPS = ['event loop', 'accounts', 'release', 'withdrawals', 'metrics'] as const
const REQUEST_STEPS = ['request', 'search', 'details', 'charge', 'answer'] as const satisfies readonly Step[]
const STEPS = [...OWN_STEPS, ...REQUEST_STEPS]

type ThreadStep = (typeof STEPS)[number]

const NUMBER_OF = Object.fromEntries(STEPS.map((step, number) => [step, number])) as Readonly<
  Record<ThreadStep, number>
>

const BEATS = 0
const STEP = 1
/** A bit for each country whose details are not read in time. */
const LATE = 2
/** A cache line, so that no thread waits for another one's writes. */
const WORDS = 16

/** What an http thread shows of itself in shared memory. A message would wait behind what holds the thread. */
export class ThreadSigns {
  readonly memory: SharedArrayBuffer
  readonly #words: Int32Array
  readonly #first: number

  static makeMemory(threads: number): SharedArrayBuffer {
    return new SharedArrayBuffer(threads * WORDS * Int32Array.BYTES_PER_ELEMENT)
  }

  constructor(memory: SharedArrayBuffer, thread: number) {
    this.memory = memory
    this.#words = new Int32Array(memory)
    this.#first = thread * WORDS
  }

  /** Called by a timer of the event loop. */
  beat(): void {
    this.#words[this.#first + BEATS]!++
    this.#words[this.#first + STEP] = NUMBER_OF['event loop']
  }

  /** A plain store: it costs a request nothing that can be measured. */
  enter(step: ThreadStep): void {
    this.#words[this.#first + STEP] = NUMBER_OF[step]
  }

  noteDetails(country: Country, state: 'late' | 'reading'): void {
    const bit = 1 << COUNTRIES.indexOf(country)
    const word = this.#first + LATE
    this.#words[word] = state === 'late' ? this.#words[word]! | bit : this.#words[word]! & ~bit
  }

  /** For the thread that takes its place. */
  clear(): void {
    this.#words.fill(0, this.#first, this.#first + WORDS)
  }

  get beats(): number {
    return Atomics.load(this.#words, this.#first + BEATS)
  }

  get step(): ThreadStep {
    return STEPS[Atomics.load(this.#words, this.#first + STEP)]!
  }

  get lateDetails(): readonly Country[] {
    const late = Atomics.load(this.#words, this.#first + LATE)
    return COUNTRIES.filter((_, i) => (late & (1 << i)) !== 0)
  }
}
