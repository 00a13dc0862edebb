import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHttpGet } from '../../stdx/http-get.ts'
import { folderPlace } from '../folder-place.ts'
import type { StorePlace } from '../place.ts'
import { s3Place } from '../s3-place.ts'
import type { S3Access } from '../store-address.ts'
import { webPlace } from '../web-place.ts'
import { type FileServer, startFileServer } from './file-server.ts'

const root = mkdtempSync(join(tmpdir(), 'regista-store-'))
// Also for programs that are no tests.
process.once('exit', () => rmSync(root, { recursive: true }))

export function makeFolder(): string {
  return mkdtempSync(join(root, 'f-'))
}

/** A store of one kind. Its files lie in a folder, where a test can damage them. */
export interface Scene extends AsyncDisposable {
  readonly dir: string
  /** For servers. */
  readonly reader: StorePlace
  /** For publishers. */
  readonly writer: StorePlace
  /** Undefined: the store is a folder. */
  readonly server: FileServer | undefined
}

export const ACCESS: Omit<S3Access, 'endpoint'> = {
  region: 'eu-central-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'a secret/with+signs',
  sessionToken: undefined,
}

/** Retries take no time. */
export const WEB = { get: createHttpGet('test'), sleep: async () => undefined, documentMs: 30_000 }

/** The requests for files of releases. */
export function filesAsked({ server }: Scene): readonly string[] {
  return server!.requests.filter((request) => request.includes('/files/'))
}

/** Sets the time of all that a store has in folders, in seconds. */
export function setTimes({ dir }: Scene, time: number): void {
  for (const folder of readdirSync(dir).filter((name) => !name.includes('.')))
    for (const name of readdirSync(join(dir, folder))) utimesSync(join(dir, folder, name), time, time)
}

/** Every kind of store, by its name. */
export const SCENES: Readonly<Record<'folder' | 'web' | 's3', () => Promise<Scene>>> = {
  async folder() {
    const dir = makeFolder()
    const place = folderPlace(dir)
    return { dir, reader: place, writer: place, server: undefined, [Symbol.asyncDispose]: async () => undefined }
  },
  async web() {
    const dir = makeFolder()
    const server = await startFileServer(dir)
    const writer = folderPlace(dir)
    return { dir, reader: webPlace(server.url, WEB), writer, server, [Symbol.asyncDispose]: dispose(server) }
  },
  async s3() {
    const buckets = makeFolder()
    const server = await startFileServer(buckets, { ...ACCESS, endpoint: undefined })
    const address = { kind: 's3', bucket: 'acme', prefix: 'regista/prod/' } as const
    const place = s3Place(address, { ...ACCESS, endpoint: server.url }, WEB)
    const dir = join(buckets, 'acme/regista/prod')
    mkdirSync(dir, { recursive: true })
    return { dir, reader: place, writer: place, server, [Symbol.asyncDispose]: dispose(server) }
  },
}

function dispose(server: FileServer): () => Promise<void> {
  return async () => await server[Symbol.asyncDispose]()
}
