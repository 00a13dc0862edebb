/**
 * The word of an entry: a time in ticks (44 bits, four years), a generation that is different for each subject the entry is given to (7 bits), and its state (2 bits). 53 bits are what a
 * number of JavaScript holds exactly.
 */
export type EntryState = 'free' | 'tentative' | 'confirmed'

const STATES: readonly EntryState[] = ['free', 'tentative', 'confirmed']

export const TAT_MAX = 2 ** 44 - 1
const GENERATIONS = 2 ** 7
const TIME_STEP = 4 * GENERATIONS

export function stateOf(word: number): EntryState {
  return STATES[word % 4]!
}

/** The "theoretical arrival time": when the subject will have paid for all it took. */
export function tatOf(word: number): number {
  return Math.floor(word / TIME_STEP)
}

/** The next generation. */
export function tentative(word: number, tat: number): number {
  return wordOf(tat, (generationOf(word) + 1) % GENERATIONS, 1)
}

/** The same generation. */
export function confirmed(word: number, tat: number): number {
  return wordOf(tat, generationOf(word), 2)
}

export function freed(word: number): number {
  return wordOf(tatOf(word), generationOf(word), 0)
}

function generationOf(word: number): number {
  return Math.floor(word / 4) % GENERATIONS
}

function wordOf(tat: number, generation: number, state: number): number {
  return tat * TIME_STEP + generation * 4 + state
}
