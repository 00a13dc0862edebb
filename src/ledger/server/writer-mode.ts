import { assert } from '../../stdx/assert.ts'

/**
 * `idle`: nothing to write. `writing`: a batch is sent. `undecided`: a statement has no answer, and nothing else is
 * sealed. `isolating`: a batch was refused for a row, and the accounts are tried in halves. `probing`: the books take
 * no batch; empty ones are sent until they do. `stopped`: for good.
 */
export type WriterMode = 'idle' | 'writing' | 'undecided' | 'isolating' | 'probing' | 'stopped'

const NEXT: Readonly<Record<WriterMode, readonly WriterMode[]>> = {
  idle: ['writing', 'stopped'],
  writing: ['idle', 'undecided', 'isolating', 'probing', 'stopped'],
  undecided: ['writing', 'undecided'],
  isolating: ['writing', 'isolating', 'undecided'],
  probing: ['writing'],
  stopped: [],
}

/** Asserts that a writer may go from one mode to the other, and returns the other. */
export function enterMode(from: WriterMode, to: WriterMode): WriterMode {
  assert(NEXT[from].includes(to), `a writer that is ${from} does not become ${to}`)
  return to
}
