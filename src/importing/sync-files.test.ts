import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type MisbehavingServer, serveFile } from '../stdx/testing/misbehaving-server.ts'
import { forgetOldDownloads } from './forget-downloads.ts'
import type { SourceSync } from './sync-files.ts'
import { serveRpo, setsOf, startSync } from './testing/sync-bench.ts'

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function serveVr(server: MisbehavingServer): void {
  server.on('/cz-vr/vreo.tar.gz', serveFile({ body: 'archive', etag: '"v1"' }))
}

function serveRes(server: MisbehavingServer, body = 'subjects'): void {
  server.on('/cz-res/res_data.csv', serveFile({ body, etag: `"${body}"` }))
  server.on('/cz-res/export?kodcis=56', () => ({ body: 'KODCIS,CHODNOTA,TEXT' }))
}

const REGIONS = ['SK010', 'SK021', 'SK022', 'SK023', 'SK031', 'SK032', 'SK041', 'SK042']

function serveSkAddresses(server: MisbehavingServer): void {
  for (const region of REGIONS)
    server.on(`/sk-addresses/${region}.geojson`, serveFile({ body: region, etag: `"${region}"` }))
  server.on('/sk-addresses/download?id=1', serveFile({ body: 'csv' }))
}

const ALWAYS_CUT = () => ({ body: 'half of it', dropAfter: 4 })

/** How the host of the list of legal forms fails. */
const LIST_FAULTS = {
  dead: { status: 503 },
  gone: { status: 404 },
  cut: { body: 'KODCIS,CHODNOTA,TEXT', dropAfter: 4 },
  'of another type': { body: '<!DOCTYPE html>' },
} as const

describe('a list of legal forms stops no import if its host is', () => {
  for (const [name, fault] of Object.entries(LIST_FAULTS)) {
    test(`${name}: the last known list takes its place, or that of the program`, async () => {
      await using bench = await startSync(serveRes)
      const run = async () => {
        const [sync] = await bench.run(['cz-res'])
        const [data, list] = sync!.sets[0]!.files
        assert.deepEqual([data!.name, list!.name], ['res_data.csv', 'ciselnik_56.csv'])
        return { reason: sync!.failures[0]?.reason, text: readFileSync(list!.path, 'utf8'), list: list! }
      }
      bench.server.on('/cz-res/export?kodcis=56', () => fault)
      const first = await run()
      assert.match(first.reason!, /The list of 2026-11-29 takes its place\.$/)
      assert.match(first.text, /^KODCIS,CHODNOTA,TEXT\n56,101,.*56,112,Společnost s ručením omezeným\n/s)
      assert.equal(first.list.fetchedAt, '2026-11-29T00:00:00.000Z')
      bench.server.on('/cz-res/export?kodcis=56', () => ({ body: 'KODCIS,CHODNOTA,TEXT\nours' }))
      assert.equal((await run()).reason, undefined)
      bench.server.on('/cz-res/export?kodcis=56', () => fault)
      const later = await run()
      assert.equal(later.text, 'KODCIS,CHODNOTA,TEXT\nours')
      assert.match(later.reason!, /The list of \d{4}-\d\d-\d\d takes its place\.$/)
    })
  }
})

