import { assert } from '../../src/stdx/assert.ts'

export interface TarMember {
  /** A folder ends with a slash. */
  readonly name: string
  readonly text: string
}

const BLOCK = 512
const CHUNK = 1 << 20

/**
 * A tar as chunks. Members are written straight into large buffers: there are a million small ones. `seconds` is their
 * time, since 1970.
 */
export function* tar(members: Iterable<TarMember>, seconds: number): Generator<Buffer> {
  const template = headerTemplate(seconds)
  let chunk = Buffer.alloc(CHUNK)
  let at = 0
  for (const { name, text } of members) {
    const most = 2 * BLOCK + text.length * 3
    if (chunk.length < at + most) {
      yield chunk.subarray(0, at)
      chunk = Buffer.alloc(Math.max(CHUNK, most))
      at = 0
    }
    const length = chunk.write(text, at + BLOCK, 'utf8')
    writeHeader(chunk, at, template, name, length)
    at += BLOCK + Math.ceil(length / BLOCK) * BLOCK
  }
  yield chunk.subarray(0, at)
  // Two empty blocks end an archive.
  yield Buffer.alloc(2 * BLOCK)
}

/** Everything of a header that is the same for all members; spaces stand where the checksum goes, as its rule wants. */
function headerTemplate(seconds: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  header.write('0000644\x000000000\x000000000\x00', 100, 'latin1')
  header.write(`${octal(seconds, 11)}\x00`, 136, 'latin1')
  header.write('        0', 148, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  return header
}

function writeHeader(chunk: Buffer, at: number, template: Buffer, name: string, length: number): void {
  assert(name.length < 100, 'ustar keeps names of up to 100 bytes')
  template.copy(chunk, at)
  chunk.write(name, at, 'latin1')
  if (name.endsWith('/')) chunk.write('5', at + 156, 'latin1')
  chunk.write(`${octal(length, 11)}\x00`, at + 124, 'latin1')
  let sum = 0
  for (let i = at; i < at + 265; i++) sum += chunk[i]!
  chunk.write(`${octal(sum, 6)}\x00 `, at + 148, 'latin1')
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}
