import { writeSync } from 'node:fs'
import { monotonicClock } from '../../src/stdx/monotonic-clock.ts'

/**
 * The reports of a charging process to its parent, as lines through a pipe:
 *
 *     s <counter> <account> <units> <ms>       sends this charge next
 *     d <counter> <account> <units> <period>   was charged, and would be answered with success now
 *     f <counter>                              failed, and would be answered with an error now
 *     u <counter>                              has an unknown outcome, and would not be answered
 *     r <reason> <units> <account> <ms>        a charge was refused, or was known to be
 *     o                                        the ledger is open
 *     a <question> <json>                      the answer to a question of the parent
 *
 * Like the responses of a server they are written by a system call that returns when the kernel has the bytes. So a
 * written line survives the death of the process.
 */
export interface Reports {
  write(line: string): void
  /** Reports that a debit is about to be sent, and only then sends it. */
  before(line: string, send: () => void): void
}

/** One system call per turn of the event loop. The pipe belongs to this thread alone. */
export function reportsTo(pipe: number): Reports {
  let lines: string[] = []
  let sends: (() => void)[] = []
  const flush = (): void => {
    const bytes = Buffer.from(`${lines.join('\n')}\n`)
    const due = sends
    lines = []
    sends = []
    for (let at = 0; at < bytes.length; ) at += writeSync(pipe, bytes, at)
    for (const send of due) send()
  }
  const write = (line: string): void => {
    if (lines.push(line) === 1) setImmediate(flush)
  }
  return {
    write,
    before(line, send) {
      write(line)
      sends.push(send)
    },
  }
}

/** The same clock for all processes of the machine. */
export function nowMs(): string {
  return monotonicClock.monotonicMs().toFixed(1)
}
