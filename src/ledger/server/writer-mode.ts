import { assert } from '../../stdx/assert.ts'

/** The README of the ledger says what a writer does in each mode. */
export type WriterMode = 'idle' | 'working' | 'sent' | 'undecided' | 'isolating' | 'probing' | 'stopped'

const NEXT: Readonly<Record<WriterMode, readonly WriterMode[]>> = {
  idle: ['working', 'stopped'],
  working: ['idle', 'sent', 'isolating', 'probing', 'stopped'],
  sent: ['working', 'isolating', 'undecided'],
  undecided: ['working', 'isolating', 'undecided'],
  isolating: ['working', 'sent'],
  probing: ['working'],
  stopped: [],
}

/** Asserts that a writer may go from one mode to the other, and returns the other. */
export function enterMode(from: WriterMode, to: WriterMode): WriterMode {
  assert(NEXT[from].includes(to), `a writer that is ${from} does not become ${to}`)
  return to
}
