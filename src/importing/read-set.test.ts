import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Catalog, type ImportCounts } from '../catalog/catalog.ts'
import { REGISTRIES } from '../registries/registries.ts'
import { InputError } from '../stdx/input-error.ts'
import type { ProgressReporter } from './progress.ts'
import { readSet } from './read-set.ts'
import { RejectsFile } from './rejects-file.ts'
import { sourceFiles } from './source-files.ts'

const dir = mkdtempSync(join(tmpdir(), 'read-set-'))
after(() => rmSync(dir, { recursive: true }))
const registry = REGISTRIES.find(({ name }) => name === 'sk-rpo')!
const SILENT: ProgressReporter = { progress() {}, progressDone() {} }

/** Parts of an init, each a list of records as JSON. */
function writeParts(parts: readonly (readonly string[])[]): string[] {
  return parts.map((records, i) => {
    const path = join(dir, `init_2026-11-07_${String(i + 1).padStart(3, '0')}.json.gz`)
    writeFileSync(path, gzipSync(`{"exportDate":"2026-11-07","results":[${records.join(',\n')}]}`))
    return path
  })
}

function company(id: number, name: string): string {
  return JSON.stringify({ id, identifiers: [{ value: '1' }], fullNames: [{ value: name, validFrom: '2020-01-01' }] })
}

interface Outcome {
  readonly counts: ImportCounts
  readonly names: readonly string[]
  readonly rejects: readonly string[]
}

async function importParts(parts: readonly (readonly string[])[], readersMax: number): Promise<Outcome> {
  const paths = writeParts(parts)
  using catalog = Catalog.open(':memory:', { nowMs: () => Date.parse('2026-11-20') })
  const [set] = await registry.arrange(sourceFiles(paths), { parts: paths.length })
  const files = set!.files.map((file) => ({ ...file, sha256: file.path }))
  const { projectionVersion } = registry
  const begun = catalog.beginImport({ ...set!, projectionVersion, files, invented: true }, { allowGap: false })
  assert.equal(begun.outcome, 'begun')
  if (begun.outcome !== 'begun') throw new Error('unreachable')
  const { running } = begun
  const rejects = new RejectsFile(dir, 'rejects')
  const { signal } = new AbortController()
  try {
    const read = await readSet(running, { registry, set: set!, rejects, signal, reporter: SILENT, readersMax })
    const { counts } = running.finish(read, { allowShrink: true, rejectShareMax: 1, onDuplicates() {} })
    using snapshot = catalog.snapshot()
    const { id } = snapshot.datasets()[0]!
    return {
      counts,
      names: [...snapshot.records(id)].map(([key, file, , body]) => `${key} ${file} ${body}`),
      rejects: rejects.path === null ? [] : readFileSync(rejects.path, 'utf8').trim().split('\n'),
    }
  } catch (error) {
    running.abandon()
    throw error
  }
}

/** More than a batch in every part, a key that three parts share, and rows that are rejected or skipped. */
function manyParts(): string[][] {
  return [1, 2, 3, 4, 5].map((part) => [
    ...Array.from({ length: 2500 }, (_, i) => company(part * 10_000 + i, `Firm ${part} ${i}`)),
    ...(part % 2 === 1 ? [company(7, `Firm of part ${part}`)] : []),
    `{"id":${900_000 + part},"identifiers":[{"value":"1"}]}`,
  ])
}

test('two readers produce the same catalog, counts and rejects as one: of two rows with one key the first counts', async () => {
  const parts = manyParts()
  const one = await importParts(parts, 1)
  const two = await importParts(parts, 2)
  assert.deepEqual(two, one)
  assert.equal(one.counts.added, 5 * 2500 + 1)
  assert.equal(one.counts.rejected, 2 + 5)
  assert.ok(one.names[0]!.includes('Firm of part 1'))
})

test('of two unreadable parts the error names the first, whichever reader finds its fault first', async () => {
  const parts = manyParts()
  parts[2]!.push('{"id":')
  parts[1] = ['{"id":']
  parts[3] = ['{"id":']
  for (const readers of [1, 2]) {
    await assert.rejects(importParts(parts, readers), (error) => {
      assert.ok(error instanceof InputError)
      assert.match(error.message, /_002\.json\.gz/)
      return true
    })
  }
})
