import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gunzipSync, inflateRawSync } from 'node:zlib'
import { splitCsvRow } from '../../src/stdx/csv.ts'
import type { Model } from '../model.ts'
import type { Scale } from '../plan.ts'
import { type SampleReport, writeSample } from '../sample.ts'

/** For tests: a sample in a folder that is gone afterwards, and simple readers that take whole files. */
export interface TestSample extends AsyncDisposable {
  readonly dir: string
  readonly report: SampleReport
}

export async function testSample(options: {
  scale: Scale
  seed: number
  model?: Model
  today?: string
}): Promise<TestSample> {
  const dir = await mkdtemp(join(tmpdir(), 'sample-'))
  const report = await writeSample({ today: '2026-11-21', ...options, outDir: dir })
  return { dir, report, [Symbol.asyncDispose]: () => rm(dir, { recursive: true }) }
}

/** The bytes of the only file whose name fits. */
export async function fileOf(sample: TestSample, name: RegExp): Promise<Buffer> {
  const found = sample.report.files.filter((file) => name.test(basename(file.path)))
  if (found.length !== 1) throw new Error(`${name} fits ${found.length} files`)
  return readFile(found[0]!.path)
}

export type Row = Readonly<Record<string, string>>

/** Rows by column. A line break inside quotes belongs to the field. */
export function csvRows(text: string, delimiter: string): Row[] {
  const lines = text.split('\n').filter((line) => line !== '')
  const rows: string[][] = []
  let open = ''
  for (const line of lines) {
    open = open === '' ? line : `${open}\n${line}`
    if ((open.split('"').length - 1) % 2 === 1) continue
    rows.push(splitCsvRow(open.replace(/\r$/, ''), delimiter))
    open = ''
  }
  const [header, ...data] = rows
  return data.map((fields) => {
    if (fields.length !== header!.length) throw new Error(`${fields.length} fields in ${fields.join(delimiter)}`)
    return Object.fromEntries(header!.map((column, i) => [column, fields[i]!]))
  })
}

/** Members by name, found through the central directory. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const count = zip.readUInt16LE(end + 10)
  const members = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    const nameLength = zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const name = zip.toString('latin1', at + 46, at + 46 + nameLength)
    members.set(name, inflateRawSync(zip.subarray(from, from + zip.readUInt32LE(at + 20))))
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return members
}

/** Members by name, from their headers. */
export function untar(tar: Buffer): Map<string, string> {
  const members = new Map<string, string>()
  for (let at = 0; tar[at] !== 0; ) {
    const name = tar.toString('latin1', at, tar.indexOf(0, at))
    const length = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8)
    members.set(name, tar.toString('utf8', at + 512, at + 512 + length))
    at += 512 + Math.ceil(length / 512) * 512
  }
  return members
}

export function gunzipText(bytes: Buffer): string {
  return gunzipSync(bytes).toString('utf8')
}

export function cp1250(bytes: Buffer): string {
  return new TextDecoder('windows-1250', { fatal: true }).decode(bytes)
}
