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
import {
  type FakeResponse,
  type MisbehavingServer,
  type ServedFile,
  serveFile,
  startMisbehavingServer,
} from './misbehaving-server.ts'

/** The file that the download tests fetch. */
export const BODY = Buffer.from(Array.from({ length: 5000 }, (_, i) => `${i};obec ${i % 97}\n`).join(''))

const NOW_MS = Date.parse('2026-11-21T05:54:00Z')

const TEMPORARY = mkdtempSync(join(tmpdir(), 'download-'))
after(() => rmSync(TEMPORARY, { recursive: true }))

export interface TestDownload extends AsyncDisposable {
  readonly server: MisbehavingServer
  readonly folder: string
  /** The path of the fetched file. */
  readonly path: string
  /** The length of each wait, in ms. */
  readonly waits: readonly number[]
  readonly progress: readonly (readonly [bytes: number, bytesTotal: number | undefined])[]
  /** Downloads `/data.csv` of the server by default. */
  run(wanted?: Partial<WantedFile>): Promise<DownloadedFile>
  /** What the server has from now on. */
  serve(file: Partial<ServedFile>, wrong?: Wrong): void
}

/** Changes of the first responses, or of each. */
export type Wrong = readonly FakeResponse[] | ((nth: number) => FakeResponse)

/** A server of `/data.csv`, by default of `BODY`, and downloads of it into a new folder. No wait takes any time. */
export async function startDownload(
  file: Partial<ServedFile> = {},
  wrong: Wrong = [],
  tools: Partial<DownloadTools> = {},
): Promise<TestDownload> {
  const server = await startMisbehavingServer()
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
  const run = (wanted: Partial<WantedFile> = {}): Promise<DownloadedFile> =>
    download({ url: `${server.url}/data.csv`, path, ...wanted }, { ...standard, ...tools }, (bytes, bytesTotal) =>
      progress.push([bytes, bytesTotal]),
    )
  const serve = (file: Partial<ServedFile>, wrong: Wrong = []): void => {
    const changes = typeof wrong === 'function' ? wrong : (nth: number) => wrong[nth] ?? {}
    server.on('/data.csv', serveFile({ body: BODY, ...file }, changes))
  }
  serve(file, wrong)
  const dispose = () => server[Symbol.asyncDispose]()
  return { server, folder, path, waits, progress, run, serve, [Symbol.asyncDispose]: dispose }
}

export function sha256(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}
