import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { extname, join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { acceptsGzip } from './accepts-gzip.ts'

/** A file as a browser receives it. */
export interface WebFile {
  readonly type: string
  readonly body: Buffer
  /** Changes with the body, in quotes as the header wants it. */
  readonly etag: string
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ts': 'text/javascript; charset=utf-8',
}

/**
 * All files for browsers in some folders below `root`, by their path from there: `/pages/demo/main.ts`. TypeScript is
 * sent as JavaScript under the same name, so its imports hold and no build is needed.
 */
export function readWebFiles(root: string, folders: readonly string[]): ReadonlyMap<string, WebFile> {
  const files = new Map<string, WebFile>()
  for (const folder of folders)
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const type = TYPES[extname(entry.name)]
      if (!entry.isFile() || type === undefined || entry.name.endsWith('.test.ts')) continue
      const path = join(entry.parentPath, entry.name)
      files.set(`/${relative(root, path).replaceAll(sep, '/')}`, makeWebFile(type, readBody(path)))
    }
  return files
}

export function makeWebFile(type: string, body: Buffer): WebFile {
  return { type, body, etag: `"${hash('sha256', body).slice(0, 32)}"` }
}

/** A complete answer of a small web server. */
export interface WebAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** Sends a file, unless the browser says that it has the same. Its tag is weak: compressed it is the same file. */
export function answerFile(
  { type, body, etag }: WebFile,
  { headers: sent }: Pick<IncomingMessage, 'headers'>,
  headers: WebAnswer['headers'],
): WebAnswer {
  const tag = `W/${etag}`
  const all = { ...headers, 'content-type': type, 'cache-control': 'no-cache', etag: tag, vary: 'accept-encoding' }
  if (sent['if-none-match'] === tag) return { status: 304, headers: all, body: '' }
  if (!acceptsGzip(sent['accept-encoding'])) return { status: 200, headers: all, body }
  return { status: 200, headers: { ...all, 'content-encoding': 'gzip' }, body: gzipSync(body) }
}

/** The policy of a page that loads everything from its own server, and nothing inline. */
export function pagePolicy({
  connect = '',
  form = "'none'",
}: {
  readonly connect?: string
  readonly form?: string
}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self'${connect === '' ? '' : ` ${connect}`}`,
    "img-src 'self'",
    `form-action ${form}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

function readBody(path: string): Buffer {
  const bytes = readFileSync(path)
  return path.endsWith('.ts') ? Buffer.from(stripTypes(bytes.toString('utf8'))) : bytes
}

/** Node warns once that this function is experimental, which would stand in the terminal of an operator. */
export function stripTypes(source: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}