describe('sync of one source', () => {
  test('returns the file with its size and the time of the download, and reports its progress', async () => {
    await using bench = await startSync(serveVr)
    const [sync] = await bench.run(['cz-vr'])
    assert.equal(sync!.outcome, 'new_files')
    const name = 'ares_vreo_all.tar.gz'
    const path = join(bench.folder, 'cz-vr', name)
    const file = { path, name, bytes: 7, fetchedAt: '2026-11-21T05:54:00.000Z' }
    assert.deepEqual(sync!.sets, [{ title: 'the newest state', files: [file] }])
    assert.deepEqual(bench.progress.at(-1), { source: 'cz-vr', file: 'ares_vreo_all.tar.gz', bytes: 7, bytesTotal: 7 })
  })

  test('a file that was imported is not returned again', async () => {
    await using bench = await startSync(serveVr)
    await bench.run(['cz-vr'])
    bench.imported.add(sha256('archive'))
    const [sync] = await bench.run(['cz-vr'])
    assert.equal(sync!.outcome, 'nothing_new')
    assert.deepEqual(sync!.sets, [])
  })

  test('a file that was downloaded and not imported is returned again without a download', async () => {
    await using bench = await startSync(serveVr)
    const first = await bench.run(['cz-vr'])
    bench.server.on('/cz-vr/vreo.tar.gz', () => ({ status: 304 }))
    assert.deepEqual(await bench.run(['cz-vr']), first)
  })

  test('code lists are downloaded only with new data', async () => {
    await using bench = await startSync(serveRes)
    const [first] = await bench.run(['cz-res'])
    assert.deepEqual(setsOf(first!), ['the newest state: res_data.csv ciselnik_56.csv'])
    bench.imported.add(sha256('subjects'))
    assert.equal((await bench.run(['cz-res']))[0]!.outcome, 'nothing_new')
    assert.equal(bench.server.requests.filter(({ path }) => path.includes('kodcis')).length, 1)
    serveRes(bench.server, 'newer subjects')
    assert.deepEqual(setsOf((await bench.run(['cz-res']))[0]!), ['the newest state: res_data.csv ciselnik_56.csv'])
  })

  test('an incomplete set is not returned', async () => {
    await using bench = await startSync((server) => serveRpo(server, { init: '2026-06-06', parts: [1, 2], days: [] }))
    bench.server.on('/sk-rpo/batch-init/init_2026-06-06_002.json.gz', () => ({ status: 404 }))
    const [sync] = await bench.run(['sk-rpo'])
    assert.equal(sync!.outcome, 'failed')
    assert.deepEqual(sync!.sets, [])
    assert.match(sync!.failures[0]!.reason, /init_2026-06-06_002\.json\.gz answered with status 404/)
  })

  test('Czech addresses are the file of the feed, with the structure of the same date and the lists', async () => {
    await using bench = await startSync()
    bench.server.on('/cz-addresses/feed.xml', () => ({
      body: '<feed><entry><link href="20260731_OB_ADR_csv.zip"/></entry></feed>',
    }))
    for (const name of ['20260731_OB_ADR_csv.zip', '20260731_strukt_ADR.csv.zip', 'UI_OKRES.zip', 'UI_VUSC.zip']) {
      bench.server.on(`/cz-addresses/${name}`, serveFile({ body: name }))
    }
    assert.deepEqual(setsOf((await bench.run(['cz-addresses']))[0]!), [
      'addresses of 20260731: 20260731_OB_ADR_csv.zip 20260731_strukt_ADR.csv.zip UI_OKRES.zip UI_VUSC.zip',
    ])
  })
})

