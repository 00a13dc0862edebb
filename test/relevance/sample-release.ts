import { hash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Model, type Scale, writeSample } from '../../sample/sample.ts'
import { REGISTRIES } from '../../src/registries/registries.ts'
import { Release, ReleaseFolder } from '../../src/release/release.ts'
import { inputErrorAt } from '../../src/stdx/input-error.ts'
import { regista } from '../testing/regista.ts'
import { ROOT } from '../testing/source-tree.ts'

export interface SampleOf {
  readonly scale: Scale
  readonly model: Model
}

/** The written cases name records of this very sample. */
export const SAMPLE_OF_CASES: SampleOf = { scale: 'small', model: 1 }

/** The seed and the day of every sample are fixed. */
const OF_THE_DAY = { seed: 1, today: '2026-11-21' } as const

interface Stage {
  readonly name: string
  /** The folders whose code and tables, with those of earlier stages, determine the result. */
  readonly madeBy: readonly string[]
  /** Fills a folder from that of the previous stage. */
  make(dir: string, before: string, sample: SampleOf): Promise<unknown>
}

/** The usual steps from files to a release. */
const STAGES: readonly Stage[] = [
  {
    name: 'sample',
    madeBy: ['sample', 'src/stdx'],
    make: (dir, _before, sample) => writeSample({ ...OF_THE_DAY, ...sample, outDir: dir, progress: () => {} }),
  },
  {
    name: 'catalog',
    madeBy: ['src/records', 'src/registries', 'src/catalog', 'src/storage'],
    async make(dir, before) {
      for (const { name } of REGISTRIES) {
        const files = readdirSync(join(before, name)).map((file) => join(before, name, file))
        await run(['import', name, ...files], dir)
      }
    },
  },
  {
    name: 'release',
    madeBy: ['src/release', 'src/engine', 'src/text'],
    async make(dir, before) {
      cpSync(join(before, 'catalog.db'), join(dir, 'catalog.db'))
      await run(['publish'], dir)
      rmSync(join(dir, 'catalog.db'))
    },
  },
]

const KEPT = join(ROOT, 'bench/work/relevance')

/**
 * A release of a sample. It is made if necessary, the small one in about half a minute. Each stage is kept until the
 * code that makes it has changed.
 */
export async function openSampleRelease(sample: SampleOf): Promise<Release> {
  mkdirSync(KEPT, { recursive: true })
  let stamp = JSON.stringify({ ...OF_THE_DAY, ...sample })
  let dir = KEPT
  for (const stage of STAGES) {
    stamp = stampOf(stamp, stage.madeBy)
    dir = await keptStage(stage, sample, stamp, dir)
  }
  return openReleaseOf(dir)
}

/** The current release of a data folder. */
export function openReleaseOf(dataDir: string): Release {
  const folder = new ReleaseFolder(join(dataDir, 'releases'))
  const id = folder.currentId()
  if (id === null)
    throw inputErrorAt({ file: dataDir }, 'holds no release; publish one with `regista publish --data DIR`')
  return Release.open(folder.path(id))
}

/**
 * The folder appears by one rename. A concurrent process finds it complete or makes it too, and the first one stays.
 */
async function keptStage({ name, make }: Stage, sample: SampleOf, stamp: string, before: string): Promise<string> {
  const ofSample = `${name}-${sample.scale}-model-${sample.model}-`
  const kept = join(KEPT, `${ofSample}${stamp.slice(0, 16)}`)
  if (existsSync(kept)) return kept
  const making = `${kept}.${process.pid}`
  mkdirSync(making)
  try {
    await make(making, before, sample)
    for (const old of readdirSync(KEPT)) {
      if (old.startsWith(ofSample) && !old.includes('.')) rmSync(join(KEPT, old), { recursive: true, force: true })
    }
    renameSync(making, kept)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    if (!existsSync(kept)) throw error
  }
  return kept
}

function stampOf(before: string, folders: readonly string[]): string {
  const sources = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|sql|json|tsv|txt)$/.test(path) && !path.endsWith('.test.ts'))
      .map((path) => join(folder, path)),
  )
  const texts = sources.sort().map((path) => `${path}\n${readFileSync(join(ROOT, path), 'utf8')}`)
  return hash('sha256', [before, ...texts].join('\n'), 'hex')
}

async function run(command: readonly string[], dataDir: string): Promise<void> {
  const { code, stderr } = await regista([...command, '--data', dataDir])
  if (code !== 0) throw new Error(`regista ${command[0]} ended with ${code}: ${stderr}`)
}
