import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvRows, fileOf, gunzipText, type Row, testSample, untar } from './testing/test-files.ts'

// biome-ignore lint/suspicious/noExplicitAny: what the register writes has no type before a reader gives it one
type RpoRecord = any

const NATURAL = new Set(['101', '105', '107', '424'])

type Share = readonly [what: string, found: number, expected: number]

/** Of all of these those that fit. */
function share<T>(what: string, all: readonly T[], fits: (one: T) => boolean, expected: number): Share {
  return [what, all.filter(fits).length / all.length, expected]
}

await using sample = await testSample({ scale: 'small', seed: 1 })
const parts = [await fileOf(sample, /^init.*001/), await fileOf(sample, /^init.*002/)]
const rpo: readonly RpoRecord[] = parts.flatMap((part) => JSON.parse(gunzipText(part)).results)
const res = csvRows((await fileOf(sample, /^res_data/)).toString('utf8'), ',')
const vr = [...untar(Buffer.from(gunzipText(await fileOf(sample, /vreo/))))].filter(([name]) => name.endsWith('.xml'))

const seatsOf = (fits: (code: string | undefined) => boolean): RpoRecord[] => {
  const seats = rpo
    .filter((record) => fits(record.sourceRegister?.value.code))
    .flatMap((record) => record.addresses ?? [])
  return seats.filter(({ municipality }) => municipality !== undefined)
}
const codesOf = ({ legalStatuses = [] }: RpoRecord): string[] => legalStatuses.map(({ value }: RpoRecord) => value.code)
const companies = seatsOf((code) => code === '1')
const traders = seatsOf((code) => code === '2')
const others = seatsOf((code) => code !== undefined && code !== '1' && code !== '2')
const isLegal = ({ FORMA, FIRMA }: Row) => FIRMA !== '' && !NATURAL.has(FORMA!)
const living = res.filter(({ DDATZAN }) => DDATZAN === '')
const ended = res.filter((row) => row.DDATZAN !== '' && isLegal(row))
const places = vr
  .flatMap(([, xml]) => /<are:Sidlo>.*?<\/are:Sidlo>/s.exec(xml) ?? [])
  .filter((seat) => /<are:obec>/.test(seat))
const joined = places.filter((seat) => /ruianKod/.test(seat) && !/cisloEv/.test(seat))
const ofCottages = places.filter((seat) => /ruianKod/.test(seat) && /cisloEv|č\.ev\./.test(seat))

const withNumber = rpo.filter((record) => record.termination === undefined && record.identifiers !== undefined)
const livingNumbers = [...Map.groupBy(withNumber, (record) => record.identifiers.at(-1).value).values()]

const SHARES: readonly Share[] = [
  share(
    'seats of Slovak companies with both numbers in one',
    companies,
    (a) => /^\d+\/\d/.test(a.buildingNumber),
    4 / 13,
  ),
  share('seats of Slovak companies without the code', companies, (a) => a.municipality.code === undefined, 0.5),
  share('seats of traders with the key of their point', traders, (a) => a.buildingIndex !== undefined, 0.75),
  share('other seats without a registration number', others, (a) => a.regNumber === 0, 0.4),
  share('other seats with the key of their point', others, (a) => a.buildingIndex !== undefined, 0.45),
  share('other seats without the code', others, (a) => a.municipality.code === undefined, 0.2),
  share('records in a proceeding', rpo, (record) => codesOf(record).some((code) => '3' <= code && code <= '8'), 0.01),
  share('living Slovak numbers with several records', livingNumbers, (records) => 1 < records.length, 0.01),
  share('living Czech subjects in Praha', living, ({ OKRESLAU }) => OKRESLAU === 'CZ0100', 0.241),
  share('living Czech subjects without a key', living, ({ KODADM }) => KODADM === '', 0.009),
  share('living persons in law with a text', living.filter(isLegal), ({ TEXTADR }) => TEXTADR !== '', 25_889 / 880_040),
  share('ended persons in law with a text', ended, ({ TEXTADR }) => TEXTADR !== '', 6_914 / 84_398),
  share('seats of the public registers with a number as text', joined, (seat) => /<are:cisloTxt>\d/.test(seat), 7 / 47),
  share('seats of the public registers without psc', places, (seat) => !seat.includes('<are:psc>'), 2 / 47),
  share('seats of the public registers without castObce', places, (seat) => !seat.includes('<are:castObce>'), 7 / 47),
  share('evidence numbers in cisloEv', ofCottages, (seat) => seat.includes('<are:cisloEv>'), 0.95),
]

for (const [what, found, expected] of SHARES) {
  test(`${what} have about the share that they have in the register: ${expected.toFixed(3)}`, () => {
    assert.ok(Math.abs(found / expected - 1) < 0.1, `${found}`)
  })
}

test('all 19 legal statuses occur', () => assert.equal(new Set(rpo.flatMap(codesOf)).size, 19))