describe('sync of the RPO', () => {
  const BUCKET = { init: '2026-06-06', parts: [1, 2], days: ['2026-06-06', '2026-06-07', '2026-06-08'] }
  const ALL = [
    'init 2026-06-06: init_2026-06-06_001.json.gz init_2026-06-06_002.json.gz',
    'daily 2026-06-07: actual_2026-06-07.json.gz',
    'daily 2026-06-08: actual_2026-06-08.json.gz',
  ]

  test('downloads the init with all its parts, then the dailies, from listings of several pages', async () => {
    await using bench = await startSync((server) => serveRpo(server, BUCKET))
    const [sync] = await bench.run(['sk-rpo'])
    assert.deepEqual(setsOf(sync!), ALL)
    assert.equal(sync!.sets[0]!.parts, 2)
  })

  test('downloads only the files that the catalog lacks', async () => {
    await using bench = await startSync((server) => serveRpo(server, BUCKET))
    const applied = () => ({ lastInit: '2026-06-06', lastDay: '2026-06-07', missingDays: [] })
    const [sync] = await bench.run(['sk-rpo'], { applied })
    assert.deepEqual(setsOf(sync!), ALL.slice(2))
  })

  test('holds back the init and all later files if a part is missing; the next run downloads only missing files', async () => {
    await using bench = await startSync((server) => serveRpo(server, BUCKET))
    const part = '/sk-rpo/batch-init/init_2026-06-06_002.json.gz'
    bench.server.on(part, ALWAYS_CUT)
    const [first] = await bench.run(['sk-rpo'])
    assert.equal(first!.outcome, 'failed')
    assert.equal(first!.failures.map(({ title }) => title).join(), 'init 2026-06-06')
    serveRpo(bench.server, BUCKET)
    const before = bench.server.requests.length
    const [second] = await bench.run(['sk-rpo'])
    assert.deepEqual(setsOf(second!), ALL)
    const fetched = bench.server.requests.slice(before).map(({ path }) => path)
    assert.equal(fetched.includes('/sk-rpo/batch-init/init_2026-06-06_001.json.gz'), false)
  })

  test('holds back the dailies after a missing one, not those before it', async () => {
    await using bench = await startSync((server) => serveRpo(server, BUCKET))
    bench.server.on('/sk-rpo/batch-daily/actual_2026-06-07.json.gz', () => ({ status: 404 }))
    const [sync] = await bench.run(['sk-rpo'])
    assert.equal(sync!.outcome, 'partly')
    assert.deepEqual(setsOf(sync!), ALL.slice(0, 1))
  })

  test('returns the dailies after a missing one that was given up; they may be applied without it', async () => {
    await using bench = await startSync((server) => serveRpo(server, BUCKET))
    bench.server.on('/sk-rpo/batch-daily/actual_2026-06-07.json.gz', () => ({ status: 404 }))
    const [sync] = await bench.run(['sk-rpo'], { givenUpUntil: '2026-06-07' })
    assert.equal(sync!.outcome, 'partly')
    assert.deepEqual(setsOf(sync!), [ALL[0], ALL[2]])
    assert.equal(sync!.sets[1]!.acrossGap, true)
    assert.equal(sync!.failures.map(({ title }) => title).join(), 'daily 2026-06-07')
  })

  test('holds back all dailies after a missing init, however old they are', async () => {
    await using bench = await startSync((server) => serveRpo(server, BUCKET))
    bench.server.on('/sk-rpo/batch-init/init_2026-06-06_002.json.gz', ALWAYS_CUT)
    const [sync] = await bench.run(['sk-rpo'], { givenUpUntil: '2026-06-30' })
    assert.deepEqual(setsOf(sync!), [])
  })

  test('refuses an init and names the part that the listing lacks', async () => {
    await using bench = await startSync((server) => serveRpo(server, { ...BUCKET, parts: [1, 3] }))
    const [sync] = await bench.run(['sk-rpo'])
    assert.equal(sync!.outcome, 'failed')
    assert.match(sync!.failures[0]!.reason, /part 002 of 3 is not listed/)
  })

  test('fails if a page of the listing stays truncated', async () => {
    await using bench = await startSync((server) => serveRpo(server, BUCKET))
    bench.server.on('/sk-rpo/?prefix=batch-daily/', () => ({ body: '<ListBucketResult><Contents><Key>batch' }))
    const [sync] = await bench.run(['sk-rpo'])
    assert.equal(sync!.outcome, 'failed')
    assert.match(sync!.failures[0]!.reason, /\/sk-rpo\/\?…: the document is incomplete or not well-formed/)
  })

  test('does not return a file that differs from its listed checksum', async () => {
    await using bench = await startSync((server) => serveRpo(server, { ...BUCKET, days: [] }))
    const key = 'batch-init/init_2026-06-06_002.json.gz'
    bench.server.on(`/sk-rpo/${key}`, () => ({ body: `CONTENT of ${key}` }))
    const [sync] = await bench.run(['sk-rpo'])
    assert.deepEqual(sync!.sets, [])
    assert.match(sync!.failures[0]!.reason, /_002\.json\.gz arrived damaged/)
  })
})

describe('sync of the Slovak addresses', () => {
  test('returns each region as a set, and downloads the CSV only if a region is missing', async () => {
    await using bench = await startSync(serveSkAddresses)
    const [sync] = await bench.run(['sk-addresses'])
    assert.equal(sync!.outcome, 'new_files')
    assert.equal(sync!.sets.length, 8)
    for (const { path } of bench.server.requests) assert.doesNotMatch(path, /download/)
  })

  test('returns the available regions, and the CSV with them if one is missing', async () => {
    await using bench = await startSync(serveSkAddresses)
    bench.server.on('/sk-addresses/SK022.geojson', ALWAYS_CUT)
    const [sync] = await bench.run(['sk-addresses'])
    assert.equal(sync!.outcome, 'partly')
    assert.equal(sync!.sets.length, 8)
    assert.equal(setsOf(sync!).at(-1), 'the national CSV: adresy_podla_krajov.csv')
    assert.match(sync!.failures[0]!.reason, /SK022\.geojson: the connection was cut \(attempts: \d+\)/)
  })

  test('returns only the region that changed', async () => {
    await using bench = await startSync(serveSkAddresses)
    await bench.run(['sk-addresses'])
    for (const region of REGIONS) bench.imported.add(sha256(region))
    bench.server.on('/sk-addresses/SK031.geojson', serveFile({ body: 'new houses', etag: '"v2"' }))
    const [sync] = await bench.run(['sk-addresses'])
    assert.deepEqual(setsOf(sync!), ['region SK031: address_by_nuts3_SK031.geojson'])
  })
})

