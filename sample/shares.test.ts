import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { csvRows, fileOf, gunzipText, testSample, untar } from './testing/test-files.ts'

// biome-ignore lint/suspicious/noExplicitAny: what the register writes has no type before a reader gives it one
type RpoRecord = any

const NATURAL = new Set(['101', '105', '107', '424'])

/** The share of those that fit, which may differ from the expected one by a tenth of it. */
function assertShare<T>(all: readonly T[], fits: (one: T) => boolean, expected: number): void {
  const share = all.filter(fits).length / all.length
  assert.ok(Math.abs(share / expected - 1) < 0.1, `${share} of ${all.length}, expected ${expected}`)
}

describe('shares of the small sample', async () => {
  await using sample = await testSample({ scale: 'small', seed: 1 })
  const parts = [await fileOf(sample, /^init.*001/), await fileOf(sample, /^init.*002/)]
  const rpo: readonly RpoRecord[] = parts.flatMap((part) => JSON.parse(gunzipText(part)).results)
  const res = csvRows((await fileOf(sample, /^res_data/)).toString('utf8'), ',')
  const vr = [...untar(Buffer.from(gunzipText(await fileOf(sample, /vreo/))))].filter(([name]) => name.endsWith('.xml'))

  describe('of RPO', () => {
    const seatsOf = (fits: (code: string | undefined) => boolean) =>
      rpo
        .filter((record) => fits(record.sourceRegister?.value.code))
        .flatMap((record) => record.addresses ?? [])
        .filter((address: RpoRecord) => address.municipality !== undefined)
    const companies = seatsOf((code) => code === '1')
    const traders = seatsOf((code) => code === '2')
    const others = seatsOf((code) => code !== undefined && code !== '1' && code !== '2')

    test('a third of the seats of companies have both numbers in one', () =>
      assertShare(companies, ({ buildingNumber }) => /^\d+\/\d/.test(buildingNumber ?? ''), 4 / 13))
    test('half of the seats of companies have no code of the municipality', () =>
      assertShare(companies, ({ municipality }) => municipality.code === undefined, 0.5))
    test('three of four seats of traders have the key of their point', () =>
      assertShare(traders, ({ buildingIndex }) => buildingIndex !== undefined, 0.75))
    test('other registers lie in between', () => {
      assertShare(others, ({ regNumber }) => regNumber === 0, 0.4)
      assertShare(others, ({ buildingIndex }) => buildingIndex !== undefined, 0.45)
      assertShare(others, ({ municipality }) => municipality.code === undefined, 0.2)
    })

    test('Bratislava alone has no code', () => {
      const seats = [...companies, ...traders, ...others]
      for (const { municipality } of seats) {
        if (municipality.value === 'Bratislava') assert.equal(municipality.code, undefined)
      }
    })

    test('of two records of an ICO mostly one contradicts the other', () => {
      const live = rpo.filter(({ identifiers, termination }) => identifiers !== undefined && termination === undefined)
      const groups = [...Map.groupBy(live, ({ identifiers }) => identifiers.at(-1).value).values()]
      const marks = groups
        .filter((group) => group.length === 2)
        .map((group) => group.filter(({ containsInconsistency }) => containsInconsistency).length)
      assert.ok(marks.every((count) => 0 < count))
      assert.ok(marks.filter((count) => count === 2).length < marks.length / 2)
    })

    test('all 19 legal statuses occur, and one in a hundred companies is in bankruptcy or the like', () => {
      const codesOf = ({ legalStatuses = [] }: RpoRecord): string[] =>
        legalStatuses.map(({ value }: RpoRecord) => value.code)
      assert.equal(new Set(rpo.flatMap(codesOf)).size, 19)
      assertShare(rpo, (record) => codesOf(record).some((code) => '3' <= code && code <= '8'), 0.01)
    })
  })

  describe('of RES', () => {
    const living = res.filter(({ DDATZAN }) => DDATZAN === '')
    const isLegal = ({ FORMA, FIRMA }: (typeof res)[number]) => FIRMA !== '' && !NATURAL.has(FORMA!)
    const isOnlyText = ({ TEXTADR }: (typeof res)[number]) => TEXTADR !== ''

    test('24.1 % of the living have their seat in Praha', () =>
      assertShare(living, ({ OKRESLAU }) => OKRESLAU === 'CZ0100', 0.241))
    test('25 889 of 880 040 living legal persons have only a text', () =>
      assertShare(living.filter(isLegal), isOnlyText, 25_889 / 880_040))
    test('6 914 of 84 398 ended legal persons have only a text', () => {
      const ended = res.filter((row) => row.DDATZAN !== '' && isLegal(row))
      assertShare(ended, isOnlyText, 6_914 / 84_398)
    })
    test('99.1 % of the living have an address key', () => assertShare(living, ({ KODADM }) => KODADM === '', 0.009))
  })

  describe('of the public registers', () => {
    const seats = vr.flatMap(([, xml]) => /<are:Sidlo>.*?<\/are:Sidlo>/s.exec(xml) ?? [])
    const places = seats.filter((seat) => seat.includes('<are:obec>'))

    test('a quarter of the ICO are in no living row of RES: 320 000 of 1 284 719', () => {
      const living = new Set(res.filter(({ DDATZAN }) => DDATZAN === '').map(({ ICO }) => ICO))
      const gone = vr.filter(([name]) => !living.has(name.slice(-12, -4)))
      assert.ok(320_000 / 1_284_719 < gone.length / vr.length)
    })
    test('7 of 47 seats with a popisné číslo have it as a text', () =>
      assertShare(
        places.filter((seat) => seat.includes('ruianKod') && !seat.includes('cisloEv')),
        (seat) => /<are:cisloTxt>\d/.test(seat),
        7 / 47,
      ))
    test('2 of 47 seats have no psc and 7 no castObce', () => {
      assertShare(places, (seat) => !seat.includes('<are:psc>'), 2 / 47)
      assertShare(places, (seat) => !seat.includes('<are:castObce>'), 7 / 47)
    })
    test('evidence numbers beside a key are mostly in cisloEv', () =>
      assertShare(
        places.filter((seat) => seat.includes('ruianKod') && /cisloEv|č\.ev\./.test(seat)),
        (seat) => seat.includes('<are:cisloEv>'),
        0.95,
      ))
    test('a document without a name is rare', () => {
      const nameless = vr.filter(([, xml]) => xml.includes('<are:ICO>') && !xml.includes('<are:ObchodniFirma>'))
      assert.ok(0 < nameless.length && nameless.length < vr.length / 1_000)
    })
  })
})
