import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type DownloadTools, download } from '../download.ts'
import { httpGetter } from '../http-get.ts'
import { seededRandom } from '../random.ts'
import { RETRY_POLICY } from '../retry.ts'
import type { DownloadedFile, WantedFile } from '../wanted-file.ts'
import type { MisbehavingServer } from './misbehaving-server.ts'

/** The file that the tests of downloads fetch. */
export const BODY = Buffer.from(Array.from({ length: 5000 }, (_, i) => `${i};obec ${i % 97}\n`).join(''))

const NOW_MS = Date.parse('2026-11-21T05:54:00Z')

const TEMPORARY = mkdtempSync(join(tmpdir(), 'download-'))
after(() => rmSync(TEMPORARY, { recursive: true }))

export interface DownloadBench {
  readonly folder: string
  /** Where `run` puts the file. */
  readonly path: string
  /** How long it would have slept, each time that it did. */
  readonly waits: readonly number[]
  readonly progress: readonly (readonly [bytes: number, bytesTotal: number | undefined])[]
  /** Downloads `/data.csv` of the server, unless told otherwise. */
  run(server: MisbehavingServer, wanted?: Partial<WantedFile>): Promise<DownloadedFile>
}

/** A fresh folder, and a record of what the downloads into it did. No wait takes any time. */
export function downloadBench(tools: Partial<DownloadTools> = {}): DownloadBench {
  const folder = mkdtempSync(join(TEMPORARY, 't-'))
  const waits: number[] = []
  const progress: [number, number | undefined][] = []
  const path = join(folder, 'data.csv')
  const standard: DownloadTools = {
    get: httpGetter('test'),
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
