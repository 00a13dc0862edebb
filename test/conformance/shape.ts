import assert from 'node:assert/strict'
import type { Scene } from './scene.ts'
import type { Sentence } from './sentence.ts'

/**
 * What a value may be, written down here once more and not taken from the schemas that the service works with: a schema
 * may be wrong.
 */
export interface Kind {
  readonly words: string
  readonly is: (value: unknown) => boolean
}

export const text: Kind = { words: 'a text', is: (value) => typeof value === 'string' }
export const url: Kind = { words: 'a URI', is: (value) => typeof value === 'string' && URL.canParse(value) }
export const count: Kind = {
  words: 'a whole number, 0 or more',
  is: (value) => Number.isSafeInteger(value) && 0 <= (value as number),
}
export const texts: Kind = {
  words: 'a list of texts',
  is: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
}
export const object: Kind = {
  words: 'an object',
  is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}
export const list: Kind = { words: 'a list', is: Array.isArray }

export function oneOf(...values: readonly (string | number)[]): Kind {
  return { words: values.join(' or '), is: (value) => values.includes(value as string) }
}

export function pattern(words: string, expression: RegExp): Kind {
  return { words, is: (value) => typeof value === 'string' && expression.test(value) }
}

export const hex32 = pattern('32 small hexadecimal digits', /^[0-9a-f]{32}$/)
export const hex64 = pattern('64 small hexadecimal digits', /^[0-9a-f]{64}$/)

export function between(least: number, most: number): Kind {
  const is = (value: unknown) => typeof value === 'number' && least <= value && value <= most
  return { words: `a number from ${least} to ${most}`, is }
}

export function orNull({ words, is }: Kind): Kind {
  return { words: `${words} or null`, is: (value) => value === null || is(value) }
}

export type Found = (scene: Scene) => Promise<readonly Readonly<Record<string, unknown>>[]>

/**
 * Each field of a resource is a sentence, and that it has no other. All of them are there in every answer: also those
 * that the contract allows to be left out.
 */
export function fieldsOf(what: string, found: Found, fields: Readonly<Record<string, Kind>>): Sentence[] {
  const each = Object.entries(fields).map(
    ([name, { words, is }]): Sentence => [
      `the ${name} of ${what} is ${words}`,
      async (scene) => {
        const all = await found(scene)
        assert(0 < all.length, `there is ${what} to look at`)
        for (const one of all) assert(name in one && is(one[name]), `${name} of ${JSON.stringify(one)}`)
      },
    ],
  )
  return [
    ...each,
    [
      `${what} has no other field`,
      async (scene) => {
        for (const one of await found(scene))
          assert.deepEqual(Object.keys(one).toSorted(), Object.keys(fields).toSorted())
      },
    ],
  ]
}
