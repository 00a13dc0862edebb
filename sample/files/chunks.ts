const CHUNK_LENGTH = 1 << 19

/** Gathers rows into buffers of half a million letters, as large as compressors and disks like them. */
export function* chunkRows(rows: Iterable<string>, encode: (text: string) => Buffer = utf8): Generator<Buffer> {
  let text = ''
  for (const row of rows) {
    text += row
    if (CHUNK_LENGTH <= text.length) {
      yield encode(text)
      text = ''
    }
  }
  if (text !== '') yield encode(text)
}

function utf8(text: string): Buffer {
  return Buffer.from(text, 'utf8')
}
