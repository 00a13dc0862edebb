import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { extname, join, relative, sep } from 'node:path'

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

function readBody(path: string): Buffer {
  const bytes = readFileSync(path)
  return path.endsWith('.ts') ? Buffer.from(stripTypes(bytes.toString('utf8'))) : bytes
}

/** Node warns once that this function is experimental, which would stand in the terminal of an operator. */
function stripTypes(source: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}
