import { Worker } from 'node:worker_threads'
import type { AllRows } from '../access/view/view.ts'
import { END_MAX_MS, endThread } from '../stdx/end-thread.ts'
import { DatabaseError } from '../storage/storage.ts'
import type { LoadedRows, RowsToLoad } from './access-loader.ts'

/** A million accounts take ten seconds. */
const LOAD_MAX_MS = 60_000

export interface AccessLoaderOptions extends Omit<RowsToLoad, 'haste'> {
  readonly warn: (text: string) => void
  /** How long the end of a thread is waited for. */
  readonly endMs?: number
}

/** Reads all accounts, projects and keys in threads of their own, which then end: their memory is freed. */
export class AccessLoader implements AsyncDisposable {
  readonly #options: AccessLoaderOptions
  readonly #running = new Set<Worker>()

  constructor(options: AccessLoaderOptions) {
    this.#options = options
  }

  /** Throws DatabaseError. */
  async load(haste: RowsToLoad['haste']): Promise<AllRows> {
    const { data, databaseUrl } = this.#options
    const worker = new Worker(new URL('./access-loader.ts', import.meta.url), {
      name: 'accounts',
      workerData: { data, databaseUrl, haste } satisfies RowsToLoad,
    })
    this.#running.add(worker)
    const { promise, resolve } = Promise.withResolvers<LoadedRows>()
    const fail = (problem: string): void => resolve({ outcome: 'failed', problem })
    const late = setTimeout(() => fail('all accounts are not read in time'), LOAD_MAX_MS)
    worker.once('message', resolve)
    worker.once('error', (error) => fail(String(error)))
    worker.once('exit', () => fail('the thread that reads all accounts ended without a result'))
    const loaded = await promise
    clearTimeout(late)
    await this.#end(worker)
    if (loaded.outcome === 'failed') throw new DatabaseError(loaded.problem, { outcome: 'not_done', reason: 'lost' })
    return loaded.all
  }

  async #end(worker: Worker): Promise<void> {
    if (!this.#running.delete(worker)) return
    const { warn, endMs = END_MAX_MS } = this.#options
    await endThread(worker, { name: 'the thread that reads all accounts', warn, maxMs: endMs })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running].map((worker) => this.#end(worker)))
  }
}
