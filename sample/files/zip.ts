import { crc32, deflateRawSync } from 'node:zlib'
import { assert } from '../../src/stdx/assert.ts'

export interface ZipMember {
  readonly name: string
  readonly bytes: Buffer
}

const DEFLATED = 8
const VERSION = 20
/** 1980-01-01 00:00, the first time that a zip can say. */
const DATE = 0x21
const MEMBERS_MAX = 0xffff
const BYTES_MAX = 0xffffffff

/**
 * A zip as chunks, member after member. Our own and not yazl: yazl wants all members before it writes the first, asks
 * the clock and the time zone for their dates, and compresses in an order that is its own; the same seed has to give
 * the same bytes.
 */
export function* zip(members: Iterable<ZipMember>): Generator<Buffer> {
  const directory: Buffer[] = []
  let at = 0
  for (const { name, bytes } of members) {
    const nameBytes = Buffer.from(name, 'latin1')
    const packed = deflateRawSync(bytes, { level: 6 })
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(DEFLATED, 4)
    common.writeUInt16LE(DATE, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    yield Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, packed])
    directory.push(directoryEntry(common, nameBytes, at))
    at += 4 + common.length + nameBytes.length + packed.length
    assert(directory.length <= MEMBERS_MAX && at <= BYTES_MAX, 'the zip stays below what needs zip64')
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  yield central
  yield end
}

function directoryEntry(common: Buffer, name: Buffer, at: number): Buffer {
  const head = Buffer.alloc(6)
  head.write('PK\x01\x02', 0, 'latin1')
  head.writeUInt16LE(VERSION, 4)
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(at, 10)
  return Buffer.concat([head, common, tail, name])
}
