import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { Output } from './output.ts'
import { PLANS, type Plan } from './plan.ts'
import { makeWorld } from './world.ts'
import { writeCzAddresses } from './write-cz-addresses.ts'
import { writeCzRes } from './write-cz-res.ts'
import { writeCzVr } from './write-cz-vr.ts'
import { writeSkAddresses } from './write-sk-addresses.ts'
import { writeSkRpo } from './write-sk-rpo.ts'

/** A few thousand records of each, in the proportions of the whole country. */
const PLAN: Plan = {
  slovakia: { points: 9_000, towns: 200, municipalities: 420 },
  czechia: { points: 9_000, towns: 300, municipalities: 600 },
  rageoRegions: ['SK010'],
  rpo: { liveFirms: 1090, liveTraders: 1240, dissolved: 2670, recordsPerPart: 5000, dailies: 1, changesPerDaily: 20 },
  res: { liveTraders: 2930, liveFirms: 1247, goneFirms: 120, endedTraders: 705 },
  vrOnly: 500,
}

/** Mean bytes of a record in the real files, as they are downloaded. */
const REAL: readonly (readonly [file: RegExp, what: string, bytes: number])[] = [
  [/^init/, 'an RPO record, compressed', 400],
  [/^adresy/, 'a row of the Slovak CSV', 93],
  [/^address_by/, 'a RAGEO feature', 790],
  [/^res_data/, 'a RES row', 154],
  [/vreo/, 'a document of the public registers, compressed', 670],
]

describe('mean sizes are within 20 % of the real ones', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sample-'))
  after(() => rm(dir, { recursive: true }))
  const world = makeWorld(PLAN, { seed: 1, model: 2, today: '2026-11-21' })
  const output = new Output(dir, undefined)
  for (const write of [writeSkRpo, writeSkAddresses, writeCzRes, writeCzVr]) await write(world, output)
  for (const [name, what, real] of REAL) {
    test(what, () => {
      const { bytes, rows } = output.files.find((file) => name.test(basename(file.path)))!
      const mean = bytes / rows
      assert.ok(real * 0.8 <= mean && mean <= real * 1.2, `${mean.toFixed(0)} bytes, really ${real}`)
    })
  }

  test('the streamed bytes equal the counted ones', async () => {
    await writeCzAddresses(world, output)
    const zip = output.files.find((file) => file.path.endsWith('OB_ADR_csv.zip'))!
    assert.equal(zip.rows, PLAN.czechia.points)
    const csv = output.files.find((file) => basename(file.path).startsWith('adresy'))!
    assert.equal((await readFile(csv.path, 'utf8')).trimEnd().split('\n').length - 1, PLAN.slovakia.points)
  })
})

describe('the plan', () => {
  const records = ({ slovakia, czechia, rpo, res, vrOnly }: Plan) => ({
    rpo: rpo.liveFirms + rpo.liveTraders + rpo.dissolved,
    res: res.liveFirms + res.goneFirms + res.liveTraders + res.endedTraders,
    slovakPoints: slovakia.points,
    czechPoints: czechia.points,
    // All but one in fifty firms are in a public register.
    vr: Math.round((res.liveFirms + res.goneFirms + vrOnly) * 0.985),
  })

  test('of the whole country has the counts of the registers', () => {
    const { rpo, res, slovakPoints, czechPoints, vr } = records(PLANS.national)
    assert.deepEqual([rpo, res, slovakPoints, czechPoints], [2_254_624, 3_528_951, 1_739_536, 3_020_222])
    assert.ok(Math.abs(vr - 1_284_719) < 10_000, `${vr} documents`)
  })

  test('of the small sample has about 200 000 records', () => {
    const total = Object.values(records(PLANS.small)).reduce((all, count) => all + count, 0)
    assert.ok(190_000 <= total && total <= 210_000, `${total} records`)
  })

  test('of the smallest has hundreds of each', () => {
    for (const [what, count] of Object.entries(records(PLANS.tiny))) assert.ok(100 <= count && count < 1000, what)
  })
})
