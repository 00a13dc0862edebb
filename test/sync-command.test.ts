import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeSample } from '../src/sample/sample.ts'
import { type ListedObject, listingPage, misbehavingServer, serveFile } from './misbehaving-server.ts'
import { regista } from './regista.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-sync-'))
after(() => rmSync(dir, { recursive: true }))
const data = join(dir, 'data')

interface SyncReport {
  readonly sources: readonly {
    readonly source: string
    readonly outcome: string
    readonly failures: readonly { readonly title: string; readonly reason: string }[]
    readonly imported: readonly { readonly dataset: string; readonly observed_on: string; readonly complete: boolean }[]
  }[]
}

test('sync fetches what is listed, imports it in order, and the next time fetches what is new', async () => {
  const sample = join(dir, 'sample')
  await writeSample({ scale: 'tiny', seed: 5, outDir: sample, today: '2026-11-21', only: ['sk-rpo', 'cz-vr'] })
  const objects = readdirSync(join(sample, 'sk-rpo'))
    .toSorted()
    .map((name): ListedObject => {
      const folder = name.startsWith('init') ? 'batch-init' : 'batch-daily'
      return { key: `${folder}/${name}`, body: readFileSync(join(sample, 'sk-rpo', name)) }
    })
  const inits = objects.filter(({ key }) => key.startsWith('batch-init'))
  const [first, second] = objects.filter(({ key }) => key.startsWith('batch-daily'))
  await using server = await misbehavingServer()
  for (const { key, body } of objects) server.on(`/${key}`, serveFile({ body }))
  server.on('/inits', () => ({ body: listingPage(inits) }))
  server.on('/dailies', () => ({ body: listingPage([first!]) }))
  const addresses = join(dir, 'addresses.json')
  writeFileSync(
    addresses,
    JSON.stringify({
      'sk-rpo': { initListing: `${server.url}/inits`, dailyListing: `${server.url}/dailies`, files: `${server.url}/` },
      'cz-vr': { archive: `${server.url}/gone.tar.gz` },
    }),
  )
  const sync = async (...sources: string[]) => {
    const { code, stdout, stderr } = await regista([
      'sync',
      ...sources,
      '--sources',
      addresses,
      '--data',
      data,
      '--json',
    ])
    return { code, stderr, sources: (JSON.parse(stdout) as SyncReport).sources }
  }

  const all = await sync('sk-rpo', 'cz-vr')
  assert.equal(all.code, 1, 'one source failed')
  const [rpo, vr] = ['sk-rpo', 'cz-vr'].map((name) => all.sources.find(({ source }) => source === name)!)
  const day = (key: string) => /\d{4}-\d\d-\d\d/.exec(key)![0]
  assert.deepEqual(
    rpo!.imported.map(({ observed_on, complete }) => [observed_on, complete]),
    [
      [day(inits[0]!.key), true],
      [day(first!.key), true],
    ],
  )
  assert.equal(vr!.outcome, 'failed')
  assert.match(vr!.failures[0]!.reason, /404/)

  assert.deepEqual((await sync('sk-rpo')).sources[0]!.imported, [])
  server.on('/dailies', () => ({ body: listingPage([first!, second!]) }))
  const later = await sync('sk-rpo')
  assert.equal(later.code, 0, later.stderr)
  assert.deepEqual(
    later.sources[0]!.imported.map(({ observed_on }) => observed_on),
    [day(second!.key)],
  )
})
