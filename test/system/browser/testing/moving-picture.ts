import { crc32 } from 'node:zlib'

export interface Frame {
  readonly png: Buffer
  /** How long it is shown. */
  readonly ms: number
}

/** One animated PNG of pictures of one size, which begins again at its end. Their bytes stay as they are. */
export function joinFrames(frames: readonly Frame[]): Buffer {
  const parts = frames.map(({ png }) => readChunks(png))
  const header = parts[0]!.find(({ type }) => type === 'IHDR')!.data
  let sequence = 0
  const next = () => numbers(sequence++)
  const bodies = parts.flatMap((chunks, i) => {
    const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data)
    const size = chunks.find(({ type }) => type === 'IHDR')!.data.subarray(0, 8)
    if (!size.equals(header.subarray(0, 8))) throw new Error('a picture has another size than the first one')
    const delay = Buffer.from([frames[i]!.ms >> 8, frames[i]!.ms & 255, 1000 >> 8, 1000 & 255])
    const control = chunk('fcTL', next(), size, numbers(0, 0), delay, Buffer.from([0, 0]))
    return [control, ...data.map((one) => (i === 0 ? chunk('IDAT', one) : chunk('fdAT', next(), one)))]
  })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('acTL', numbers(frames.length, 0)),
    ...bodies,
    chunk('IEND'),
  ])
}

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

function readChunks(png: Buffer): { readonly type: string; readonly data: Buffer }[] {
  const chunks = []
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

function chunk(type: string, ...data: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...data])
  return Buffer.concat([numbers(body.length - 4), body, numbers(crc32(body))])
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i)
  return bytes
}
