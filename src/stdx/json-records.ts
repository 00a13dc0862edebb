import { type InputError, inputErrorAt } from './input-error.ts'
import { decodeJson, JsonRecord } from './json-record.ts'
import { JsonValueEnd } from './json-value-end.ts'

export interface JsonRecordsFormat {
  /** The file's name in messages. */
  readonly file: string
  /** The member of the outermost object that holds the records. */
  readonly array: string
}

export interface JsonRecordsHandler {
  /** Receives the members before the array, before the first record. An exception rejects the file. */
  begin(members: JsonMembers): void
  record(record: JsonRecord): void
  /** Called between chunks, so that a slow consumer can apply backpressure. */
  afterBlock(): Promise<void>
}

/** The other members of the outermost object, except long ones. */
export type JsonMembers = ReadonlyMap<string, unknown>

/** A longer record is the result of an unclosed quote or bracket. */
export const JSON_RECORD_BYTES_MAX = 1 << 24

const MEMBER_BYTES_MAX = 1 << 16
const MEMBERS_MAX = 100

/**
 * Reads `{"head": …, "records": [{…}, {…}], …}` of any length. Records are split in bytes, so that a caller can skip a
 * known record without parsing it. Returns all other members, also those after the array.
 */
export async function readJsonRecords(
  chunks: AsyncIterable<Uint8Array>,
  format: JsonRecordsFormat,
  handler: JsonRecordsHandler,
): Promise<JsonMembers> {
  const blocks = new JsonBlocks(format, handler)
  for await (const chunk of chunks) {
    blocks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
    await handler.afterBlock()
  }
  return blocks.end()
}

/** The text that may come next, and the message if another one does. */
const EXPECTED = {
  object: 'a { was expected: the file has another format',
  name: 'a name in quotes or } was expected',
  nextName: 'a name in quotes was expected',
  colon: 'a colon was expected',
  value: 'a value was expected',
  comma: 'a comma or } was expected',
  record: 'an object or ] was expected',
  nextRecord: 'an object was expected',
  recordComma: 'a comma or ] was expected',
  nothing: 'the end of the file was expected',
} as const

const NEWLINE = 0x0a
const BOM = [0xef, 0xbb, 0xbf]
const SCALAR_END = new Set(Buffer.from(',]} \t\r\n'))

/** Reads a file token by token. A value that spans chunks is kept until it is complete. */
class JsonBlocks {
  readonly #format: JsonRecordsFormat
  readonly #handler: JsonRecordsHandler
  readonly #valueEnd = new JsonValueEnd()
  readonly #members = new Map<string, unknown>()
  #expect: keyof typeof EXPECTED = 'object'
  #name = ''
  #arraySeen = false
  #number = 0
  #line = 1
  #inside: 'nothing' | 'value' | 'scalar' = 'nothing'
  #held: Buffer[] = []
  #heldBytes = 0

  constructor(format: JsonRecordsFormat, handler: JsonRecordsHandler) {
    this.#format = format
    this.#handler = handler
  }

