import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { assert } from './assert.ts'
import { InputError } from './input-error.ts'
import { readAll } from './read-all.ts'
import { writeAll } from './write-all.ts'

/*
 * A file of named typed arrays, written once and then only read:
 *
 *   "SECTIONS" | header bytes (u32) | header CRC-32 (u32) | header (JSON) | pad | section | pad | section …
 *
 * Each section starts at a multiple of 64 bytes, so it can be used in place, and has its own CRC-32.
 */

const MAGIC = Buffer.from('SECTIONS')
const PREFIX_BYTES = 16
const ALIGN = 64

const TYPES = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, i32: Int32Array, f64: Float64Array } as const
type SectionType = keyof typeof TYPES
export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

interface SectionEntry {
  readonly name: string
  readonly type: SectionType
  /** From the end of the header's padding. */
  readonly offset: number
  readonly bytes: number
  readonly crc32: number
}

interface Header {
  readonly kind: string
  readonly format: number
  readonly sections: readonly SectionEntry[]
}

export interface FileKind {
  /** One word. */
  readonly kind: string
  /** Raised whenever a reader of the old format would misread the new one. */
  readonly format: number
  /** The command that creates such a file, for error messages. */
  readonly remedy: string
}

/** An array, or the pieces of one. */
export type SectionSource = SectionArray | readonly SectionArray[]

export function writeSections(path: string, kind: FileKind, sections: Readonly<Record<string, SectionSource>>): void {
  const inPieces = Object.entries(sections).map(([name, source]) => ({
    name,
    pieces: Array.isArray(source) ? source : [source as SectionArray],
  }))
  const entries: SectionEntry[] = []
  let offset = 0
  for (const { name, pieces } of inPieces) {
    const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
    const checksum = pieces.reduce((sum, piece) => crc32(bytesOf(piece), sum), 0)
    entries.push({ name, type: sectionTypeOf(pieces[0]!), offset, bytes, crc32: checksum })
    offset = aligned(offset + bytes)
  }
  const header = Buffer.from(
    JSON.stringify({ kind: kind.kind, format: kind.format, sections: entries } satisfies Header),
  )
  const prefix = Buffer.alloc(PREFIX_BYTES)
  MAGIC.copy(prefix)
  prefix.writeUInt32LE(header.length, 8)
  prefix.writeUInt32LE(crc32(header), 12)
  const file = openSync(path, 'w')
  try {
    writeAll(file, Buffer.concat([prefix, header]))
    let written = prefix.length + header.length
    for (const [i, { pieces }] of inPieces.entries()) {
      const { bytes } = entries[i]!
      if (bytes === 0) continue
      // Padding comes before a section and not after it, so that a file that is cut off always lacks something.
      writeAll(file, padding(written))
      for (const piece of pieces) writeAll(file, bytesOf(piece))
      written = aligned(written) + bytes
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Loads and checks a file, or some sections of it. The arrays share one SharedArrayBuffer, for use in other threads.
 */
export function readSections(path: string, kind: FileKind, wanted?: readonly string[]): Map<string, SectionArray> {
  const damaged = (what: string): InputError => createDamageError(path, kind, what)
  if (!existsSync(path)) throw new InputError(`${path}: no such file.`)
  const file = openSync(path, 'r')
  try {
    const { header, start } = readHeader(file, kind, damaged)
    const entries = header.sections.filter(({ name }) => wanted === undefined || wanted.includes(name))
    const buffer = new SharedArrayBuffer(entries.reduce((sum, { bytes }) => aligned(sum + bytes), 0))
    const sections = new Map<string, SectionArray>()
    let at = 0
    for (const entry of entries) {
      const bytes = new Uint8Array(buffer, at, entry.bytes)
      if (!readFully(file, bytes, start + entry.offset)) throw damaged('is cut off')
      if (crc32(bytes) !== entry.crc32) throw damaged(`is damaged in section ${entry.name}`)
      const Type = TYPES[entry.type]
      sections.set(entry.name, new Type(buffer as unknown as ArrayBuffer, at, entry.bytes / Type.BYTES_PER_ELEMENT))
      at = aligned(at + entry.bytes)
    }
    return sections
  } finally {
    closeSync(file)
  }
}

/** An error about a file that cannot be used: `what` follows its path. */
export function createDamageError(path: string, kind: FileKind, what: string): InputError {
  return new InputError(`${path} ${what}. Run \`${kind.remedy}\` to make a new one.`)
}

/** A header has some kilobytes; a larger length means a damaged file. */
const HEADER_BYTES_MAX = 1 << 20

function readHeader(
  file: number,
  kind: FileKind,
  damaged: (what: string) => InputError,
): { readonly header: Header; readonly start: number } {
  const prefix = Buffer.alloc(PREFIX_BYTES)
  if (!readFully(file, prefix, 0) || !prefix.subarray(0, 8).equals(MAGIC)) throw damaged('is not a section file')
  const headerBytes = prefix.readUInt32LE(8)
  const text = Buffer.alloc(Math.min(headerBytes, HEADER_BYTES_MAX))
  if (!readFully(file, text, PREFIX_BYTES)) throw damaged('is cut off')
  if (crc32(text) !== prefix.readUInt32LE(12)) throw damaged('is damaged in its header')
  const header = JSON.parse(text.toString()) as Header
  if (header.kind !== kind.kind) throw damaged(`holds ${header.kind}, ${kind.kind} was expected`)
  if (header.format !== kind.format) {
    throw damaged(`has ${kind.kind} format ${header.format}; this build reads format ${kind.format}`)
  }
  return { header, start: aligned(PREFIX_BYTES + headerBytes) }
}

/** Returns one array of a file. The type is the one that its writer used. */
export function section<T extends SectionArray>(
  sections: Map<string, SectionArray>,
  name: string,
  Type: new (length: number) => T,
): T {
  const array = sections.get(name)
  assert(array instanceof Type, `section ${name} is a ${Type.name}`)
  return array as T
}

/** False if the file ends before the bytes are full. */
function readFully(file: number, bytes: Uint8Array, position: number): boolean {
  return readAll(file, bytes, position) === bytes.length
}

function sectionTypeOf(array: SectionArray): SectionType {
  const found = (Object.keys(TYPES) as SectionType[]).find(
    (type) => array.constructor === TYPES[type] || (type === 'u8' && Buffer.isBuffer(array)),
  )
  assert(found !== undefined, 'a section is one of the listed types')
  return found
}

function bytesOf(array: SectionArray): Buffer {
  return Buffer.from(array.buffer as ArrayBuffer, array.byteOffset, array.byteLength)
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGN) * ALIGN
}

function padding(length: number): Buffer {
  return Buffer.alloc(aligned(length) - length)
}
