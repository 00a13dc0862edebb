import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { REGISTRIES } from '../registries/registries.ts'
import { ReleaseFolder } from '../release/release.ts'
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
    const before = new ReleaseFolder(releasesDir(context)).currentId()
    const release = before ?? (await makeDemo(context))
    context.terminal.line(`\nrelease ${release} in ${context.dataDir}. Look at it:`)
    for (const line of NEXT) context.terminal.line(`  npx regista ${line} --data ${context.dataDir}`)
    context.terminal.json({ release, made: before === null })
  })
}

const NEXT = ['releases', 'record show cz 10000046', 'doctor'] as const

async function makeDemo(context: Context): Promise<string> {
  const outDir = join(context.dataDir, 'sample')
  // The marker is the first thing in a sample; the files of the last register are the last. Half a sample is written anew.
  const done = existsSync(join(outDir, 'cz-vr'))
  if (!done) await writeSampleFiles(context, { outDir, scale: 'small', seed: 1 })
  for (const registry of REGISTRIES) {
    const dir = join(outDir, registry.name)
    await importFiles(context, registry, sourceFiles(readdirSync(dir).map((name) => join(dir, name))), {})
  }
  return (await publishRelease(context, { allowShrink: false })).id
}
