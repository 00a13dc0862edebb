import { writeFileSync } from 'node:fs'

/** Writes a MaxMind DB file with one IPv4 network: a tree of bits, a gap of 16 bytes, the data, the metadata. */
export function writeMmdb(
  path: string,
  position: { readonly network: string; readonly bits: number; readonly latitude: number; readonly longitude: number },
): void {
  const { network, bits, latitude, longitude } = position
  const address = network.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const tree = Buffer.alloc(bits * 6)
  for (let depth = 0; depth < bits; depth++) {
    const bit = Math.floor(address / 2 ** (31 - depth)) % 2
    // The number of nodes means: not here. Beyond it and the gap, where in the data.
    const next = depth === bits - 1 ? bits + 16 : depth + 1
    tree.writeUIntBE(bit === 0 ? next : bits, depth * 6, 3)
    tree.writeUIntBE(bit === 0 ? bits : next, depth * 6 + 3, 3)
  }
  const data = map({ location: map({ latitude: double(latitude), longitude: double(longitude) }) })
  const metadata = map({
    binary_format_major_version: uint16(2),
    binary_format_minor_version: uint16(0),
    build_epoch: uint32(1_795_219_200),
    database_type: text('Example-City'),
    description: map({}),
    ip_version: uint16(4),
    languages: Buffer.of(0x00, 0x04),
    node_count: uint32(bits),
    record_size: uint16(24),
  })
  const marker = Buffer.concat([Buffer.of(0xab, 0xcd, 0xef), Buffer.from('MaxMind.com')])
  writeFileSync(path, Buffer.concat([tree, Buffer.alloc(16), data, marker, metadata]))
}

/** The first three bits of a value are its type, the other five its size; of larger types the next byte says which. */
function map(fields: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(fields)
  return Buffer.concat([Buffer.of((7 << 5) | entries.length), ...entries.flatMap(([key, value]) => [text(key), value])])
}

function text(value: string): Buffer {
  const long = 29 <= value.length
  return Buffer.concat([
    long ? Buffer.of((2 << 5) | 29, value.length - 29) : Buffer.of((2 << 5) | value.length),
    Buffer.from(value),
  ])
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(9)
  bytes[0] = (3 << 5) | 8
  bytes.writeDoubleBE(value, 1)
  return bytes
}

function uint16(value: number): Buffer {
  return Buffer.of((5 << 5) | 2, value >> 8, value & 255)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(5)
  bytes[0] = (6 << 5) | 4
  bytes.writeUInt32BE(value, 1)
  return bytes
}
