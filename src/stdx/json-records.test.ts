import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { JSON_RECORD_BYTES_MAX, type JsonMembers, readJsonRecords } from './json-records.ts'
import { cases } from './testing/cases.ts'
import { fc } from './testing/properties.ts'

interface Read {
  readonly begun: JsonMembers | undefined
  readonly members: JsonMembers
  readonly records: { value: unknown; number: number; line: number }[]
}

async function* cut(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function read(bytes: Uint8Array, sizes: readonly number[] = [7]): Promise<Read> {
  let begun: JsonMembers | undefined
  const records: Read['records'] = []
  const members = await readJsonRecords(
    cut(bytes, sizes),
    { file: 'x.json', array: 'results' },
    {
      begin: (before) => {
        begun = new Map(before)
      },
      record: (record) => records.push({ value: JSON.parse(record.text()), number: record.number, line: record.line }),
      afterBlock: async () => {},
    },
  )
  return { begun, members, records }
}

describe('readJsonRecords', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'ž', '😀', '"', '\\', '{', '}', '[', ']', ',', ':', '\n', '/') })
  // No name has a backslash, though it may be written with one: JSON.parse of Node 26.10 reads the name `"` as `\`
  // where an object before had that name in its place, and it is what we compare with.
  const name = text.map((any) => any.replaceAll('\\', ''))
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(null, true, false, 0, -1.5e-7, 123456789),
      text,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  }))
  const members = fc.array(fc.tuple(name, value), { maxLength: 3 })
  const space = fc.constantFrom('', ' ', '\n', '\r\n\t', '\n\n')

  test('reads the same as JSON.parse, with the right lines, for any layout and chunks', async () => {
    const file = fc.record({
      before: members,
      records: fc.array(fc.dictionary(name, value, { maxKeys: 5 }), { maxLength: 6 }),
      after: members,
      space,
      indent: fc.constantFrom(0, 1, 2),
      sizes: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 10 }),
    })
    await fc.assert(
      fc.asyncProperty(file, async ({ before, records, after, space, indent, sizes }) => {
        let written = `${space}{${space}`
        const lines: number[] = []
        const member = ([name, value]: readonly [string, unknown], end: string) => {
          written += `${JSON.stringify(`-${name}`)}${space}:${space}${JSON.stringify(value, null, indent)}${space}${end}`
        }
        for (const each of before) member(each, `,${space}`)
        written += `"results"${space}:${space}[${space}`
        for (const [i, record] of records.entries()) {
          if (i !== 0) written += `${space},${space}`
          lines.push(written.split('\n').length)
          written += JSON.stringify(record, null, indent)
        }
        written += `${space}]${space}`
        for (const each of after) {
          written += ','
          member(each, '')
        }
        written += `}${space}`

        const found = await read(Buffer.from(written), sizes)
        const { results, ...others } = JSON.parse(written)
        assert.deepEqual(
          found.records,
          results.map((value: unknown, i: number) => ({ value, number: i + 1, line: lines[i] })),
        )
        assert.deepEqual(Object.fromEntries(found.members), others)
        assert.deepEqual([...found.begun!.keys()], [...new Set(before.map(([name]) => `-${name}`))])
      }),
      { numRuns: 500 },
    )
  })

  test('a record inside one chunk is not copied', async () => {
    const bytes = Buffer.from('{"results":[{"a":1},{"b":"{"}]}')
    const seen: number[] = []
    await readJsonRecords(
      cut(bytes, [1000]),
      { file: 'x.json', array: 'results' },
      {
        begin: () => {},
        record: (record) => {
          assert.equal(record.bytes.buffer, bytes.buffer)
          seen.push(record.bytes.byteOffset - bytes.byteOffset)
        },
        afterBlock: async () => {},
      },
    )
    assert.deepEqual(seen, [12, 20])
  })

  test('accepts a byte order mark and skips a long member', async () => {
    const found = await read(Buffer.from(`\ufeff{"a":1,"long":"${'x'.repeat(70_000)}","results":[]}`), [1])
    assert.deepEqual([...found.members], [['a', 1]])
    assert.deepEqual(found.records, [])
  })

  test('a record of a megabyte in small chunks is one record', async () => {
    const found = await read(Buffer.from(`{"results":[{"a":"${'\\"'.repeat(500_000)}"}]}`), [4093])
    assert.deepEqual(found.records, [{ value: { a: '"'.repeat(500_000) }, number: 1, line: 1 }])
  })

  for (const [what, content, message] of cases<[string, string | Buffer, string]>`
    an empty file                      |                                    | x.json, line 1: the file is empty; a JSON object was expected
    a CSV                              | ${'ICO;NAZOV\n'}                   | x.json, line 1: found "I", but a { was expected: the file has another format
    an array                           | [{}]                               | x.json, line 1: found "[", but a { was expected: the file has another format
    a file without the array           | {"features":[{}]}                  | x.json: has no array "results": it is the file of another source, or its format changed
    another thing in its place         | {"results":{}}                     | x.json, line 1: one array "results" was expected
    the array twice                    | ${'{"results":[],\n"results":[]}'} | x.json, line 2: one array "results" was expected
    a file cut between records         | ${'{"results":[{},\n{},'}          | x.json, line 2: the file ends here, after record 2: it is cut off, fetch it again
    a file cut inside a record         | ${'{"results":[{},\n{"a":"b'}      | x.json, line 2: the file ends here, after record 1: it is cut off, fetch it again
    a file cut before its last bracket | ${'{"results":[{}]\n'}             | x.json, line 2: the file ends here, after record 1: it is cut off, fetch it again
    text after the end                 | ${'{"results":[{}]}\n{'}           | x.json, line 2: found "{" after record 1, but the end of the file was expected
    a missing comma                    | ${'{"results":[{}\n{}]}'}          | x.json, line 2: found "{" after record 1, but a comma or ] was expected
    a comma too many                   | {"results":[{},]}                  | x.json, line 1: found "]" after record 1, but an object was expected
    a record that is no object         | {"results":[{},null]}              | x.json, line 1: found "n" after record 1, but an object was expected
    a missing colon                    | {"results" []}                     | x.json, line 1: found "[", but a colon was expected
    a name without quotes              | {results:[]}                       | x.json, line 1: found "r", but a name in quotes or } was expected
    a member that is not JSON          | ${'{"a":\ntru,"results":[]}'}      | x.json, line 2: this value is not valid JSON; the file is damaged
    another encoding                   | ${Buffer.from('{"results":[{},\n{"a":"\xe1"}]}', 'latin1')} | x.json, line 2: is not valid utf-8; the file has another encoding or is damaged
    a quote that is never closed       | ${`{"results":[{},\n{"a":"${'x'.repeat(JSON_RECORD_BYTES_MAX)}`} | x.json, line 2: the value that begins here does not end within 16777216 bytes; the file is damaged
  `) {
    test(`${what} is an error that names the line`, async () => {
      await assert.rejects(read(Buffer.from(content), [65_536]), { name: 'InputError', message })
    })
  }
})
