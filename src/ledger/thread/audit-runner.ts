import { Worker } from 'node:worker_threads'
import type { BooksPlace } from '../open-books.ts'
import type { AuditOrder, AuditOutcome, AuditThreadData } from './audit-thread.ts'

/** Runs each audit of the books in its own thread. */
export class AuditRunner {
  readonly #location: BooksPlace
  readonly #threads = new Set<Worker>()
  #isDueRunning = false

  constructor({ data, databaseUrl }: BooksPlace) {
    this.#location = { data, databaseUrl }
  }

  async run(order: AuditOrder): Promise<AuditOutcome> {
    if (order.kind === 'at_once') return await this.#run(order)
    if (this.#isDueRunning) return { outcome: 'left_to_other' }
    this.#isDueRunning = true
    try {
      return await this.#run(order)
    } finally {
      this.#isDueRunning = false
    }
  }

  #run(order: AuditOrder): Promise<AuditOutcome> {
    const workerData: AuditThreadData = { ...this.#location, order }
    return new Promise((resolve) => {
      const notRun = (error: unknown): void => {
        resolve({ outcome: 'not_run', message: error instanceof Error ? error.message : String(error) })
      }
      try {
        const thread = new Worker(new URL('./audit-thread.ts', import.meta.url), { name: 'audit', workerData })
        this.#threads.add(thread)
        thread.once('message', resolve)
        thread.once('error', notRun)
        thread.once('exit', () => {
          this.#threads.delete(thread)
          notRun(new Error('the audit ended without a report'))
        })
      } catch (error) {
        notRun(error)
      }
    })
  }

  /** Ends running audits without waiting for their results. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.terminate()))
  }
}
