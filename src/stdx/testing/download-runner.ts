import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type DownloadTools, download } from '../download.ts'
import { createHttpGet } from '../http-get.ts'
import { seededRandom } from '../random.ts'
import { RETRY_POLICY } from '../retry.ts'
import type { DownloadedFile, WantedFile } from '../wanted-file.ts'
import type { MisbehavingServer } from './misbehaving-server.ts'

/** The file that the download tests fetch. */
export const BODY = Buffer.from(Array.from({ length: 5000 }, (_, i) => `${i};obec ${i % 97}\n`).join(''))

const NOW_MS = Date.parse('2026-11-21T05:54:00Z')

const TEMPORARY = mkdtempSync(join(tmpdir(), 'download-'))
after(() => rmSync(TEMPORARY, { recursive: true }))

export interface DownloadRunner {
  readonly folder: string
  /** The path of the fetched file. */
  readonly path: string
  /** The length of each wait, in ms. */
  readonly waits: readonly number[]
  readonly progress: readonly (readonly [bytes: number, bytesTotal: number | undefined])[]
  /** Downloads `/data.csv` of the server by default. */
  run(server: MisbehavingServer, wanted?: Partial<WantedFile>): Promise<DownloadedFile>
}

/** Runs downloads into a new folder and records their waits and progress. No wait takes any time. */
export function createDownloadRunner(tools: Partial<DownloadTools> = {}): DownloadRunner {
  const folder = mkdtempSync(join(TEMPORARY, 't-'))
  const waits: number[] = []
  const progress: [number, number | undefined][] = []
  const path = join(folder, 'data.csv')
  const standard: DownloadTools = {
    get: createHttpGet('test'),
    clock: { nowMs: () => NOW_MS },
    random: seededRandom(1),
    sleep: async (ms) => void waits.push(ms),
    retry: RETRY_POLICY,
    limits: { fileBytesMax: 1 << 20 },
  }
  const run = (server: MisbehavingServer, wanted: Partial<WantedFile> = {}): Promise<DownloadedFile> =>
    download({ url: `${server.url}/data.csv`, path, ...wanted }, { ...standard, ...tools }, (bytes, bytesTotal) =>
      progress.push([bytes, bytesTotal]),
    )
  return { folder, path, waits, progress, run }
}

export function sha256(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}
