import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after } from 'node:test'
import { REMOTES } from '../../registries/registries.ts'
import { createHttpGet } from '../../stdx/http-get.ts'
import { seededRandom } from '../../stdx/random.ts'
import { RETRY_POLICY } from '../../stdx/retry.ts'
import {
  type ListedObject,
  listingPage,
  type MisbehavingServer,
  serveFile,
  startMisbehavingServer,
} from '../../stdx/testing/misbehaving-server.ts'
import { type SourceSync, type SyncOptions, type SyncProgress, syncFiles } from '../sync-files.ts'

const TEMPORARY = mkdtempSync(join(tmpdir(), 'sync-'))
after(() => rmSync(TEMPORARY, { recursive: true }))

export interface SyncBench extends AsyncDisposable {
  readonly server: MisbehavingServer
  readonly folder: string
  readonly progress: readonly SyncProgress[]
  /** Checksums that the catalog counts as imported. */
  readonly imported: Set<string>
  run(sources: readonly string[], options?: SyncBenchOptions): Promise<SourceSync[]>
}

export type SyncBenchOptions = Partial<Omit<SyncOptions, 'tools'>> & { readonly signal?: AbortSignal }

/** Syncs from a server into a fresh folder, without waiting. The server has each source in a folder of its name. */
export async function startSync(...serve: readonly ((server: MisbehavingServer) => void)[]): Promise<SyncBench> {
  const server = await startMisbehavingServer()
  for (const one of serve) one(server)
  const folder = mkdtempSync(join(TEMPORARY, 't-'))
  const progress: SyncProgress[] = []
  const imported = new Set<string>()
  const run = (sources: readonly string[], { signal, ...options }: SyncBenchOptions = {}): Promise<SourceSync[]> =>
    syncFiles({
      remotes: REMOTES.filter((remote) => sources.includes(remote.registry)),
      addresses: addressesAt(server.url),
      folder,
      tools: {
        get: createHttpGet('test'),
        clock: { nowMs: () => Date.parse('2026-11-21T05:54:00Z') },
        random: seededRandom(1),
        sleep: async () => {},
        signal,
        retry: RETRY_POLICY,
        limits: { fileBytesMax: 1 << 20 },
      },
      progress: (one) => progress.push(one),
      applied: () => ({ lastInit: null, lastDay: null, missingDays: [] }),
      givenUpUntil: '2026-06-01',
      isImported: (_, sha256) => imported.has(sha256),
      ...options,
    })
  return { server, folder, progress, imported, run, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

export function addressesAt(url: string): SyncOptions['addresses'] {
  return {
    'sk-rpo': {
      initListing: `${url}/sk-rpo/?prefix=batch-init/`,
      dailyListing: `${url}/sk-rpo/?prefix=batch-daily/`,
      files: `${url}/sk-rpo/`,
    },
    'sk-addresses': { region: `${url}/sk-addresses/{nuts3}.geojson`, csv: `${url}/sk-addresses/download?id=1` },
    'cz-res': { data: `${url}/cz-res/res_data.csv`, legalForms: `${url}/cz-res/export?kodcis=56` },
    'cz-vr': { archive: `${url}/cz-vr/vreo.tar.gz` },
    'cz-addresses': {
      feed: `${url}/cz-addresses/feed.xml`,
      structure: `${url}/cz-addresses/{date}_strukt_ADR.csv.zip`,
      okresy: `${url}/cz-addresses/UI_OKRES.zip`,
      kraje: `${url}/cz-addresses/UI_VUSC.zip`,
    },
  }
}

/** Puts an RPO bucket on the server: an init of these parts and these dailies, each listing in two pages. */
export function serveRpo(
  server: MisbehavingServer,
  bucket: { readonly init: string; readonly parts: readonly number[]; readonly days: readonly string[] },
): void {
  const parts = bucket.parts.map((part) => `batch-init/init_${bucket.init}_${String(part).padStart(3, '0')}.json.gz`)
  const dailies = bucket.days.map((day) => `batch-daily/actual_${day}.json.gz`)
  for (const [prefix, keys] of [
    ['batch-init/', parts],
    ['batch-daily/', dailies],
  ] as const) {
    const objects: ListedObject[] = keys.map((key) => ({ key, body: `content of ${key}` }))
    for (const { key, body } of objects) server.on(`/sk-rpo/${key}`, serveFile({ body }))
    const query = `prefix=${prefix}`
    server.on(`/sk-rpo/?${query}`, () => ({ body: listingPage(objects.slice(0, 1), 'page2') }))
    const second = new URLSearchParams({ prefix, 'continuation-token': 'page2' })
    server.on(`/sk-rpo/?${second}`, () => ({ body: listingPage(objects.slice(1)) }))
  }
}

/** `init 2026-06-06: init_2026-06-06_001.json.gz …` */
export function setsOf(sync: SourceSync): string[] {
  return sync.sets.map((set) => `${set.title}: ${set.files.map((file) => basename(file.path)).join(' ')}`)
}
