/**
 * The word of a table entry has 53 bits, so that a number holds it exactly: the value (44 bits: units, or a time of up
 * to four years in ticks), the generation (7 bits: changes with each subject of the entry) and the state (2 bits).
 */
export type EntryState = 'free' | 'tentative' | 'confirmed'

const STATES: readonly EntryState[] = ['free', 'tentative', 'confirmed']

export const VALUE_MAX = 2 ** 44 - 1
const GENERATIONS = 2 ** 7
const VALUE_STEP = 4 * GENERATIONS

export function readState(word: number): EntryState {
  return STATES[word % 4]!
}

export function readValue(word: number): number {
  return Math.floor(word / VALUE_STEP)
}

/** Begins the next generation. */
export function claimWord(word: number, value: number): number {
  return packWord(value, (generationOf(word) + 1) % GENERATIONS, 1)
}

export function confirmWord(word: number, value: number): number {
  return packWord(value, generationOf(word), 2)
}

export function freeWord(word: number): number {
  return packWord(readValue(word), generationOf(word), 0)
}

function generationOf(word: number): number {
  return Math.floor(word / 4) % GENERATIONS
}

function packWord(value: number, generation: number, state: number): number {
  return value * VALUE_STEP + generation * 4 + state
}
