import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportSet, Registry, SourceFile } from '../registry.ts'
import { type Recording, recordingSink } from './recording-sink.ts'
import { writeSourceFiles } from './source-files.ts'

export type Files = Readonly<Record<string, string | Uint8Array>>

/** What a registry reads from these files. */
export async function readFiles(registry: Registry, files: Files, recording = recordingSink()): Promise<Recording> {
  for (const set of await registry.arrange(writeSourceFiles(files), {})) await registry.read(set, recording.sink)
  return recording
}

/** Contents are those of the file `name`. */
export type Refusal = readonly [what: string, filesOrContent: Files | string | Uint8Array, message: string]

/** One test for each case: the registry refuses the files with this message and no other. */
export function refusesFiles(registry: Registry, name: string, refusals: readonly Refusal[]): void {
  for (const [what, given, message] of refusals) {
    const files = typeof given === 'string' || given instanceof Uint8Array ? { [name]: given } : given
    test(`${registry.name} refuses ${what}`, async () => {
      await assert.rejects(readFiles(registry, files), { name: 'InputError', message })
    })
  }
}

/** `cz-res, full, complete, of 2026-09-15: cis56.csv, res_data.csv` */
export function setInWords({ dataset, scope, coverage, complete, observedOn, files }: ImportSet): string {
  const what = [`${dataset.name} ${scope}`.trim(), coverage, complete ? 'complete' : 'partial', `of ${observedOn}`]
  return `${what.join(', ')}: ${files.map(({ name }) => name).join(', ')}`
}

/**
 * What a reader tells its sink, in order: opened files, keys of records, and the beginning of what the meaning of rows
 * depends on.
 */
export async function callsOf(registry: Registry, files: readonly SourceFile[]): Promise<string[]> {
  const calls: string[] = []
  let bytes = 0
  const { sink } = recordingSink()
  const [set] = await registry.arrange(files, {})
  await registry.read(set!, {
    ...sink,
    openFile: (file) => calls.push(file.name),
    dependsOn: (some) => calls.push(Buffer.from(some).toString().slice(0, 12)),
    progress: (some) => (bytes += some),
    record: (key) => calls.push(String(key)),
  })
  const wanted = files.reduce((sum, file) => sum + file.bytes, 0)
  assert.equal(bytes, wanted, 'the sink receives the number of bytes')
  return calls
}
