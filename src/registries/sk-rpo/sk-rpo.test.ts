import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { cases } from '../../stdx/testing/cases.ts'
import { writeTestFiles } from '../../stdx/testing/write-test-files.ts'
import type { SourceFile } from '../registry.ts'
import { type Files, type Refusal, readFiles, refusesFiles, setInWords } from '../testing/read-files.ts'
import type { Recording } from '../testing/recording-sink.ts'
import { recordingSink } from '../testing/recording-sink.ts'
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
  test('makes one set of an init and one of each daily, by date, whatever the order of the files', async () => {
    const dailies = ['actual_2026-06-07.json.gz', 'actual_2026-06-08.json.gz']
    const files = given(dailies[1]!, init(2), 'init_2026-06-06_list.txt', dailies[0]!, init(1))
    assert.deepEqual((await skRpo.arrange(files, {})).map(setInWords), [
      `sk-rpo, full, partial, of 2026-06-06: ${init(1)}, ${init(2)}`,
      `sk-rpo, changes, complete, of 2026-06-07: ${dailies[0]}`,
      `sk-rpo, changes, complete, of 2026-06-08: ${dailies[1]}`,
    ])
  })

  test('calls an init complete only if the number of its parts is known and none is missing', async () => {
    const sets = await skRpo.arrange(given(init(1), init(2)), { parts: 2 })
    assert.deepEqual(sets.map(setInWords), [`sk-rpo, full, complete, of 2026-06-06: ${init(1)}, ${init(2)}`])
  })

  const NEEDS = 'sk-rpo needs init_YYYY-MM-DD_NNN.json.gz or actual_YYYY-MM-DD.json.gz; files given:'
  const NOT_OURS =
    'is not a file of the RPO by its name; init_YYYY-MM-DD_NNN.json.gz and actual_YYYY-MM-DD.json.gz were expected. Keep the names under which the register publishes its files'
  const MISSING = 'is missing: the parts of an init are imported together. Fetch it and give it with the others'
  const JULY = init(2, '2026-07-04')
  for (const [what, names, parts, message] of cases<[string, string[], number | undefined, string]>`
    nothing            | ${[]}                               | ${undefined} | ${NEEDS} none
    the manifest alone | ${['init_2026-06-06_list.txt']}     | ${undefined} | ${NEEDS} init_2026-06-06_list.txt
    a gap              | ${[init(1), init(3)]}               | ${undefined} | ${init(2)}: ${MISSING}
    a missing first part | ${[init(2)]}                      | ${undefined} | ${init(1)}: ${MISSING}
    fewer parts than are listed | ${[init(1), init(2)]}      | ${4}         | ${init(3)}: ${MISSING}
    more parts than are listed  | ${[init(1), init(2)]}      | ${1}         | ${init(2)}: is part 2, but the init of 2026-06-06 is said to have 1 parts; correct that number or leave it out
    parts of two inits | ${[init(1), JULY]}                  | ${undefined} | ${JULY}: is of the init of 2026-07-04, but ${init(1)} is of that of 2026-06-06; import one init at a time, the newest suffices
    a file given twice | ${[DAILY, DAILY]}                   | ${undefined} | ${DAILY}: is given twice; give it once
    a part 000         | ${[init(0)]}                        | ${undefined} | ${init(0)}: is part 000, but the parts of an init are counted from 001
    a day that is none | ${['actual_2026-02-30.json.gz']}    | ${undefined} | actual_2026-02-30.json.gz: has 2026-02-30 in its name, which is not a day
    an unpacked file   | ${['actual_2026-07-09.json']}       | ${undefined} | actual_2026-07-09.json: ${NOT_OURS}
    a renamed file     | ${['init_2026-06-06_001 (1).json.gz']} | ${undefined} | init_2026-06-06_001 (1).json.gz: ${NOT_OURS}
    a file of RES      | ${[init(1), 'res_data.csv']}        | ${undefined} | res_data.csv: ${NOT_OURS}
    a file of the addresses | ${['address_by_nuts3_SK010.geojson']} | ${undefined} | address_by_nuts3_SK010.geojson: ${NOT_OURS}
  `) {
    test(`refuses ${what}`, async () => {
      await assert.rejects(skRpo.arrange(given(...names), { parts }), { name: 'InputError', message })
    })
  }
})

const read = (files: Files, recording?: Recording) => readFiles(skRpo, files, recording)

