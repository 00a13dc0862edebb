import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Random } from '../../stdx/random.ts'
import { buildZip } from '../../stdx/testing/zip.ts'
import { openZip } from '../../stdx/zip.ts'

/** The content of a file with one accidental change, like that of a cut download, a bad disk or a new format. */
export async function mutateFile(path: string, random: Random): Promise<Buffer> {
  const content = readFileSync(path)
  if (random.below(3) === 0) return mutateBytes(content, random)
  if (path.endsWith('.gz')) return gzipSync(mutateBytes(gunzipSync(content), random))
  return path.endsWith('.zip') ? await mutateMember(path, random) : mutateBytes(content, random)
}

async function mutateMember(path: string, random: Random): Promise<Buffer> {
  await using zip = await openZip(path, { file: path, memberBytesMax: 1 << 20 })
  const victim = random.below(zip.members.length)
  const members: [string, Buffer][] = []
  for await (const { member, content } of zip.contents(zip.members)) {
    members.push([member.name, members.length === victim ? mutateBytes(content, random) : content])
  }
  return await buildZip(Object.fromEntries(members))
}

const MUTATIONS: readonly ((bytes: Buffer, random: Random) => Buffer)[] = [
  // Cut off anywhere, or cut off between two lines.
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  (bytes, random) => {
    const at = bytes.indexOf(10, random.below(bytes.length))
    return at < 0 ? bytes.subarray(0, bytes.length >> 1) : bytes.subarray(0, at + 1)
  },
  // One byte, and then some.
  (bytes, random) => withBytes(bytes, random, 1),
  (bytes, random) => withBytes(bytes, random, 20),
  // A piece is lost, doubled, or put elsewhere.
  (bytes, random) => {
    const [from, to] = piece(bytes, random)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  },
  (bytes, random) => {
    const [from, to] = piece(bytes, random)
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])
  },
  (bytes, random) => {
    const [from, to] = piece(bytes, random)
    return Buffer.concat([bytes.subarray(from, to), bytes.subarray(0, from), bytes.subarray(to)])
  },
  // The columns of a table, or what looks like it, in another order, fewer or more.
  (bytes, random) =>
    withColumns(bytes, random, (fields, at) => fields.toSpliced(at, 2, ...fields.slice(at, at + 2).reverse())),
  (bytes, random) => withColumns(bytes, random, (fields, at) => fields.toSpliced(at, 1)),
  (bytes, random) => withColumns(bytes, random, (fields, at) => fields.toSpliced(at, 0, fields[at] ?? 'NEW')),
  // The header alone: a column renamed, in capitals, in quotes.
  (bytes, random) => {
    const end = Math.max(1, bytes.indexOf(10))
    return Buffer.concat([withBytes(Buffer.from(bytes.subarray(0, end)), random, 1), bytes.subarray(end)])
  },
  // Saved anew in another encoding.
  (bytes) => Buffer.from(bytes.toString('utf8'), 'latin1'),
  (bytes) => Buffer.from(bytes.toString('latin1'), 'utf8'),
  (bytes) => Buffer.from(`\ufeff${bytes.toString('utf8')}`, 'utf16le'),
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
]

function mutateBytes(bytes: Buffer, random: Random): Buffer {
  if (bytes.length === 0) return bytes
  return MUTATIONS[random.below(MUTATIONS.length)]!(bytes, random)
}

function withBytes(bytes: Buffer, random: Random, count: number): Buffer {
  const copy = Buffer.from(bytes)
  for (let i = 0; i < count; i++) copy[random.below(copy.length)] = random.below(256)
  return copy
}

function piece(bytes: Buffer, random: Random): [number, number] {
  const from = random.below(bytes.length)
  return [from, Math.min(bytes.length, from + 1 + random.below(200))]
}

function withColumns(bytes: Buffer, random: Random, change: (fields: string[], at: number) => string[]): Buffer {
  const lines = bytes.toString('latin1').split('\n')
  const delimiter = lines[0]!.includes(';') ? ';' : ','
  const at = random.below(Math.max(1, lines[0]!.split(delimiter).length))
  const everywhere = random.below(2) === 0
  const changed = lines.map((line, i) =>
    everywhere || i === 0 ? change(line.split(delimiter), at).join(delimiter) : line,
  )
  return Buffer.from(changed.join('\n'), 'latin1')
}
