import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openContext } from '../src/cli/context.ts'
import { readSourceAnswers, sync } from '../src/importing/importing.ts'
import { addressesAt } from '../src/importing/testing/sync-bench.ts'
import { REGISTRIES } from '../src/registries/registries.ts'
import { ConsoleSources } from '../src/server/console/console-sources.ts'
import { readSources } from '../src/server/console/read-sources.ts'
import {
  type FakeResponse,
  listingPage,
  serveFile,
  startMisbehavingServer,
} from '../src/stdx/testing/misbehaving-server.ts'
import { regista } from './testing/regista.ts'
import { writeTinySample } from './testing/tiny-sample.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-dead-'))
const sample = join(dir, 'sample')
await writeTinySample(sample)
const read = (path: string): Buffer => readFileSync(join(sample, path))

/** A region that the sample lacks has one point. */
function makeRegion(region: string, i: number): Buffer {
  const name = `address_by_nuts3_${region}.geojson`
  if (readdirSync(join(sample, 'sk-addresses')).includes(name)) return read(`sk-addresses/${name}`)
  const [head, point] = read('sk-addresses/address_by_nuts3_SK023.geojson').toString().split('\n') as [string, string]
  const [, id] = /"identifier":"(\w+)"/.exec(point)!
  return Buffer.from(
    `${head}\n${point.replaceAll(id!, `790000000${i}`).replaceAll('SK023', region).replace(/,$/, '')}\n]}`,
  )
}

/** The same content in another file. */
function touch(name: string, body: Buffer): Buffer {
  if (name.endsWith('.gz')) return Buffer.concat([body, gzipSync('')])
  if (!name.endsWith('.zip')) return Buffer.concat([body, Buffer.from('\n')])
  const copy = Buffer.from(body)
  copy[10]! ^= 1
  return copy
}

