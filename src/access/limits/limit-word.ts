/**
 * The word of an entry: a value (44 bits: a number of units, or a time of up to four years in ticks), a generation that is different for each subject the entry is given to (7 bits), and its state (2 bits). 53 bits are what a
 * number of JavaScript holds exactly.
 */
export type EntryState = 'free' | 'tentative' | 'confirmed'

const STATES: readonly EntryState[] = ['free', 'tentative', 'confirmed']

export const VALUE_MAX = 2 ** 44 - 1
const GENERATIONS = 2 ** 7
const VALUE_STEP = 4 * GENERATIONS

export function stateOf(word: number): EntryState {
  return STATES[word % 4]!
}

export function valueIn(word: number): number {
  return Math.floor(word / VALUE_STEP)
}

/** The next generation. */
export function tentative(word: number, value: number): number {
  return wordOf(value, (generationOf(word) + 1) % GENERATIONS, 1)
}

/** The same generation. */
export function confirmed(word: number, value: number): number {
  return wordOf(value, generationOf(word), 2)
}

export function freed(word: number): number {
  return wordOf(valueIn(word), generationOf(word), 0)
}

function generationOf(word: number): number {
  return Math.floor(word / 4) % GENERATIONS
}

function wordOf(value: number, generation: number, state: number): number {
  return value * VALUE_STEP + generation * 4 + state
}
