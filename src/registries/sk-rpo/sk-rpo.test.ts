import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { writeTestFiles } from '../../stdx/testing/write-test-files.ts'
import type { ImportSet, SourceFile } from '../registry.ts'
import { type Recording, recordingSink } from '../testing/recording-sink.ts'
import { EVERY_FIELD, SLOVNAFT } from '../testing/sk-rpo.ts'
import { skRpo } from './sk-rpo.ts'

/** Files with nothing but the beginning of an export in them, also two of one name. */
function given(...names: string[]): SourceFile[] {
  const content = gzipSync('{"exportDate":')
  const files = writeTestFiles(Object.fromEntries(names.map((name) => [name, content])))
  const paths = new Map(files.map((path) => [basename(path), path]))
  return names.map((name) => ({ path: paths.get(name)!, name, bytes: 1, fetchedAt: '2026-07-10T00:00:00.000Z' }))
}

function init(part: number, day = '2026-06-06'): string {
  return `init_${day}_${String(part).padStart(3, '0')}.json.gz`
}

const DAILY = 'actual_2026-07-09.json.gz'

describe('arrange', () => {
  const short = ({ coverage, complete, observedOn, scope, files }: ImportSet) => ({
    set: `${coverage} ${observedOn} ${complete ? 'complete' : 'partial'}${scope}`,
    files: files.map((file) => file.name),
  })

  test('makes one set of an init and one of each daily, by date, whatever the order of the files', async () => {
    const files = given(
      'actual_2026-06-08.json.gz',
      init(2),
      'init_2026-06-06_list.txt',
      'actual_2026-06-07.json.gz',
      init(1),
    )
    assert.deepEqual((await skRpo.arrange(files, {})).map(short), [
      { set: 'full 2026-06-06 partial', files: [init(1), init(2)] },
      { set: 'changes 2026-06-07 complete', files: ['actual_2026-06-07.json.gz'] },
      { set: 'changes 2026-06-08 complete', files: ['actual_2026-06-08.json.gz'] },
    ])
  })

  test('calls an init complete only if the number of its parts is known and none is missing', async () => {
    const sets = await skRpo.arrange(given(init(1), init(2)), { parts: 2 })
    assert.deepEqual(sets.map(short), [{ set: 'full 2026-06-06 complete', files: [init(1), init(2)] }])
  })

  const notOurs = (name: string) =>
    `${name}: is not a file of the RPO by its name; init_YYYY-MM-DD_NNN.json.gz and actual_YYYY-MM-DD.json.gz were expected. ` +
    'Keep the names under which the register publishes its files'
  const none = (names: string) =>
    `sk-rpo needs init_YYYY-MM-DD_NNN.json.gz or actual_YYYY-MM-DD.json.gz; files given: ${names}`
  const missing = (part: number) =>
    `${init(part)}: is missing: the parts of an init are imported together. Fetch it and give it with the others`
  for (const [what, names, parts, message] of [
    ['nothing', [], undefined, none('none')],
    ['the manifest alone', ['init_2026-06-06_list.txt'], undefined, none('init_2026-06-06_list.txt')],
    ['a gap', [init(1), init(3)], undefined, missing(2)],
    ['a missing first part', [init(2)], undefined, missing(1)],
    ['fewer parts than are listed', [init(1), init(2)], 4, missing(3)],
    [
      'more parts than are listed',
      [init(1), init(2)],
      1,
      `${init(2)}: is part 2, but the init of 2026-06-06 is said to have 1 parts; correct that number or leave it out`,
    ],
    [
      'parts of two inits',
      [init(1), init(2, '2026-07-04')],
      undefined,
      `${init(2, '2026-07-04')}: is of the init of 2026-07-04, but ${init(1)} is of that of 2026-06-06; import one init at a time, the newest suffices`,
    ],
    ['a file given twice', [DAILY, DAILY], undefined, `${DAILY}: is given twice; give it once`],
    ['a part 000', [init(0)], undefined, `${init(0)}: is part 000, but the parts of an init are counted from 001`],
    [
      'a day that is none',
      ['actual_2026-02-30.json.gz'],
      undefined,
      'actual_2026-02-30.json.gz: has 2026-02-30 in its name, which is not a day',
    ],
    ['an unpacked file', ['actual_2026-07-09.json'], undefined, notOurs('actual_2026-07-09.json')],
    ['a renamed file', ['init_2026-06-06_001 (1).json.gz'], undefined, notOurs('init_2026-06-06_001 (1).json.gz')],
    ['a file of RES', [init(1), 'res_data.csv'], undefined, notOurs('res_data.csv')],
    [
      'a file of the addresses',
      ['address_by_nuts3_SK010.geojson'],
      undefined,
      notOurs('address_by_nuts3_SK010.geojson'),
    ],
  ] as const) {
    test(`refuses ${what}`, async () => {
      const options = parts === undefined ? {} : { parts }
      await assert.rejects(skRpo.arrange(given(...names), options), { name: 'InputError', message })
    })
  }
})

