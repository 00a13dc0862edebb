import { inputErrorAt } from '../../src/stdx/input-error.ts'
import type { Suggestion } from './searcher.ts'

/** The requirement of a case for the suggestions. In a file: `A`, `A | B`, `not: A`, `all: text`, `(nothing)`. */
export type Expectation =
  /** One of these names has this rank or a better one. */
  | { readonly form: 'one'; readonly names: readonly string[] }
  /** This name is not in the list. */
  | { readonly form: 'not'; readonly name: string }
  /** There are suggestions, and all of them contain this text. */
  | { readonly form: 'all'; readonly text: string }
  | { readonly form: 'nothing' }

export function parseExpectation(text: string, at: { readonly file: string; readonly line: number }): Expectation {
  if (text.trim() === '') throw inputErrorAt({ ...at, column: 'expected' }, 'is empty: what should come?')
  if (text === '(nothing)') return { form: 'nothing' }
  if (text.startsWith('not: ')) return { form: 'not', name: text.slice('not: '.length) }
  if (text.startsWith('all: ')) return { form: 'all', text: text.slice('all: '.length) }
  return { form: 'one', names: text.split(' | ') }
}

/**
 * At which place of the list the expectation is met, from 1; 0 if it is not. What asks no place is met at the first.
 */
export function rankOf(expected: Expectation, suggestions: readonly Suggestion[]): number {
  switch (expected.form) {
    case 'one':
      return suggestions.findIndex(({ names }) => names.some((name) => expected.names.includes(name))) + 1
    case 'not':
      return suggestions.some(({ names }) => names.includes(expected.name)) ? 0 : 1
    case 'all':
      return suggestions.length !== 0 && suggestions.every(({ names }) => names[0]!.includes(expected.text)) ? 1 : 0
    case 'nothing':
      return suggestions.length === 0 ? 1 : 0
  }
}
