import type { Worker } from 'node:worker_threads'

interface ThreadToEnd {
  /** As in a sentence: `the thread that reads usage`. */
  readonly name: string
  readonly warn: (text: string) => void
  /** How long the end of the thread is waited for. */
  readonly maxMs?: number
  /** The end of a thread that was asked to end by itself. Otherwise it is terminated. */
  readonly ended?: Promise<unknown>
}

/** The longest wait for the end of a thread that does nothing that must be finished. */
export const END_MAX_MS = 2_000

/**
 * Ends a thread, or leaves it and has the process killed at its end: Node would wait there for a thread in a system
 * call, as on a volume that does not answer.
 */
export async function endThread(
  thread: Worker,
  { name, warn, maxMs = END_MAX_MS, ended = thread.terminate() }: ThreadToEnd,
): Promise<void> {
  if (await settlesWithin(ended, maxMs)) return
  warn(`${name} does not end; the process will be killed at its end`)
  thread.unref()
  killAtExit(ended)
}

/** Kills the process at its end if this has not ended by then: Node would wait there for a call that hangs. */
export function killAtExit(ended: Promise<unknown>): void {
  const kill = (): void => void process.kill(process.pid, 'SIGKILL')
  process.once('exit', kill)
  void ended.then(() => process.off('exit', kill))
}

/** Rejects if the work rejects in time. */
export async function settlesWithin(work: Promise<unknown>, maxMs: number): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), maxMs)
  return await Promise.race([work.then(() => true), late.promise]).finally(() => clearTimeout(timer))
}