async function read(files: Record<string, string | Uint8Array>, recording = recordingSink()): Promise<Recording> {
  const paths = writeTestFiles(files)
  const named = given(...Object.keys(files)).map((file, i) => ({ ...file, path: paths[i]! }))
  for (const set of await skRpo.arrange(named, {})) await skRpo.read(set, recording.sink)
  return recording
}

function daily(...records: string[]): Buffer {
  return gzipSync(`{ "exportDate": "2026-07-09", "results": [\n${records.join(',\n')}\n]}\n`)
}

describe('read', () => {
  test('reads the records of all parts of an init', async () => {
    const part = (record: string) =>
      gzipSync(`{"exportDate":"2026-06-06","version":[1,{"a":"}"}],"results":[${record}]}`)
    const { records, rejects } = await read({ [init(1)]: part(SLOVNAFT), [init(2)]: part(EVERY_FIELD) })
    assert.deepEqual(
      [...records].map(([key, record]) => [key, 'name' in record && record.name]),
      [
        [1003617, 'SLOVNAFT, a.s.'],
        [777001, 'Vymyslené mosty, s.r.o. v likvidácii'],
      ],
    )
    assert.deepEqual(rejects, [])
  })

  test('accepts an empty daily', async () => {
    assert.equal((await read({ [DAILY]: daily() })).records.size, 0)
  })

  test('checks once for each record, by its bytes, whether it is known, and does not parse a known one', async () => {
    const known = '{"id":7, this was known when it was still right}'
    const recording = recordingSink(new Set([known]))
    await read(
      { [DAILY]: daily(known, '{"id":8,"identifiers":[{"value":"5"}],"fullNames":[{"value":"A"}]}') },
      recording,
    )
    assert.deepEqual(recording.rows, [known, '{"id":8,"identifiers":[{"value":"5"}],"fullNames":[{"value":"A"}]}'])
    assert.deepEqual([...recording.records.keys()], [8])
    assert.deepEqual(recording.rejects, [])
  })

  test('rejects single records with their place and without their content', async () => {
    const { records, rejects } = await read({
      [DAILY]: daily(
        '{"id":1,"identifiers":[{"value":"5"}],"fullNames":[{"value":"A"}]}',
        '{"id":2,"identifiers":[{"value":"5"}],\n"stakeholders":[{"personName":{"formatedName":"Vymyslená Osoba"}}]}',
        '{"id":3,"fullNames":[{"value":"Vymyslená Osoba"]}}',
        '{"fullNames":[{"value":"Vymyslená Osoba"}]}',
      ),
    })
    assert.deepEqual([...records.keys()], [1])
    assert.deepEqual(rejects, [
      { file: DAILY, line: 3, record: 2, key: '2', field: 'fullNames', reason: 'is missing' },
      { file: DAILY, line: 5, record: 3, key: null, field: 'record', reason: 'is not valid JSON' },
      { file: DAILY, line: 6, record: 4, key: null, field: 'id', reason: 'is not a whole number above zero' },
    ])
  })

  test('skips and counts records that are no companies, and reports that they are gone', async () => {
    const status = (code: string) => `"legalStatuses":[{"value":{"code":"${code}"},"validFrom":"2020-01-01"}]`
    const { records, skipped, gone, rejects } = await read({
      [DAILY]: daily(
        `{"id":1,"identifiers":[{"value":"5"}],"fullNames":[{"value":"A"}],${status('19')}}`,
        `{"id":2,"identifiers":[{"value":"5"}],"fullNames":[{"value":"A"}],${status('18')}}`,
        '{"id":3,"identifiers":[{"value":""}],"fullNames":[{"value":"A"}],"establishment":"1800-01-01"}',
        '{"id":5,"fullNames":[{"value":"A"}],"sourceRegister":{"registrationNumbers":[{"value":"Sro/1/B"}]}}',
        '{"id":4,"fullNames":[{"value":"A"}],"sourceRegister":{"value":{"value":"Obchodný register","code":"1"}}}',
      ),
    })
    assert.deepEqual([[...records.keys()], gone, rejects], [[2, 5, 4], [1, 3], []])
    assert.deepEqual(
      [...skipped],
      [
        ['entered by mistake (legal status 19)', 1],
        ['a helper entry: neither an ICO nor a register', 1],
      ],
    )
  })

  test('counts the values that a record loses', async () => {
    const { records, missing } = await read({
      [DAILY]: daily(
        '{"id":1,"fullNames":[{"value":"A"}],"identifiers":[{"value":"bez"}],"establishment":"2026-13-01"}',
      ),
    })
    assert.equal(records.size, 1)
    assert.deepEqual(
      [...missing],
      [
        ['ico is not a number of eight digits', 1],
        ['establishment is not a day', 1],
      ],
    )
  })
})

