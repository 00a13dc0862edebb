import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeSample } from '../../sample/sample.ts'
import { openContext } from '../../src/cli/context.ts'
import { parseRegistry } from '../../src/cli/import.ts'
import { publishRelease } from '../../src/cli/publish.ts'
import { importFiles, sourceFiles } from '../../src/importing/importing.ts'
import { Release, ReleaseFolder } from '../../src/release/release.ts'
import { keepFolder } from '../../src/release/testing/keep-folder.ts'

/** The day of the sample, independent of the time when it is made. */
export const SAMPLE_DAY = '2026-11-21'
const IMPORTED_MS = Date.parse(`${SAMPLE_DAY}T09:00:00Z`)

/** The smallest sample of the frozen model, imported from its files and published. */
export async function sampleRelease(): Promise<Release> {
  const folder = new ReleaseFolder(join(await sampleDataDir(), 'releases'))
  return Release.open(folder.path(folder.currentId()!))
}

/** The data folder of that release. Nothing may be written to it. */
export function sampleDataDir(): Promise<string> {
  return keepFolder(`sample-release-${SAMPLE_DAY}`, publishSample)
}

async function publishSample(data: string): Promise<void> {
  const sample = join(data, 'sample')
  await writeSample({ scale: 'tiny', seed: 1, model: 1, outDir: sample, today: SAMPLE_DAY })
  // Files without a day get the day of their import.
  const context = openContext({ data, json: true }, { nowMs: () => IMPORTED_MS })
  // The Czech addresses come first, because the companies get their municipalities from them.
  for (const source of ['sk-addresses', 'cz-addresses', 'sk-rpo', 'cz-res', 'cz-vr']) {
    const folder = join(sample, source)
    const files = sourceFiles(readdirSync(folder).map((name) => join(folder, name)))
    await importFiles(context, parseRegistry(source), files, {})
  }
  await publishRelease(context, { allowShrink: false })
}