const REGIONS = ['SK010', 'SK021', 'SK022', 'SK023', 'SK031', 'SK032', 'SK041', 'SK042']
const INIT = '/sk-rpo/batch-init/init_2026-11-07_001.json.gz'
const DAILY = '/sk-rpo/batch-daily/actual_2026-11-08.json.gz'
const POINTS = '/cz-addresses/20261031_OB_ADR_csv.zip'
const FEED = '/cz-addresses/feed.xml'
const LINK = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="${POINTS}"/></entry></feed>`
const SOURCES = ['sk-rpo', 'sk-addresses', 'cz-res', 'cz-vr', 'cz-addresses']
const FILES: Readonly<Record<string, Buffer>> = {
  ...Object.fromEntries(
    [INIT, INIT.replace('001', '002'), DAILY].map((path) => [path, read(join('sk-rpo', basename(path)))]),
  ),
  ...Object.fromEntries(REGIONS.map((region, i) => [`/sk-addresses/${region}.geojson`, makeRegion(region, i)])),
  '/sk-addresses/download?id=1': read('sk-addresses/adresy_sr_2026-11-21.csv'),
  '/cz-res/res_data.csv': read('cz-res/res_data.csv'),
  '/cz-res/export?kodcis=56': read('cz-res/cis56.csv'),
  '/cz-vr/vreo.tar.gz': read('cz-vr/ares_vreo_all.tar.gz'),
  [FEED]: Buffer.from(LINK),
  [POINTS]: read(POINTS.slice(1)),
  '/cz-addresses/20261031_strukt_ADR.csv.zip': read('cz-addresses/20261031_strukt_ADR.csv.zip'),
  '/cz-addresses/UI_OKRES.zip': read('cz-addresses/UI_OKRES.zip'),
  '/cz-addresses/UI_VUSC.zip': read('cz-addresses/UI_VUSC.zip'),
}

type Faults = Readonly<Record<string, (body: string | Buffer) => FakeResponse>>

const HTML = '<!DOCTYPE html><title>Login</title>'

/** One run of sync: all that it does is real but the pauses. `isLater`: each file is new. */
async function run(data: string, isLater: boolean, faults: Faults = {}, only: readonly string[] = SOURCES) {
  await using server = await startMisbehavingServer()
  const files = Object.entries(FILES).map(([path, body]) => {
    const isSame = !isLater || path === FEED || path.startsWith('/sk-rpo/')
    return [path, isSame ? body : touch(path, body)] as const
  })
  const objects = files.map(([path, body]) => ({ key: path.replace('/sk-rpo/', ''), body }))
  for (const prefix of ['batch-init', 'batch-daily']) {
    const listed = objects.filter(({ key }) => key.startsWith(prefix) && (isLater || prefix === 'batch-init'))
    server.on(`/sk-rpo/?prefix=${prefix}/`, () => ({ body: listingPage(listed) }))
  }
  for (const [path, body] of files) server.on(path, serveFile({ body }))
  for (const [path, fault] of Object.entries(faults)) {
    const body = files.find(([name]) => name === path)?.[1] ?? HTML
    server.on(path, () => fault(body))
  }
  const sources = join(dir, 'sources.json')
  writeFileSync(sources, JSON.stringify(addressesAt(server.url)))
  const clock = { nowMs: () => Date.parse(isLater ? '2026-11-25T04:00:00Z' : '2026-11-21T04:00:00Z') }
  const interrupted = new AbortController().signal
  const context = { ...openContext({ data }, clock), interrupted, sleep: async () => {} }
  const options = { sources, allowShrink: true, maxRejects: 1, waitDays: 3, onReport: () => {} }
  return await sync(
    context,
    REGISTRIES.filter(({ name }) => only.includes(name)),
    options,
  )
}

/** Records of each dataset that its source still has. */
async function countLiving(data: string): Promise<Readonly<Record<string, number>>> {
  using catalog = await openContext({ data }).openCatalog()
  using snapshot = catalog.snapshot()
  return Object.fromEntries(
    snapshot.datasets().map(({ id, dataset }) => {
      const living = [...snapshot.records(id)].filter(([, , , , , retired]) => retired === null)
      return [dataset.name, living.length]
    }),
  )
}

const base = join(dir, 'base')
const first = await run(base, false)
const before = await countLiving(base)
// Not earlier: hooks of a process run when no test is left, and other files may have ended theirs.
after(() => rmSync(dir, { recursive: true }))

test('addresses that all answer give all sources', () => {
  assert.deepEqual(
    first.map(({ source, outcome, failures }) => [source, outcome, failures]),
    SOURCES.map((source) => [source, 'new_files', []]),
  )
})

const FAULTS = {
  dead: () => ({ status: 503 }),
  'a login page': () => ({ body: HTML }),
  'an error in JSON': () => ({ body: '{"error":"quota"}' }),
  cut: (body: string | Buffer) => ({ body, dropAfter: 9 }),
} as const
const region = (name: string): string => `/sk-addresses/${name}.geojson`
const CSV = '/sk-addresses/download?id=1'
const INITS = '/sk-rpo/?prefix=batch-init/'
const DAILIES = '/sk-rpo/?prefix=batch-daily/'

type Fault = keyof typeof FAULTS

/** Each address, how many sets of its source are imported in spite of it, and what is tried beside silence. */
const ADDRESSES: readonly (readonly [paths: readonly string[], imported: number, ...Fault[]])[] = [
  [[INITS], 0, 'a login page'],
  [[DAILIES], 0],
  [[INIT], 0, 'cut'],
  [[DAILY], 0],
  [REGIONS.map(region), 1, 'a login page'],
  [[region('SK042'), CSV], 7],
  [['/cz-res/res_data.csv'], 0],
  [['/cz-res/export?kodcis=56'], 1, 'a login page', 'cut'],
  [['/cz-vr/vreo.tar.gz'], 0, 'an error in JSON', 'cut'],
  [[FEED], 0, 'a login page'],
  [[POINTS], 0],
  [['/cz-addresses/20261031_strukt_ADR.csv.zip'], 0],
  [['/cz-addresses/UI_OKRES.zip'], 0, 'an error in JSON'],
  [['/cz-addresses/UI_VUSC.zip'], 0],
]

describe('nothing is lost, and another source is imported, if what answers is', () => {
  for (const [paths, imported, ...others] of ADDRESSES) {
    for (const fault of ['dead', ...others] as const) {
      test(`${fault} at ${paths.join(' ')}`, async () => {
        const data = mkdtempSync(join(dir, 'data-'))
        // Only a new catalog needs an init.
        if (paths[0] !== INIT) cpSync(base, data, { recursive: true })
        const source = paths[0]!.split('/')[1]!
        const other = source === 'cz-vr' ? 'cz-res' : 'cz-vr'
        const reports = await run(data, true, Object.fromEntries(paths.map((path) => [path, FAULTS[fault]])), [
          source,
          other,
        ])
        const [failed, sound] = [source, other].map((name) => reports.find((one) => one.source === name)!)
        assert.deepEqual([sound!.failures, sound!.imported.length], [[], 1])
        const reasons = failed!.failures.map(({ reason }) => reason)
        assert.equal(failed!.imported.length, imported, reasons.join('\n'))
        assert.equal(reasons.length, paths.length, reasons.join('\n'))
        // Messages have no query.
        for (const [i, path] of paths.entries())
          assert.match(reasons[i]!, new RegExp(RegExp.escape(path.replace(/\?.*/, '?'))))
        const { problems } = readSourceAnswers(data)[source]!
        assert.deepEqual(
          problems,
          failed!.failures.map(({ title, reason }) => `${title}: ${reason}`),
        )
        const living = await countLiving(data)
        if (paths[0] !== INIT) for (const [name, count] of Object.entries(before)) assert(count <= living[name]!, name)
        rmSync(data, { recursive: true })
      })
    }
  }
})

test('a region that fails keeps its records, and the doctor and the console say how old they are', async () => {
  const data = join(dir, 'base-without-region')
  cpSync(base, data, { recursive: true })
  const [report] = await run(data, true, { [region('SK042')]: FAULTS.dead }, ['sk-addresses'])
  assert.deepEqual(
    report!.failures.map(({ title }) => title),
    ['region SK042'],
  )
  assert.equal((await regista(['publish', '--data', data])).code, 0)
  const { stdout } = await regista(['doctor', '--data', data])
  assert.match(
    stdout,
    /sk-addresses-rageo: as of 2026-11-21, .*; region SK042 is of 2026-11-21, the newest of 2026-11-25/m,
  )
  const place = { data, databaseUrl: undefined, releases: join(data, 'releases'), statementMaxMs: 1000 }
  const { sources } = await readSources(new ConsoleSources(place, { nowMs: () => Date.parse('2026-12-02') }))
  const { regions } = sources.find(({ name }) => name === 'sk-addresses-rageo')!
  assert.deepEqual(
    regions,
    REGIONS.map((name) => {
      const isLate = name === 'SK042'
      return {
        name,
        observed_on: isLate ? '2026-11-21' : '2026-11-25',
        age_days: isLate ? 11 : 7,
        state: isLate ? 'stale' : 'fresh',
      }
    }),
  )
  assert.deepEqual(sources.find(({ name }) => name === 'cz-vr')!.regions, [])
})
