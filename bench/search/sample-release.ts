import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Release, ReleaseFolder } from '../../src/release/release.ts'
import { ROOT } from '../../test/testing/source-tree.ts'
import { dataFolder, listImports, type SampleChoice, sampleArguments, sampleFolder, WORK } from '../sample-data.ts'
import { type Rebuilt, rebuild, SEGMENTS_BUILT } from './build-time.ts'
import { type Indexes, openIndexes } from './searched.ts'

export interface SampleRelease {
  readonly dir: string
  readonly release: Release
  readonly indexes: Indexes
  readonly rebuilt: Readonly<Record<string, Rebuilt>>
}

/**
 * The release of a sample, made with the real commands as far as it is not there yet. It is published anew if this
 * build cannot open it, or would have built other indexes.
 */
export async function sampleRelease(choice: SampleChoice): Promise<SampleRelease> {
  const dataDir = dataFolder(choice)
  const folder = new ReleaseFolder(join(dataDir, 'releases'))
  if (!existsSync(join(dataDir, 'catalog.db'))) importSample(choice, dataDir)
  const publish = (): void => regista('publish', '--data', dataDir)
  if (folder.currentId() === null) publish()
  const publishAnew = (): void => {
    // A release takes over files from the one before where only the program, and no format, has changed.
    rmSync(folder.dir, { recursive: true })
    publish()
  }
  for (const prepare of [() => {}, publish, publishAnew]) {
    prepare()
    const found = await opened(folder)
    if (found !== undefined) return found
  }
  throw new Error(`${folder.dir}: the release that this build published has other indexes than this build makes`)
}

async function opened(folder: ReleaseFolder): Promise<SampleRelease | undefined> {
  const dir = folder.path(folder.currentId()!)
  try {
    const release = Release.open(dir)
    const indexes = openIndexes(release, 'whole')
    const rebuilt: Record<string, Rebuilt> = {}
    for (const segment of SEGMENTS_BUILT) {
      const { isSame, ...one } = await rebuild(dir, segment)
      process.stderr.write(`${segment}.index built in ${one.seconds.toFixed(1)} s${isSame ? '' : ', another one'}\n`)
      if (!isSame) return undefined
      rebuilt[segment] = one
    }
    return { dir, release, rebuilt, indexes }
  } catch (error) {
    // A file of another format, or of another layout while its format is being worked on.
    process.stderr.write(`${(error as Error).message}\n`)
    return undefined
  }
}

function importSample(choice: SampleChoice, dataDir: string): void {
  const sample = sampleFolder(choice)
  mkdirSync(WORK, { recursive: true })
  if (!existsSync(sample)) regista('sample', '--out', sample, '--seed', '1', ...sampleArguments(choice).split(' '))
  for (const { source, paths, options } of listImports(sample))
    regista('import', source, ...paths, ...options, '--data', dataDir)
}

function regista(...args: string[]): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'bin/regista.js'), ...args, '--json'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`regista ${args.join(' ')} ended with ${status}`)
}