function daily(...records: string[]): Buffer {
  return gzipSync(`{ "exportDate": "2026-07-09", "results": [\n${records.join(',\n')}\n]}\n`)
}

describe('read', () => {
  test('reads the records of all parts of an init', async () => {
    const part = (record: string) =>
      gzipSync(`{"exportDate":"2026-06-06","version":[1,{"a":"}"}],"results":[${record}]}`)
    const { records, rejects } = await read({ [init(1)]: part(SLOVNAFT), [init(2)]: part(EVERY_FIELD) })
    const names = [...records].map(([key, record]) => `${key} ${'name' in record && record.name}`)
    assert.deepEqual(names, ['1003617 SLOVNAFT, a.s.', '777001 Vymyslené mosty, s.r.o. v likvidácii'])
    assert.deepEqual(rejects, [])
  })

  test('accepts an empty daily', async () => {
    assert.equal((await read({ [DAILY]: daily() })).records.size, 0)
  })

  test('checks once for each record, by its bytes, whether it is known, and does not parse a known one', async () => {
    const known = '{"id":7, this was known when it was still right}'
    const recording = recordingSink(new Set([known]))
    const unknown = '{"id":8,"identifiers":[{"value":"5"}],"fullNames":[{"value":"A"}]}'
    await read({ [DAILY]: daily(known, unknown) }, recording)
    assert.deepEqual(recording.rows, [known, unknown])
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
    const reasons = { 'entered by mistake (legal status 19)': 1, 'a helper entry: neither an ICO nor a register': 1 }
    assert.deepEqual(Object.fromEntries(skipped), reasons)
  })

  test('counts the values that a record loses', async () => {
    const record = '{"id":1,"fullNames":[{"value":"A"}],"identifiers":[{"value":"bez"}],"establishment":"2026-13-01"}'
    const { records, missing } = await read({ [DAILY]: daily(record) })
    assert.equal(records.size, 1)
    const losses = { 'ico is not a number of eight digits': 1, 'establishment is not a day': 1 }
    assert.deepEqual(Object.fromEntries(missing), losses)
  })
})

const good = daily(SLOVNAFT)
const OTHER = 'it is the file of another source, or its format changed'
const LATIN = Buffer.from(
  '{"exportDate":"2026-07-09","results":[\n{"id":1,"fullNames":[{"value":"\x8eiar"}]}]}',
  'latin1',
)

const REFUSED = cases<Refusal>`
  a file cut off        | ${good.subarray(0, -20)}              | ${DAILY}: the gzip file is cut off; fetch it again
  an empty file         | ${''}                                 | ${DAILY}: the file is empty; fetch it again
  a file not packed     | ${'{"exportDate":"2026-07-09"}'}      | ${DAILY}: is not packed; gzip is expected, as the register publishes it. Fetch it again and do not unpack it
  a packed file with something behind it | ${Buffer.concat([good, Buffer.from('tail')])} | ${DAILY}: other data follows the gzip data; the file is damaged, fetch it again
  a file cut off before it was packed | ${gzipSync(`{"exportDate":"2026-07-09","results":[\n${SLOVNAFT},\n`)} | ${DAILY}, line 7: the file ends here, after record 1: it is cut off, fetch it again
  a file of another day | ${gzipSync('{"exportDate":"2026-07-08","results":[]}')} | ${DAILY}, column exportDate: is "2026-07-08", but the name of the file says 2026-07-09; fetch the file again and keep its name
  a file dated after its records | ${gzipSync('{"results":[],"exportDate":"2026-07-09"}')} | ${DAILY}, column exportDate: does not stand before results: ${OTHER}
  a file without records | ${gzipSync('{"exportDate":"2026-07-09"}')} | ${DAILY}: has no array "results": ${OTHER}
  GeoJSON               | ${gzipSync('{"type":"FeatureCollection","features":[{}]}')} | ${DAILY}: is GeoJSON of RAGEO. Import it with \`regista import sk-addresses\`
  a CSV                 | ${gzipSync('ICO;FIRMA\n1;A\n')}       | ${DAILY}, line 1: found "I", but a { was expected: the file has another format
  a file in another encoding | ${gzipSync(LATIN)}               | ${DAILY}, line 2: is not valid utf-8; the file has another encoding or is damaged
  a file broken between two records | ${gzipSync('{"exportDate":"2026-07-09","results":[{"id":1}\n{"id":2}]}')} | ${DAILY}, line 2: found "{" after record 1, but a comma or ] was expected
`
refusesFiles(skRpo, DAILY, REFUSED)
