import assert from 'node:assert/strict'
import type { Scene } from './scene.ts'
import type { Sentences } from './sentence.ts'

/*
 * What a value may be, written down here once more and not taken from the schemas that the service works with: a schema
 * may be wrong.
 */

interface Kind {
  readonly words: string
  readonly is: (value: unknown) => boolean
}

export type Thing = Readonly<Record<string, unknown>>
export type Found = (scene: Scene) => Promise<readonly Thing[]>

const SCOPES = ['addresses:suggest', 'companies:suggest', 'companies:read']

const isTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string')
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const matches = (form: RegExp) => (value: unknown) => typeof value === 'string' && form.test(value)

const KINDS: Readonly<Record<string, Kind>> = {
  text: { words: 'a text', is: (value) => typeof value === 'string' },
  url: { words: 'a URI', is: (value) => typeof value === 'string' && URL.canParse(value) },
  count: { words: 'a whole number, 0 or more', is: (value) => Number.isSafeInteger(value) && 0 <= (value as number) },
  texts: { words: 'a list of texts', is: isTexts },
  scopes: { words: 'a list of scopes for browsers', is: (all) => isTexts(all) && isSubset(all as string[], SCOPES) },
  object: { words: 'an object', is: isObject },
  list: { words: 'a list', is: Array.isArray },
  one: { words: 'a list of exactly one', is: (value) => Array.isArray(value) && value.length === 1 },
  two: { words: 'a list of two', is: (value) => Array.isArray(value) && value.length === 2 },
  hex32: { words: '32 small hexadecimal digits', is: matches(/^[0-9a-f]{32}$/) },
  hex64: { words: '64 small hexadecimal digits', is: matches(/^[0-9a-f]{64}$/) },
  ico: { words: 'eight digits', is: matches(/^[0-9]{8}$/) },
  day: { words: 'a day', is: matches(/^\d{4}-\d\d-\d\d$/) },
  month: { words: 'a year and a month', is: matches(/^[0-9]{4}-(0[1-9]|1[0-2])$/) },
  time: { words: 'a time', is: matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/) },
  token: { words: 'rgb_ and 64 hexadecimal digits', is: matches(/^rgb_[a-f0-9]{64}$/) },
}

/** `text`, `text?` for a text or null, `-90..90` for a number, `sk|cz` for one of these. */
function kindOf(notation: string): Kind {
  if (notation.endsWith('?')) {
    const { words, is } = kindOf(notation.slice(0, -1))
    return { words: `${words} or null`, is: (value) => value === null || is(value) }
  }
  const [, least, most] = /^(-?\d+)\.\.(\d+)$/.exec(notation) ?? []
  if (least !== undefined) {
    const is = (value: unknown) => typeof value === 'number' && Number(least) <= value && value <= Number(most)
    return { words: `a number from ${least} to ${most}`, is }
  }
  const values = notation.split('|').map((value) => (/^\d+$/.test(value) ? Number(value) : value))
  return KINDS[notation] ?? { words: values.join(' or '), is: (value) => values.includes(value as string) }
}

function isSubset(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one))
}

/**
 * Each field of a resource is a sentence, and that it has no other: `id hex32, country sk|cz, ico text?`. All of them
 * are there in every answer: also those that the contract allows to be left out.
 */
export function fieldsOf(what: string, found: Found, notation: string): Sentences {
  const fields = notation.split(',').map((field) => field.trim().split(/\s+/) as [name: string, kind: string])
  const sentences = fields.map(([name, kind]) => {
    const { words, is } = kindOf(kind)
    const proof = async (scene: Scene) => {
      const all = await found(scene)
      assert(0 < all.length, `there is ${what} to look at`)
      for (const one of all) assert(name in one && is(one[name]), `${name} of ${JSON.stringify(one)}`)
    }
    return [`the ${name} of ${what} is ${words}`, proof] as const
  })
  return {
    ...Object.fromEntries(sentences),
    async [`${what} has no other field`](scene) {
      const names = fields.map(([name]) => name).toSorted()
      for (const one of await found(scene)) assert.deepEqual(Object.keys(one).toSorted(), names)
    },
  }
}
