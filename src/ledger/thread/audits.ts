import { Worker } from 'node:worker_threads'
import { InputError } from '../../stdx/input-error.ts'
import { DatabaseError } from '../../storage/storage.ts'
import type { AuditReport } from '../books/audit-report.ts'
import type { AuditOrder, AuditThreadData, FromAuditThread } from './audit-thread.ts'
import type { NodePlace } from './place.ts'

export type AuditEnd =
  | { readonly outcome: 'audited'; readonly report: AuditReport; readonly unstored?: string }
  /** One runs already, in this process or in another node. */
  | { readonly outcome: 'left_to_other' }
  /** Books that were open cannot be read any more: they are damaged. */
  | { readonly outcome: 'unreadable'; readonly error: Error }
  /** It could not be run, which says nothing of the books. */
  | { readonly outcome: 'not_run'; readonly error: Error }

/** Audits the books in a thread for each audit. */
export class Audits {
  readonly #place: NodePlace
  readonly #threads = new Set<Worker>()
  #isDueRunning = false

  constructor({ data, databaseUrl }: NodePlace) {
    this.#place = { data, databaseUrl }
  }

  async run(order: AuditOrder): Promise<AuditEnd> {
    if (order.kind === 'at_once') return await this.#run(order)
    if (this.#isDueRunning) return { outcome: 'left_to_other' }
    this.#isDueRunning = true
    try {
      return await this.#run(order)
    } finally {
      this.#isDueRunning = false
    }
  }

  #run(order: AuditOrder): Promise<AuditEnd> {
    const workerData: AuditThreadData = { ...this.#place, order }
    return new Promise((resolve) => {
      const notRun = (error: unknown): void => {
        resolve({ outcome: 'not_run', error: error instanceof Error ? error : new Error(String(error)) })
      }
      try {
        const thread = new Worker(new URL('./audit-thread.ts', import.meta.url), { workerData })
        this.#threads.add(thread)
        thread.once('message', (message: FromAuditThread) => resolve(this.#endOf(message)))
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

  /** Ends those that run: their ends are not waited for. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.terminate()))
  }

  #endOf(message: FromAuditThread): AuditEnd {
    if (!('message' in message)) return message
    const { outcome, message: text, fault } = message
    const error = fault ? new DatabaseError(text, { outcome: 'not_done', reason: fault }) : new InputError(text)
    return { outcome, error }
  }
}
