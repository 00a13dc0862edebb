import { Worker } from 'node:worker_threads'
import type { BooksPlace } from '../open-books.ts'
import type { AuditOrder, AuditOutcome, AuditThreadData, FromAuditThread } from './audit-thread.ts'

type MonthNews = Exclude<FromAuditThread, { readonly kind: 'end' }>

/** Runs each audit of the books in its own thread. */
export class AuditRunner {
  readonly #location: BooksPlace
  readonly #hear: (news: MonthNews) => void
  readonly #threads = new Set<Worker>()
  #isDueRunning = false

  /** `hear` gets what a due audit says before its end. */
  constructor({ data, databaseUrl }: BooksPlace, hear: (news: MonthNews) => void = () => undefined) {
    this.#location = { data, databaseUrl }
    this.#hear = hear
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
        thread.on('message', (message: FromAuditThread) => {
          if (message.kind === 'end') resolve(message.end)
          else this.#hear(message)
        })
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
