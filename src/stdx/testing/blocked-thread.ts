import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { until } from './until.ts'

export function makePipe(path: string): void {
  execFileSync('mkfifo', [path])
}

/**
 * Opens a pipe that a thread reads, which is in a system call until the returned function closes the pipe. The thread
 * must read it as `utf8`: Node then opens and reads in one call, between whose parts the thread cannot be ended.
 */
export async function holdReader(path: string): Promise<() => void> {
  const open = (): number | undefined => {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error
      return undefined
    }
  }
  const file = (await until(open, 'a reader of the pipe', (opened) => opened !== undefined))!
  return () => closeSync(file)
}

/** Tries that `end` does not wait for the thread that is held, and has the process killed at its end. */
export async function endBeside(release: () => void | Promise<void>, end: () => PromiseLike<void>): Promise<void> {
  const listeners = process.listenerCount('exit')
  try {
    await end()
    assert.equal(process.listenerCount('exit'), listeners + 1, 'the process would be killed at its end')
  } finally {
    await release()
  }
  await until(
    () => process.listenerCount('exit'),
    'the listener to be gone',
    (count) => count === listeners,
  )
}
