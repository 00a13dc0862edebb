import { Worker } from 'node:worker_threads'
import { InputError } from '../../stdx/input-error.ts'
import { DatabaseError } from '../../storage/storage.ts'
import type { AuditReport } from '../books/audit-report.ts'
import type { AuditOrder, AuditThreadData, FromAuditThread } from './audit-thread.ts'
import type { NodeLocation } from './node-location.ts'

export type AuditOutcome =
  | { readonly outcome: 'audited'; readonly report: AuditReport; readonly unstored?: string }
  /** Another audit runs already, in this process or in another node. */
  | { readonly outcome: 'left_to_other' }
  /** The books were open and cannot be read any more: they are damaged. */
  | { readonly outcome: 'unreadable'; readonly error: Error }
  /** The audit could not run, which says nothing about the books. */
  | { readonly outcome: 'not_run'; readonly error: Error }

/** Runs each audit of the books in its own thread. */
export class AuditRunner {
  readonly #location: NodeLocation
  readonly #threads = new Set<Worker>()
  #isDueRunning = false

  constructor({ data, databaseUrl }: NodeLocation) {
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
        resolve({ outcome: 'not_run', error: error instanceof Error ? error : new Error(String(error)) })
      }
      try {
        const thread = new Worker(new URL('./audit-thread.ts', import.meta.url), { name: 'audit', workerData })
        this.#threads.add(thread)
        thread.once('message', (message: FromAuditThread) => resolve(this.#toOutcome(message)))
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

  #toOutcome(message: FromAuditThread): AuditOutcome {
    if (!('message' in message)) return message
    const { outcome, message: text, fault } = message
    const error = fault ? new DatabaseError(text, { outcome: 'not_done', reason: fault }) : new InputError(text)
    return { outcome, error }
  }
}
