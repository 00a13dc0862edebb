import { Worker } from 'node:worker_threads'
import { END_MAX_MS, endThread } from '../../stdx/end-thread.ts'

/** Threads that do one thing each and end. */
export class ShortThreads {
  readonly #running = new Map<Worker, string>()

  isRunning(name: string): boolean {
    return this.#running.values().some((other) => other === name)
  }

  /** Resolves when the thread has ended. Rejects if it fails or cannot be started. */
  async run<Message>(
    { name, file, workerData }: { readonly name: string; readonly file: URL; readonly workerData: unknown },
    receive: (message: Message) => void,
  ): Promise<void> {
    const thread = new Worker(file, { name, workerData })
    this.#running.set(thread, name)
    thread.on('message', receive)
    thread.once('exit', () => this.#running.delete(thread))
    await new Promise<void>((resolve, reject) => thread.once('exit', () => resolve()).once('error', reject))
  }

  /** Ends them without waiting for their results. */
  async close(warn: (text: string) => void, maxMs = END_MAX_MS): Promise<void> {
    const running = [...this.#running]
    await Promise.all(running.map(([thread, name]) => endThread(thread, { name: `the thread '${name}'`, warn, maxMs })))
  }
}
