import { createHash } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { InputError } from '../stdx/input-error.ts'
import { readAll } from '../stdx/read-all.ts'
import { TAR_BLOCK_BYTES, TAR_END, tarHeader, tarPadding } from '../stdx/tar-header.ts'
import { writeAll } from '../stdx/write-all.ts'
import {
  type BackupManifest,
  type BackupPart,
  MANIFEST_BYTES_MAX,
  MANIFEST_NAME,
  parseManifest,
} from './backup-manifest.ts'
import type { ArchiveProgress } from './write-archive.ts'

/** An open backup, checked as far as possible without reading all of it. */
export interface OpenArchive extends Disposable {
  readonly manifest: BackupManifest
  /** Writes the parts below a folder. Throws an InputError at the first wrong byte; earlier parts stay there. */
  unpack(into: string, progress: ArchiveProgress): Promise<void>
}

/**
 * Reads what `writeArchive` writes and nothing else that a tar can contain. The manifest fixes each byte of a header,
 * so a link, a folder, a second member of one name or a changed byte is refused.
 */
export function openArchive(path: string): OpenArchive {
  const file = openSync(path, 'r')
  try {
    const { manifest, end } = readManifest(file, path)
    return {
      manifest,
      unpack: (into, progress) => unpack(file, { path, manifest, from: end, into, progress }),
      [Symbol.dispose]: () => closeSync(file),
    }
  } catch (error) {
    closeSync(file)
    throw error
  }
}

function readManifest(file: number, path: string): { manifest: BackupManifest; end: number } {
  const header = readAt(file, 0, TAR_BLOCK_BYTES)
  const bytes = Number.parseInt(header.toString('latin1', 124, 135), 8)
  const modifiedMs = Number.parseInt(header.toString('latin1', 136, 147), 8) * 1000
  const isOurs =
    header.length === TAR_BLOCK_BYTES &&
    0 < bytes &&
    bytes <= MANIFEST_BYTES_MAX &&
    0 <= modifiedMs &&
    header.equals(tarHeader({ name: MANIFEST_NAME, bytes, modifiedMs }))
  if (!isOurs) throw new InputError(`${path} is no backup of Regista, or its beginning is damaged.`)
  const padding = tarPadding(bytes)
  const end = TAR_BLOCK_BYTES + bytes + padding.length
  const manifest = parseManifest(readAt(file, TAR_BLOCK_BYTES, bytes).toString(), path)
  const wanted = manifest.parts.reduce((sum, part) => sum + spaceOf(part), end + TAR_END.length)
  const { size } = fstatSync(file)
  if (size < wanted)
    throw new InputError(`${path} was cut off: it has ${size} bytes of ${wanted}. Use another copy of it.`)
  if (wanted < size)
    throw new InputError(
      `${path} is damaged: it has extra bytes after its end at byte ${wanted}. Nothing was restored; use another copy of it.`,
    )
  if (Math.floor(Date.parse(manifest.madeAt) / 1000) * 1000 !== modifiedMs) throw damagedAt(path, MANIFEST_NAME)
  if (!readAt(file, end - padding.length, padding.length).equals(padding)) throw damagedAt(path, MANIFEST_NAME)
  return { manifest, end }
}

function spaceOf({ bytes }: BackupPart): number {
  return TAR_BLOCK_BYTES + bytes + tarPadding(bytes).length
}

interface Unpacking {
  readonly path: string
  readonly manifest: BackupManifest
  /** Where the first part begins. */
  readonly from: number
  readonly into: string
  readonly progress: ArchiveProgress
}

async function unpack(file: number, { path, manifest, from, into, progress }: Unpacking): Promise<void> {
  const modifiedMs = Date.parse(manifest.madeAt)
  let at = from
  for (const part of manifest.parts) {
    const header = tarHeader({ ...part, modifiedMs })
    if (!readAt(file, at, header.length).equals(header)) throw damagedAt(path, part.name)
    const target = join(into, part.name)
    mkdirSync(dirname(target), { recursive: true, mode: part.name.startsWith('node/') ? 0o700 : 0o777 })
    const sha256 = await copyPart(file, at + header.length, { part, target, progress })
    if (sha256 !== part.sha256) throw damagedAt(path, part.name)
    const padding = tarPadding(part.bytes)
    at += spaceOf(part)
    if (!readAt(file, at - padding.length, padding.length).equals(padding)) throw damagedAt(path, part.name)
  }
  if (!readAt(file, at, TAR_END.length).equals(TAR_END)) throw damagedAt(path, 'its end')
}

/** Answers the hash of what was copied. The copy is on the disk when this returns. */
async function copyPart(
  file: number,
  from: number,
  { part, target, progress }: { part: BackupPart; target: string; progress: ArchiveProgress },
): Promise<string> {
  const hash = createHash('sha256')
  const copy = openSync(target, 'wx', 0o600)
  try {
    for (let done = 0; done < part.bytes; ) {
      const chunk = readAt(file, from + done, Math.min(CHUNK_BYTES, part.bytes - done))
      if (chunk.length === 0) break
      hash.update(chunk)
      writeAll(copy, chunk)
      done += chunk.length
      progress(part.name, chunk.length)
      // Lets the handler of Ctrl-C run.
      await setImmediate()
    }
    fsyncSync(copy)
  } finally {
    closeSync(copy)
  }
  return hash.digest('hex')
}

const CHUNK_BYTES = 1 << 20

function readAt(file: number, at: number, bytes: number): Buffer {
  const chunk = Buffer.alloc(bytes)
  return chunk.subarray(0, readAll(file, chunk, at))
}

function damagedAt(path: string, where: string): InputError {
  return new InputError(`${path} is damaged at ${where}. Nothing was restored; use another copy of it.`)
}
