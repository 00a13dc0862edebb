import { createReadStream, readFileSync } from 'node:fs'
import { createGunzip, inflateRawSync } from 'node:zlib'

/*
 * What the simplest program must do with a file before it knows anything of it: the time below which no import can
 * come. RPO: gunzip and JSON.parse each line. CSV: read, decode and split each row. Czech points: inflate, decode and
 * split. Archive of XML: gunzip only.
 */
export const FLOORS: Readonly<Record<string, (paths: readonly string[]) => Promise<number>>> = {
  'sk-rpo': (paths) =>
    timed(async () => {
      for (const path of paths) {
        for await (const line of linesOf(createReadStream(path).pipe(createGunzip({ chunkSize: 1 << 18 })), 'utf-8')) {
          parseLine(line)
        }
      }
    }),
  'sk-addresses': (paths) => splitFloor(paths, ';'),
  'cz-res': (paths) =>
    splitFloor(
      paths.filter((path) => path.endsWith('res_data.csv')),
      ',',
    ),
  'cz-addresses': (paths) =>
    timed(async () => {
      const path = paths.find((one) => one.includes('_OB_ADR_'))!
      const decoder = new TextDecoder('windows-1250')
      for (const member of membersOf(readFileSync(path))) {
        for (const line of decoder.decode(inflateRawSync(member)).split('\n')) line.split(';')
      }
    }),
  'cz-vr': (paths) =>
    timed(async () => {
      for (const path of paths)
        for await (const _ of createReadStream(path).pipe(createGunzip({ chunkSize: 1 << 18 })));
    }),
}

/**
 * Nearly every line is a record. The few that are not whole ones are passed over: a floor may do less than its share,
 * not more.
 */
function parseLine(line: string): void {
  try {
    JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line)
  } catch {}
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return (performance.now() - startedMs) / 1000
}

function splitFloor(paths: readonly string[], delimiter: string): Promise<number> {
  return timed(async () => {
    for (const path of paths)
      for await (const line of linesOf(createReadStream(path, { highWaterMark: 1 << 18 }), 'utf-8'))
        line.split(delimiter)
  })
}

async function* linesOf(stream: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Compressed bytes of every member, found through the directory at the end of the archive. */
function* membersOf(zip: Buffer): Generator<Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    const bytes = zip.readUInt32LE(at + 20)
    const local = zip.readUInt32LE(at + 42)
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    yield zip.subarray(data, data + bytes)
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}
