import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { jsonProblem } from './json-problem.ts'

const REPEATED: readonly string[] = [
  '{"a":1,"a":1}',
  '{"a":1,"b":2,"a":3}',
  '{ "a" : 1 , "a"\n:\t2 }',
  '{"a":1,"\\u0061":2}',
  '{"\\"":1,"\\"":2}',
  '{"\\\\":1,"\\\\":2}',
  '{"":1,"":2}',
  '{"__proto__":1,"__proto__":2}',
  '{"a":{"b":1,"b":2}}',
  '[{"a":1},{"a":1,"a":2}]',
  '{"a":{"b":1},"a":2}',
  '{"a":[{"c":1}],"b":{},"a":[]}',
  '{"😀":1,"\\ud83d\\ude00":2}',
]

const SOUND: readonly string[] = [
  '{}',
  '[]',
  'null',
  '"a"',
  '{"a":1}',
  '{"a":1,"A":2}',
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":2}]',
  '{"a":"a","b":"a"}',
  '{"a":["a","a"]}',
  '{"a":"\\"a\\":1,\\"a\\":2"}',
  '{"a":"{","b":"}","c":"\\\\"}',
  '{"a\\\\":1,"a":2}',
  '{"b":{"a":1},"a":2}',
  '{"\\u00e9":1,"e\\u0301":2}',
  JSON.stringify({ a: '[{'.repeat(4000) }),
  JSON.stringify({ a: '\\"'.repeat(4000) }),
  `[${'{},'.repeat(4000)}[]]`,
  nested('[', 16),
]

const DEEP: readonly string[] = [nested('[', 17), nested('[', 8000), nested('{"a":', 17), nested('{"a":', 2500)]

function nested(opening: string, depth: number): string {
  const closing = opening === '[' ? ']' : '}'
  return `${opening.repeat(depth)}${opening === '[' ? '' : 1}${closing.repeat(depth)}`
}

describe('the problem of a JSON text', () => {
  const ROWS = [
    ...REPEATED.map((json) => ['repeated_key', json] as const),
    ...SOUND.map((json) => [undefined, json] as const),
    ...DEEP.map((json) => ['too_deep', json] as const),
  ]
  for (const [problem, json] of ROWS)
    test(`${problem ?? 'none'}: ${json.slice(0, 40)} (${json.length})`, () => {
      JSON.parse(json)
      assert.equal(jsonProblem(json), problem)
    })

  test('is none in output of JSON.stringify, and a repeated key once an object has a key twice', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.string(), (value, key) => {
        assert.equal(jsonProblem(JSON.stringify(value)), undefined)
        const name = JSON.stringify(key)
        const twice = `{${name}:${JSON.stringify(value)},"x${key.length}y":[],${name} :1}`
        assert.equal(jsonProblem(twice), 'repeated_key')
      }),
    )
  })
})