describe('a file that cannot be used is one error', () => {
  const good = daily(SLOVNAFT)
  for (const [what, content, message] of [
    ['cut off', good.subarray(0, -20), `${DAILY}: the gzip file is cut off; fetch it again`],
    ['empty', Buffer.alloc(0), `${DAILY}: the file is empty; fetch it again`],
    [
      'not packed',
      Buffer.from('{"exportDate":"2026-07-09"}'),
      `${DAILY}: is not packed; gzip is expected, as the register publishes it. Fetch it again and do not unpack it`,
    ],
    [
      'packed with something behind it',
      Buffer.concat([good, Buffer.from('tail')]),
      `${DAILY}: other data follows the gzip data; the file is damaged, fetch it again`,
    ],
    [
      'cut off before it was packed',
      gzipSync(`{"exportDate":"2026-07-09","results":[\n${SLOVNAFT},\n`),
      `${DAILY}, line 7: the file ends here, after record 1: it is cut off, fetch it again`,
    ],
    [
      'of another day',
      gzipSync('{"exportDate":"2026-07-08","results":[]}'),
      `${DAILY}, column exportDate: is "2026-07-08", but the name of the file says 2026-07-09; fetch the file again and keep its name`,
    ],
    [
      'dated after its records',
      gzipSync('{"results":[],"exportDate":"2026-07-09"}'),
      `${DAILY}, column exportDate: does not stand before results: it is the file of another source, or its format changed`,
    ],
    [
      'without records',
      gzipSync('{"exportDate":"2026-07-09"}'),
      `${DAILY}: has no array "results": it is the file of another source, or its format changed`,
    ],
    [
      'GeoJSON',
      gzipSync('{"type":"FeatureCollection","features":[{}]}'),
      `${DAILY}: is GeoJSON of RAGEO. Import it with \`regista import sk-addresses\``,
    ],
    [
      'a CSV',
      gzipSync('ICO;FIRMA\n1;A\n'),
      `${DAILY}, line 1: found "I", but a { was expected: the file has another format`,
    ],
    [
      'in another encoding',
      gzipSync(
        Buffer.from('{"exportDate":"2026-07-09","results":[\n{"id":1,"fullNames":[{"value":"\x8eiar"}]}]}', 'latin1'),
      ),
      `${DAILY}, line 2: is not valid utf-8; the file has another encoding or is damaged`,
    ],
    [
      'broken between two records',
      gzipSync('{"exportDate":"2026-07-09","results":[{"id":1}\n{"id":2}]}'),
      `${DAILY}, line 2: found "{" after record 1, but a comma or ] was expected`,
    ],
  ] as const) {
    test(`when it is ${what}`, async () => {
      await assert.rejects(read({ [DAILY]: content }), { name: 'InputError', message })
    })
  }
})
