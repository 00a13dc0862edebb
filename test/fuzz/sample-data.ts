import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeSample } from '../../sample/sample.ts'
import { openContext } from '../../src/cli/context.ts'
import { parseRegistry } from '../../src/cli/import.ts'
import { publishRelease } from '../../src/cli/publish.ts'
import { importFiles, sourceFiles } from '../../src/importing/importing.ts'
import type { Country } from '../../src/records/country.ts'
import { Release, ReleaseFolder } from '../../src/release/release.ts'
import { keepFolder } from '../../src/release/testing/keep-folder.ts'

/** The records that requests can ask for, and those that the release lacks. */
export interface Vocabulary {
  readonly names: Readonly<Record<Country, readonly string[]>>
  readonly icos: Readonly<Record<Country, readonly string[]>>
  /** A number that several Slovak companies share. */
  readonly ambiguous: readonly string[]
  readonly streets: readonly string[]
}

/**
 * Publishes the smallest sample in a data folder, without the Czech addresses, so requests for these get an error.
 */
export async function publishSample(data: string): Promise<Vocabulary> {
  const kept = await keepFolder('published-sample', publishTinySample)
  cpSync(kept, data, { recursive: true })
  const folder = new ReleaseFolder(join(data, 'releases'))
  using release = Release.open(folder.path(folder.currentId()!))
  const sk = companiesOf(release, 'sk')
  const cz = companiesOf(release, 'cz')
  const outcome = (country: Country, wanted: string) => (ico: string) =>
    release.company(country, ico).outcome === wanted
  const columns = release.addressColumns('sk')!
  const streets = Array.from({ length: columns.length }, (_, i) => columns.at(i).street)
  return {
    names: { sk: sk.names, cz: cz.names },
    icos: { sk: sk.icos.filter(outcome('sk', 'found')), cz: cz.icos.filter(outcome('cz', 'found')) },
    ambiguous: sk.icos.filter(outcome('sk', 'ambiguous')),
    streets: [...new Set(streets.filter((street) => street !== null))],
  }
}

function companiesOf(release: Release, country: Country) {
  const columns = release.companyColumns(country)!
  const rows = Array.from({ length: columns.length }, (_, i) => columns.at(i))
  const icos = rows.flatMap(({ ico }) => ico ?? [])
  return { names: rows.map(({ name }) => name), icos: [...new Set(icos)] }
}

async function publishTinySample(data: string): Promise<void> {
  const sample = join(data, 'sample')
  await writeSample({ scale: 'tiny', seed: 1, outDir: sample, today: '2026-11-21' })
  const context = openContext({ data, json: true })
  for (const source of ['sk-addresses', 'sk-rpo', 'cz-res']) {
    const folder = join(sample, source)
    const files = sourceFiles(readdirSync(folder).map((name) => join(folder, name)))
    await importFiles(context, parseRegistry(source), files, {})
  }
  await publishRelease(context, { allowShrink: false })
  rmSync(sample, { recursive: true })
}
