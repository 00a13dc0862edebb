export interface TarPart {
  readonly name: string
  readonly content?: string | Uint8Array
  readonly type?: string
  readonly prefix?: string
  /** A wrong size for the header. */
  readonly statedBytes?: number
}

/** Builds a tar archive. */
export function buildTar(parts: readonly TarPart[]): Buffer {
  const blocks = parts.flatMap((part) => {
    const content = Buffer.from(part.content ?? '')
    return [buildTarHeader(part), content, Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

/** Builds one header; `change` may damage it before the checksum is written. */
export function buildTarHeader(part: TarPart, change: (block: Buffer) => void = () => {}): Buffer {
  const block = Buffer.alloc(512)
  const bytes = part.statedBytes ?? Buffer.from(part.content ?? '').length
  block.write(part.name)
  block.write('0000644\0', 100)
  block.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124)
  block.write(part.type ?? '0', 156)
  block.write('ustar\x0000', 257)
  block.write(part.prefix ?? '', 345)
  change(block)
  block.write(' '.repeat(8), 148)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
