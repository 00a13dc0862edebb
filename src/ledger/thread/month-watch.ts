import { Worker } from 'node:worker_threads'
import type { FromMonthsThread, MonthsThreadData } from './months-thread.ts'

/** Looks at the months of all accounts, each time in a thread of its own. */
export class MonthWatch {
  readonly #data: MonthsThreadData
  readonly #hear: (message: FromMonthsThread) => void
  #running: Worker | undefined

  constructor(data: MonthsThreadData, hear: (message: FromMonthsThread) => void) {
    this.#data = data
    this.#hear = hear
  }

  /** Nothing while the look before still runs. */
  look(): void {
    if (this.#running !== undefined) return
    const failed = (error: unknown): void => this.#hear({ kind: 'failed', message: String(error) })
    try {
      const thread = new Worker(new URL('./months-thread.ts', import.meta.url), {
        name: 'months',
        workerData: this.#data,
      })
      this.#running = thread
      thread.on('message', this.#hear)
      thread.once('error', failed)
      thread.once('exit', () => (this.#running = undefined))
    } catch (error) {
      failed(error)
    }
  }

  async close(): Promise<void> {
    await this.#running?.terminate()
  }
}
