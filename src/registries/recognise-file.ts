import { constants, gunzipSync, inflateRawSync } from 'node:zlib'
import { readFileHead } from '../stdx/read-file-head.ts'
import { isTarStart } from '../stdx/tar.ts'
import type { SourceFile } from './registry.ts'

export const PACKINGS = ['none', 'gzip', 'zip', '7z', 'xz', 'bzip2', 'zstd'] as const

/** How the bytes of a file are packed, by its first bytes. */
export type Packing = (typeof PACKINGS)[number]

/** What a file holds, as far as its beginning shows. */
export interface Content {
  /** A noun phrase: `the snapshot of RES`. */
  readonly what: string
  /** The source that reads such files; undefined if none does. */
  readonly source?: string
  /** What to do with it where it is not expected; without it, to import it as a file of its source. */
  readonly advice?: string
}

export interface Recognised {
  readonly isEmpty: boolean
  readonly isUtf16: boolean
  readonly packing: Packing
  /** The file, or what is gzipped in it, begins like a tar archive. */
  readonly isTar: boolean
  /** Undefined for what we have no name for. */
  readonly content: Content | undefined
}

const MAGIC: readonly (readonly [Packing, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zip', [0x50, 0x4b, 3, 4]],
  ['zip', [0x50, 0x4b, 5, 6]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
]

const FETCH_POINTS = 'Fetch {YYYYMMDD}_OB_ADR_csv.zip instead'
const SERVER_ERROR = 'The server sent it instead of the data. Check the address and fetch the file again'

/** The first pattern that fits the beginning of the text decides. */
const CONTENTS: readonly (readonly [RegExp, Content])[] = [
  [/^(<!--[^>]*-->\s*)?<(!doctype html|html|head|body)\b/i, { what: 'a web page', advice: SERVER_ERROR }],
  [/^(<\?xml[^>]*\?>\s*)?<Error>/, { what: 'an error message', advice: SERVER_ERROR }],
  [/^\{\s*"(error|errors|message|status)"/, { what: 'an error message', advice: SERVER_ERROR }],
  [/VymennyFormat/, { what: 'RÚIAN in the exchange format VFR', advice: `VFR is not read. ${FETCH_POINTS}` }],
  [
    /PostgreSQL database dump|COPY rpo2\.|SCHEMA rpo2/,
    {
      what: 'the database dump of a mirror of the RPO',
      advice: 'Dumps are not read. Fetch init_YYYY-MM-DD_NNN.json.gz and the dailies after it instead',
    },
  ],
  [/^\{\s*"exportDate"/, { what: 'an export of the RPO', source: 'sk-rpo' }],
  [/^\{[\s\S]*"FeatureCollection"/, { what: 'GeoJSON of RAGEO', source: 'sk-addresses' }],
  [/^.*IDENTIFIKATOR/, { what: 'the national CSV of Slovak addresses', source: 'sk-addresses' }],
  [/^"?ICO"?[,;]"?(OKRESLAU|ZDRUD)/, { what: 'a table of RES', source: 'cz-res' }],
  [/^.*(KODCIS.*CHODNOTA|CHODNOTA.*KODCIS)/i, { what: 'a code list of ČSÚ', source: 'cz-res' }],
  [/Ares_odpovedi/, { what: 'a document of the public registers', source: 'cz-vr' }],
  [
    /^.*Kód volebního okrsku/,
    {
      what: 'the report of electoral districts',
      advice: `Its columns are not those of the addresses. ${FETCH_POINTS}`,
    },
  ],
  [/^"?Kód ADM/, { what: 'address places of RÚIAN', source: 'cz-addresses' }],
  [
    /^"?(ADM_KOD|COBCE_KOD|MOMC_KOD|POU_KOD|ULICE_KOD|ZSJ_KOD);/,
    { what: 'a table of strukt_ADR', source: 'cz-addresses' },
  ],
]

const TAR: Content = {
  what: 'a tar archive',
  source: 'cz-vr',
  advice: 'Only cz-vr reads one, ares_vreo_all.tar.gz. Unpack any other with tar xf and give the files in it',
}

const HEAD_BYTES = 4096

const OFFICE: Content = {
  what: 'a document of an office program',
  advice: 'Fetch the file of the register again and do not save it anew',
}
/** The first members of Microsoft's and of the open format. */
const OFFICE_MEMBER = /^(\[Content_Types\]\.xml|_rels\/|xl\/|mimetype$)/

/** Looks at the first bytes of a file, inside of gzip and of the first members of a zip too. */
export async function recogniseFile(file: SourceFile): Promise<Recognised> {
  const head = await readFileHead(file.path, HEAD_BYTES)
  const packing = MAGIC.find(([, magic]) => magic.every((byte, i) => head[i] === byte))?.[0] ?? 'none'
  const start = packing === 'gzip' ? gunzipped(head) : head
  const content = packing === 'zip' ? contentOfZip(head) : contentOf(start)
  return { isEmpty: head.length === 0, isUtf16: isUtf16(head), packing, isTar: isTarStart(start), content }
}

/** The kind of a message that a server sent in place of a file, by the first bytes. Undefined: it may be the file. */
export function findServerMessage(head: Buffer): string | undefined {
  const content = contentOf(head)
  return content?.advice === SERVER_ERROR ? content.what : undefined
}

/** By its mark, or by the zeroes that it puts between the letters of a header. */
function isUtf16(head: Buffer): boolean {
  if (head.length < 4) return false
  const mark = head.readUInt16BE(0)
  if (mark === 0xfffe || mark === 0xfeff) return true
  const [first, second, third, fourth] = head.subarray(0, 4)
  return (first === 0) === (third === 0) && (second === 0) === (fourth === 0) && (first === 0) !== (second === 0)
}

function contentOf(bytes: Buffer): Content | undefined {
  if (isTarStart(bytes)) return TAR
  const text = textOf(bytes).replace('\ufeff', '').trimStart()
  return CONTENTS.find(([pattern]) => pattern.test(text))?.[1]
}

/** Czech tables are in windows-1250, everything else in UTF-8. The head may end in the middle of a character. */
function textOf(bytes: Buffer): string {
  const utf8 = bytes.toString('utf8')
  const broken = utf8.indexOf('\ufffd')
  return broken < 0 || utf8.length - 2 <= broken ? utf8 : new TextDecoder('windows-1250').decode(bytes)
}

const INFLATE = { finishFlush: constants.Z_SYNC_FLUSH }

function gunzipped(head: Buffer): Buffer {
  try {
    return gunzipSync(head, INFLATE)
  } catch {
    // Damaged or too short: the reader will report it.
    return Buffer.alloc(0)
  }
}

/** By the first member that says what it is: a zip that was packed anew begins with what a system adds. */
function contentOfZip(head: Buffer): Content | undefined {
  try {
    for (let at = 0; at + 30 < head.length && head.readUInt32LE(at) === LOCAL_HEADER; ) {
      const nameEnd = at + 30 + head.readUInt16LE(at + 26)
      const start = nameEnd + head.readUInt16LE(at + 28)
      if (OFFICE_MEMBER.test(head.toString('latin1', at + 30, nameEnd))) return OFFICE
      // Where the sizes come after a member, the next one cannot be found.
      const isSizeKnown = (head.readUInt16LE(at + 6) & SIZES_FOLLOW) === 0
      const end = isSizeKnown ? start + head.readUInt32LE(at + 18) : head.length
      const bytes = head.subarray(start, end)
      const content = contentOf(head.readUInt16LE(at + 8) === 0 ? bytes : inflateRawSync(bytes, INFLATE))
      if (content !== undefined) return content
      at = end
    }
  } catch {
    // Damaged, or cut off within what was read.
  }
  return undefined
}

const LOCAL_HEADER = 0x04034b50
const SIZES_FOLLOW = 8
