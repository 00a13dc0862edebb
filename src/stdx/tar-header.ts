import { assert } from './assert.ts'

export const TAR_BLOCK_BYTES = 512

export interface TarMember {
  /** At most 100 bytes. */
  readonly name: string
  readonly bytes: number
  /** Stored in whole seconds. */
  readonly modifiedMs: number
}

/** The ustar header of a file that only its owner may read. The same member always gives the same bytes. */
export function tarHeader({ name, bytes, modifiedMs }: TarMember): Buffer {
  assert(Buffer.byteLength(name) <= 100, `${name} is too long for a header`)
  const block = Buffer.alloc(TAR_BLOCK_BYTES)
  block.write(name)
  block.write(octal(0o600, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  writeSize(block, bytes)
  block.write(octal(Math.floor(modifiedMs / 1000), 11), 136)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  // The checksum counts its own field as spaces.
  block.write(' '.repeat(8), 148)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${octal(sum, 6)} `, 148)
  return block
}

/** The padding after a member's content. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc((TAR_BLOCK_BYTES - (bytes % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES)
}

/** Two empty blocks. */
export const TAR_END = Buffer.alloc(2 * TAR_BLOCK_BYTES)

/** Eleven octal digits hold 8 GiB. A larger size is a big-endian number with the first bit set, as in GNU tar. */
function writeSize(block: Buffer, bytes: number): void {
  if (bytes < 8 ** 11) block.write(octal(bytes, 11), 124)
  else {
    block[124] = 0x80
    block.writeUIntBE(bytes, 130, 6)
  }
}

function octal(value: number, digits: number): string {
  return `${value.toString(8).padStart(digits, '0')}\0`
}
