import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeSample } from '../../../sample/sample.ts'
import { Catalog, describeRefusedImport } from '../../catalog/catalog.ts'
import { REGISTRIES, type Registry } from '../../registries/registries.ts'
import { systemClock } from '../../stdx/clock.ts'
import { InputError } from '../../stdx/input-error.ts'
import { seededRandom } from '../../stdx/random.ts'
import { BatchSink } from '../batch-sink.ts'
import { SAMPLE_MARKER, sourceFiles } from '../source-files.ts'
import { inspectPaths } from '../testing/inspect-written.ts'
import { mutateFile } from '../testing/mutate-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-mutated-'))
after(() => rmSync(dir, { recursive: true }))
const sample = join(dir, 'sample')
await writeSample({ scale: 'tiny', seed: 5, outDir: sample, today: '2026-11-21' })
// One folder above the changed files too: invented files are not measured by the size of the real registers.
copyFileSync(join(sample, SAMPLE_MARKER), join(dir, SAMPLE_MARKER))

/** Enough to meet most kinds of change; thousands were tried when the command was written. */
const COUNT = 20

for (const registry of REGISTRIES) {
  test(`${registry.name}: files with accidental changes are inspected, and the verdict is that of the import`, async () => {
    for (let i = 0; i < COUNT; i++) {
      const random = seededRandom(i + 1)
      const folder = mkdtempSync(join(dir, 'files-'))
      const names = readdirSync(join(sample, registry.name)).sort()
      const victim = random.below(names.length)
      const paths = names.map((name) => join(folder, name))
      for (const [at, name] of names.entries()) {
        const original = join(sample, registry.name, name)
        if (at === victim) writeFileSync(paths[at]!, await mutateFile(original, random))
        else copyFileSync(original, paths[at]!)
      }
      const what = `${registry.name}, mutation ${i} of ${names[victim]}`
      const inspection = await inspectPaths(registry.name, paths)
      const refusal = await importRefusal(registry, paths)
      assert.ok(!inspection.reasons.some((reason) => reason.startsWith('unexpected')), `${what}: ${inspection.reasons}`)
      assert.equal(inspection.accepted, refusal === undefined, `${what}:\n${refusal}\n${inspection.reasons.join('\n')}`)
      const all = inspection.reasons.join('\n')
      if (refusal !== undefined) assert.ok(inspection.reasons.includes(refusal), `${what}:\n${refusal}\nin\n${all}`)
      rmSync(folder, { recursive: true })
    }
  })
}

/** Why an import refuses these files, in this thread; undefined if it does not. */
async function importRefusal(registry: Registry, paths: readonly string[]): Promise<string | undefined> {
  try {
    using catalog = Catalog.open(':memory:', systemClock)
    const sets = await registry.arrange(sourceFiles(paths), {})
    for (const set of sets) {
      const files = set.files.map((file) => ({ ...file, sha256: file.path }))
      const { projectionVersion } = registry
      const begun = catalog.beginImport({ ...set, projectionVersion, files, invented: true }, { allowGap: false })
      if (begun.outcome === 'already_imported' || begun.outcome === 'dated') continue
      if (begun.outcome !== 'begun') return describeRefusedImport(begun, set.files[0]!.name).message
      const { running } = begun
      const nothing = { file() {}, rejects() {}, progress() {}, drained: async () => {} }
      const port = { ...nothing, batch: (batch: Parameters<typeof running.write>[0]) => void running.write(batch) }
      const sink = new BatchSink(set, { rows: undefined, dependenciesBefore: undefined }, port)
      try {
        await registry.read(set, sink)
        running.finish(sink.end(), { allowShrink: false, rejectShareMax: 0.01, onDuplicates() {} })
      } catch (error) {
        running.abandon()
        throw error
      }
    }
    return undefined
  } catch (error) {
    if (error instanceof InputError) return error.message
    throw error
  }
}