  push(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) at = this.#inside === 'nothing' ? this.#token(chunk, at) : this.#rest(chunk, at)
  }

  end(): JsonMembers {
    if (this.#expect === 'object') throw this.#error('the file is empty; a JSON object was expected')
    if (this.#expect !== 'nothing') {
      throw this.#error(`the file ends here, after record ${this.#number}: it is cut off, fetch it again`)
    }
    if (!this.#arraySeen) {
      throw inputErrorAt(
        this.#format,
        `has no array "${this.#format.array}": it is the file of another source, or its format changed`,
      )
    }
    return this.#members
  }

  /** One byte between values, or the beginning of a value. */
  #token(chunk: Buffer, at: number): number {
    const char = String.fromCharCode(chunk[at]!)
    switch (char) {
      case '\n':
        this.#line += 1
        return at + 1
      case ' ':
      case '\t':
      case '\r':
        return at + 1
      case '"':
      case '{':
      case '[':
        if (this.#opens(char)) return at + 1
        this.#inside = 'value'
        return this.#rest(chunk, at)
      case ',':
      case ':':
      case '}':
      case ']':
        this.#expect = this.#after(char)
        return at + 1
      default:
        if (this.#expect === 'object' && BOM.includes(chunk[at]!)) return at + 1
        if (this.#expect !== 'value') throw this.#unexpected(char)
        this.#inside = 'scalar'
        return this.#rest(chunk, at)
    }
  }

  /** True for the brackets of the outermost object and of the array. Any other character starts a value. */
  #opens(char: '"' | '{' | '['): boolean {
    switch (this.#expect) {
      case 'object':
        if (char !== '{') throw this.#unexpected(char)
        this.#expect = 'name'
        return true
      case 'name':
      case 'nextName':
        if (char !== '"') throw this.#unexpected(char)
        return false
      case 'value':
        if (this.#name !== this.#format.array) return false
        if (char !== '[' || this.#arraySeen) throw this.#error(`one array "${this.#name}" was expected`)
        this.#arraySeen = true
        this.#handler.begin(this.#members)
        this.#expect = 'record'
        return true
      case 'record':
      case 'nextRecord':
        if (char !== '{') throw this.#unexpected(char)
        return false
      default:
        throw this.#unexpected(char)
    }
  }

  #after(char: ',' | ':' | '}' | ']'): keyof typeof EXPECTED {
    const expect = this.#expect
    if (char === ':' && expect === 'colon') return 'value'
    if (char === ',' && expect === 'comma') return 'nextName'
    if (char === ',' && expect === 'recordComma') return 'nextRecord'
    if (char === '}' && (expect === 'comma' || expect === 'name')) return 'nothing'
    if (char === ']' && (expect === 'recordComma' || expect === 'record')) return 'comma'
    throw this.#unexpected(char)
  }

  /** Continues a value: reports it if it ends in this chunk, and otherwise keeps its part. */
  #rest(chunk: Buffer, from: number): number {
    const end = this.#inside === 'value' ? this.#valueEnd.find(chunk, from) : scalarEnd(chunk, from)
    const part = chunk.subarray(from, end < 0 ? chunk.length : end)
    if (JSON_RECORD_BYTES_MAX < this.#heldBytes + part.length) {
      throw this.#error(
        `the value that begins here does not end within ${JSON_RECORD_BYTES_MAX} bytes; the file is damaged`,
      )
    }
    if (end < 0) {
      this.#held.push(part)
      this.#heldBytes += part.length
      return chunk.length
    }
    const bytes = this.#held.length === 0 ? part : Buffer.concat([...this.#held, part])
    this.#inside = 'nothing'
    this.#held = []
    this.#heldBytes = 0
    this.#value(bytes)
    this.#line += newlines(bytes)
    return end
  }

  #value(bytes: Buffer): void {
    switch (this.#expect) {
      case 'name':
      case 'nextName':
        this.#name = String(this.#parsed(bytes))
        this.#expect = 'colon'
        return
      case 'value':
        if (bytes.length <= MEMBER_BYTES_MAX && this.#members.size < MEMBERS_MAX) {
          this.#members.set(this.#name, this.#parsed(bytes))
        }
        this.#expect = 'comma'
        return
      default:
        this.#number += 1
        this.#expect = 'recordComma'
        this.#handler.record(new JsonRecord(this.#format.file, bytes, { number: this.#number, line: this.#line }))
    }
  }

  #parsed(bytes: Buffer): unknown {
    const text = decodeJson(bytes, { file: this.#format.file, line: this.#line })
    try {
      return JSON.parse(text)
    } catch {
      throw this.#error('this value is not valid JSON; the file is damaged')
    }
  }

  #unexpected(char: string): InputError {
    const where = this.#arraySeen && this.#number !== 0 ? ` after record ${this.#number}` : ''
    return this.#error(`found ${JSON.stringify(char)}${where}, but ${EXPECTED[this.#expect]}`)
  }

  #error(what: string): InputError {
    return inputErrorAt({ file: this.#format.file, line: this.#line }, what)
  }
}

function scalarEnd(chunk: Buffer, from: number): number {
  for (let at = from; at < chunk.length; at++) if (SCALAR_END.has(chunk[at]!)) return at
  return -1
}

function newlines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(NEWLINE); 0 <= at; at = bytes.indexOf(NEWLINE, at + 1)) count += 1
  return count
}
