import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { REGISTRIES } from '../registries/registries.ts'
import { Release, ReleaseFolder } from '../release/release.ts'
import { type Context, type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { importFiles } from './import.ts'
import { publishRelease, releasesDir } from './publish.ts'
import { writeSampleFiles } from './sample.ts'
import { sourceFiles } from './source-files.ts'

export function demoCommand(program: Command): void {
  const command = program
    .command('demo')
    .description(
      'Invent two small countries, import them and publish: everything there is, in a few seconds. Once made, it is kept.',
    )
  withGlobalOptions(command).action(async (options: GlobalOptions) => {
    const context = openContext(options)
    const folder = new ReleaseFolder(releasesDir(context))
    const before = folder.currentId()
    const release = before ?? (await makeDemo(context))
    context.terminal.line(`\nrelease ${release} in ${context.dataDir}. Look at it:`)
    for (const line of suggestions(folder, release))
      context.terminal.line(`  npx regista ${line} --data ${context.dataDir}`)
    context.terminal.json({ release, made: before === null })
  })
}

async function makeDemo(context: Context): Promise<string> {
  const outDir = join(context.dataDir, 'sample')
  if (!existsSync(outDir)) {
    // Under another name until it is whole: what an interrupted run left is not taken for a sample.
    const unfinished = join(context.dataDir, 'sample.tmp')
    rmSync(unfinished, { recursive: true, force: true })
    await writeSampleFiles(context, { outDir: unfinished, scale: 'small', seed: 1 })
    renameSync(unfinished, outDir)
  }
  for (const registry of REGISTRIES) {
    const dir = join(outDir, registry.name)
    await importFiles(context, registry, sourceFiles(readdirSync(dir).map((name) => join(dir, name))), {})
  }
  return (await publishRelease(context, { allowShrink: false })).id
}

/** Commands that show something of this very release. */
function suggestions(folder: ReleaseFolder, id: string): string[] {
  using release = Release.open(folder.path(id))
  const companies = release.companyColumns('cz')
  const company = firstOf(
    companies,
    ({ status, ico, legalFormCode }) => status === null && ico !== null && legalFormCode === '112',
  )
  const point = firstOf(release.addressColumns('sk'), ({ street }) => street !== null)
  return [
    'releases',
    ...(company === undefined
      ? []
      : [
          `explain companies --country cz ${company.name.slice(0, 6).trim().toLowerCase()}`,
          `record show cz ${company.ico}`,
        ]),
    ...(point === undefined ? [] : [`explain addresses --country sk ${point.street} 1`]),
    'doctor',
  ]
}

function firstOf<Row>(
  columns: { readonly length: number; at(index: number): Row } | undefined,
  isWanted: (row: Row) => boolean,
): Row | undefined {
  for (let i = 0; i < (columns?.length ?? 0); i++) {
    const row = columns!.at(i)
    if (isWanted(row)) return row
  }
  return undefined
}
