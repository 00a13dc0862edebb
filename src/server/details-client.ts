import type { MessagePort } from 'node:worker_threads'
import type { DetailSource } from '../release/shared-release.ts'
import type { ReadDetails as Answer, AskedDetails } from './details-thread.ts'

/** Looking up a record takes a tenth of a millisecond, and a disk that is awake some ten. */
const ANSWER_MAX_MS = 1_000

type Rows = Awaited<ReturnType<DetailSource['read']>>

export interface DetailsClientOptions {
  /** Called when details are not read in time, and when they are read again. */
  readonly changed: (state: 'late' | 'reading') => void
  /** Called with the reason if the file cannot be read. */
  readonly failed: (reason: string) => void
  readonly answerMaxMs?: number
}

/**
 * Asks the thread that reads details. After one answer that is late, requests are refused at once until the thread
 * answers again: else they would take the places of other requests of their accounts.
 */
export class DetailsClient implements DetailSource {
  readonly #port: MessagePort
  readonly #options: DetailsClientOptions
  readonly #waiting = new Map<number, (rows: Rows) => void>()
  #tickets = 0
  #state: 'late' | 'reading' = 'reading'
  #isClosing = false

  constructor(port: MessagePort, options: DetailsClientOptions) {
    this.#port = port
    this.#options = options
    port.on('message', (answer: Answer) => this.#receive(answer))
    // The thread has ended.
    port.once('close', () => this.#lose())
    // Requests keep the thread, not the port that they ask on.
    port.unref()
  }

  read(ico: string): Promise<Rows> {
    if (this.#state === 'late') return Promise.resolve('unreadable')
    const { promise, resolve } = Promise.withResolvers<Rows>()
    const ticket = ++this.#tickets
    // After the messages that wait: when this thread was held up, its timers run before it reads the answers.
    const late = setTimeout(() => setImmediate(() => this.#expire(ticket)), this.#options.answerMaxMs ?? ANSWER_MAX_MS)
    this.#waiting.set(ticket, (rows) => {
      clearTimeout(late)
      resolve(rows)
    })
    this.#port.postMessage({ ticket, ico } satisfies AskedDetails)
    return promise
  }

  /** Requests that wait are still answered. */
  close(): void {
    this.#isClosing = true
    if (this.#waiting.size === 0) this.#port.close()
  }

  #receive({ ticket, rows }: Answer): void {
    this.#turn('reading')
    if (typeof rows === 'string') this.#options.failed(rows)
    this.#settle(ticket, typeof rows === 'string' ? 'unreadable' : rows)
  }

  #expire(ticket: number): void {
    if (!this.#waiting.has(ticket)) return
    this.#turn('late')
    this.#settle(ticket, 'unreadable')
  }

  #lose(): void {
    if (!this.#isClosing) this.#turn('late')
    for (const ticket of this.#waiting.keys()) this.#settle(ticket, 'unreadable')
  }

  #settle(ticket: number, rows: Rows): void {
    this.#waiting.get(ticket)?.(rows)
    this.#waiting.delete(ticket)
    if (this.#isClosing && this.#waiting.size === 0) this.#port.close()
  }

  #turn(state: 'late' | 'reading'): void {
    if (state === this.#state) return
    this.#state = state
    this.#options.changed(state)
  }
}
