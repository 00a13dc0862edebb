import { fc } from '../../src/stdx/testing/properties.ts'

/** One of these, each as often as its weight says. */
export function weighted<T>(...all: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]) {
  return fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}

/** What is done to a value. It does not depend on the value, so fast-check shrinks both. */
export type Change<T> = (value: T) => T

/** Taken modulo the length of what is changed. */
export const place = fc.nat({ max: 2_000 })

/** Leaves out an element, repeats one, begins with another one, or adds one of these. */
export function listChange<T>(more: readonly T[]): fc.Arbitrary<Change<readonly T[]>> {
  return fc.oneof(
    place.map((at) => (list: readonly T[]) => list.toSpliced(at % (list.length || 1), 1)),
    place.map((at) => (list: readonly T[]) => [...list, ...list.slice(at % (list.length || 1)).slice(0, 1)]),
    place.map((at) => (list: readonly T[]) => list.map((_, i) => list[(at + i) % list.length]!)),
    fc.tuple(place, fc.constantFrom(...more)).map(([at, one]) => (list: readonly T[]) => {
      return list.toSpliced(at % (list.length + 1), 0, one)
    }),
  )
}

/** Changes one element of a list. */
export function elementChange<T>(change: fc.Arbitrary<Change<T>>): fc.Arbitrary<Change<readonly T[]>> {
  return fc.tuple(place, change).map(([at, changed]) => (list: readonly T[]) => {
    return list.map((one, i) => (i === at % list.length ? changed(one) : one))
  })
}

/** Leaves out some characters, or puts one of these texts among the others. */
export function textChange(pieces: readonly string[]): fc.Arbitrary<Change<string>> {
  return fc.tuple(place, fc.nat({ max: 3 }), fc.constantFrom('', ...pieces)).map(([at, less, piece]) => (text) => {
    const from = at % (text.length + 1)
    return `${text.slice(0, from)}${piece}${text.slice(from + (piece === '' ? less + 1 : 0))}`
  })
}

/** One to so many changes, one after the other. */
export function several<T>(change: fc.Arbitrary<Change<T>>, most: number): fc.Arbitrary<Change<T>> {
  return fc.array(change, { minLength: 1, maxLength: most }).map((all) => (value) => {
    return all.reduce((changed, one) => one(changed), value)
  })
}