describe('sync of several sources', () => {
  test('reports the failure of one and completes the others', async () => {
    await using bench = await startSync(serveVr)
    serveRpo(bench.server, { init: '2026-06-06', parts: [1], days: [] })
    const results = await bench.run(['cz-vr', 'cz-res', 'cz-addresses', 'sk-rpo'])
    const outcomes = results.map(({ source, outcome }) => `${source} ${outcome}`)
    assert.deepEqual(outcomes, ['sk-rpo new_files', 'cz-res failed', 'cz-vr new_files', 'cz-addresses failed'])
  })

  test('names a folder that cannot be created', async () => {
    await using bench = await startSync(serveVr)
    writeFileSync(join(bench.folder, 'occupied'), 'x')
    const [sync] = await bench.run(['cz-vr'], { folder: join(bench.folder, 'occupied') })
    assert.match(sync!.failures[0]!.reason, /occupied\/cz-vr cannot be made \(ENOTDIR\)/)
  })

  test('ends all of them on an interruption, and the next run continues where they were', async () => {
    await using bench = await startSync()
    const body = 'x'.repeat(40_000)
    bench.server.on(
      '/cz-vr/vreo.tar.gz',
      serveFile({ body, etag: '"v1"' }, (nth) => (nth === 0 ? { stallAfter: 9_000 } : {})),
    )
    bench.server.on('/cz-res/res_data.csv', () => ({ silent: true }))
    const abort = new AbortController()
    const progress = ({ bytes }: { readonly bytes: number }) => {
      if (bytes === 9_000) abort.abort(new Error('Ctrl-C'))
    }
    await assert.rejects(bench.run(['cz-vr', 'cz-res'], { signal: abort.signal, progress }), /Ctrl-C/)
    const path = join(bench.folder, 'cz-vr', 'ares_vreo_all.tar.gz')
    assert.equal(existsSync(path), false)
    assert.equal(statSync(`${path}.part`).size, 9_000)
    await bench.run(['cz-vr'])
    assert.equal(readFileSync(path, 'utf8'), body)
    assert.equal(bench.server.requests.at(-1)!.headers.range, 'bytes=9000-')
  })
})

test('keeps after an import the state for conditional requests, and removes files of earlier days', async () => {
  await using bench = await startSync((server) =>
    serveRpo(server, { init: '2026-06-06', parts: [1], days: ['2026-06-07'] }),
  )
  const [first] = await bench.run(['sk-rpo'])
  await forgetOldDownloads(first!.folder, first!.keep)
  assert.equal(readdirSync(first!.folder).length, 4)
  serveRpo(bench.server, { init: '2026-06-06', parts: [1], days: ['2026-06-07', '2026-06-08'] })
  const applied = () => ({ lastInit: '2026-06-06', lastDay: '2026-06-07', missingDays: [] })
  const [second] = await bench.run(['sk-rpo'], { applied })
  await forgetOldDownloads(second!.folder, second!.keep)
  const newest = ['actual_2026-06-08.json.gz', 'actual_2026-06-08.json.gz.state.json']
  assert.deepEqual(readdirSync(second!.folder).toSorted(), newest)
})

test('a web page in place of a file is a failure again in the next run, and is not kept', async () => {
  await using bench = await startSync((server) =>
    server.on(
      '/cz-vr/vreo.tar.gz',
      serveFile({ body: '<html>Login', etag: '"page"', lastModified: 'Sat, 07 Nov 2026 05:00:00 GMT' }),
    ),
  )
  for (let i = 0; i < 2; i++) {
    const [{ failures, sets }] = (await bench.run(['cz-vr'])) as [SourceSync]
    assert.match(failures[0]!.reason, /vreo\.tar\.gz answered with a web page\. Check the address\.$/)
    assert.deepEqual(sets, [])
    assert.equal(existsSync(join(bench.folder, 'cz-vr', 'ares_vreo_all.tar.gz')), false)
  }
  serveVr(bench.server)
  assert.equal((await bench.run(['cz-vr']))[0]!.outcome, 'new_files')
})
