import assert from 'node:assert/strict'
import { createHash, hash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { SampleSource } from './output.ts'
import { SCALES } from './plan.ts'
import { type SampleOptions, writeSample } from './sample.ts'
import { testSample, unzip } from './testing/test-files.ts'
import { TRAPS } from './traps.ts'

const SOURCES: readonly SampleSource[] = ['sk-rpo', 'sk-addresses', 'cz-addresses', 'cz-res', 'cz-vr']

/** Path to hash of everything that a sample wrote. */
async function hashes(options: Partial<SampleOptions>): Promise<Map<string, string>> {
  const outDir = await mkdtemp(join(tmpdir(), 'sample-'))
  try {
    await writeSample({ scale: 'tiny', seed: 1, today: '2026-11-21', ...options, outDir })
    const found = new Map<string, string>()
    for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      found.set(path.slice(outDir.length + 1), hash('sha256', await readFile(path)))
    }
    return new Map([...found].toSorted())
  } finally {
    await rm(outDir, { recursive: true })
  }
}

describe('writeSample', () => {
  test('writes the same bytes for the same seed, scale and day', async () => {
    assert.deepEqual(await hashes({}), await hashes({}))
  })

  test('writes other records for another seed, under the same names', async () => {
    const first = await hashes({ seed: 1 })
    const second = await hashes({ seed: 2 })
    assert.deepEqual([...second.keys()], [...first.keys()])
    for (const [path, digest] of second) {
      // The lists of okresy and kraje are real and always whole; the list of legal forms as well.
      if (!/UI_|cis56/.test(path)) assert.notEqual(digest, first.get(path), path)
    }
  })

  for (const source of SOURCES) {
    test(`${source} is the same with or without the others`, async () => {
      const all = await hashes({})
      const alone = await hashes({ only: [source] })
      const own = [...all].filter(([path]) => path.startsWith(`${source}/`) || !path.includes('/'))
      assert.deepEqual([...alone], own)
      assert.ok(1 < own.length)
    })
  }

  test('names the files as the registers do, with the dates of the day', async () => {
    const names = [...(await hashes({ today: '2026-11-21' })).keys()]
    assert.deepEqual(names, [
      'cz-addresses/20261031_OB_ADR_csv.zip',
      'cz-addresses/20261031_strukt_ADR.csv.zip',
      'cz-addresses/UI_OKRES.zip',
      'cz-addresses/UI_VUSC.zip',
      'cz-res/cis56.csv',
      'cz-res/cis56_historie.csv',
      'cz-res/res_data.csv',
      'cz-vr/ares_vreo_all.tar.gz',
      'regista-sample.json',
      'sk-addresses/address_by_nuts3_SK010.geojson',
      'sk-addresses/address_by_nuts3_SK023.geojson',
      'sk-addresses/address_by_nuts3_SK042.geojson',
      'sk-addresses/adresy_sr_2026-11-21.csv',
      'sk-rpo/actual_2026-11-08.json.gz',
      'sk-rpo/actual_2026-11-09.json.gz',
      'sk-rpo/init_2026-11-07_001.json.gz',
      'sk-rpo/init_2026-11-07_002.json.gz',
    ])
  })

  test('writes a marker that the data are invented', async () => {
    const outDir = await mkdtemp(join(tmpdir(), 'sample-'))
    await writeSample({ scale: 'tiny', seed: 5, today: '2026-11-21', only: ['cz-res'], outDir })
    const marker: unknown = JSON.parse(await readFile(join(outDir, 'regista-sample.json'), 'utf8'))
    await rm(outDir, { recursive: true })
    assert.deepEqual(marker, { invented: true, model: 2, seed: 5, scale: 'tiny', today: '2026-11-21' })
  })

  test('reports progress of every file, and its rows and bytes', async () => {
    const outDir = await mkdtemp(join(tmpdir(), 'sample-'))
    const reported = new Set<string>()
    const progress = ({ file, rows }: { readonly file: string; readonly rows: number }) => {
      if (0 < rows) reported.add(file)
    }
    const { files } = await writeSample({ scale: 'tiny', seed: 1, today: '2026-11-21', outDir, progress })
    for (const { path, rows, bytes } of files) {
      assert.ok(reported.has(path.split('/').at(-1)!), path)
      assert.ok(0 < rows, path)
      assert.equal(bytes, (await readFile(path)).length, path)
    }
    await rm(outDir, { recursive: true })
  })

  test('model 1 stays the same: figures measured on it by other versions of the code remain comparable', async () => {
    await using sample = await testSample({ scale: 'tiny', seed: 1, model: 1 })
    const digest = createHash('sha256')
    for (const { path } of sample.report.files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
      digest.update(basename(path))
      for (const content of contentsOf(path, await readFile(path))) digest.update(content)
    }
    assert.equal(digest.digest('hex'), 'd593aa4234d73f8d9f625d651a76a788dcb8287e444104a9112a301f6c33b1d7')
  })

  test('has the scales of the command line', () => assert.deepEqual(SCALES, ['tiny', 'small', 'national']))
})

/** Unpacked: how well a deflater packs differs between processors. */
function contentsOf(path: string, bytes: Buffer): Iterable<Buffer> {
  if (path.endsWith('.zip')) return unzip(bytes).values()
  return [path.endsWith('.gz') ? gunzipSync(bytes) : bytes]
}

test('the README lists every trap', async () => {
  const readme = await readFile(new URL('README.md', import.meta.url), 'utf8')
  for (const trap of Object.keys(TRAPS)) assert.ok(readme.includes(`\`${trap}\``), `sample/README.md lacks ${trap}`)
})
