import { writeSync } from 'node:fs'
import { monotonicClock } from '../../src/stdx/monotonic-clock.ts'

/**
 * What a seller tells its parent, as lines through a pipe:
 *
 *     s <counter> <account> <units> <ms>       is about to send this charge
 *     d <counter> <account> <units> <period>   it was charged, and its client would be told so now
 *     f <counter>                              it failed, and its client would be told so now
 *     u <counter>                              nothing is known of it, and its client would be told nothing
 *     r <reason> <units> <account> <ms>        a charge was refused, or known to be
 *     o                                        the ledger is open
 *     a <question> <json>                      the answer to a question of the parent
 *
 * They are written as a server writes its answers: by a system call that returns when the kernel has the bytes, so what
 * was written survives the death of the process, and what was not was never said.
 */
export interface Reports {
  say(line: string): void
  /** Says that a debit is about to be sent, and only then sends it. */
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
  const say = (line: string): void => {
    if (lines.push(line) === 1) setImmediate(flush)
  }
  return {
    say,
    before(line, send) {
      say(line)
      sends.push(send)
    },
  }
}

/** All processes of a machine agree on it. */
export function nowMs(): string {
  return monotonicClock.monotonicMs().toFixed(1)
}
