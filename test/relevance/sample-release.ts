import { hash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { REGISTRIES } from '../../src/registries/registries.ts'
import { Release, ReleaseFolder } from '../../src/release/release.ts'
import { writeSample } from '../../src/sample/sample.ts'
import { regista } from '../regista.ts'
import { ROOT, sourcesBelow } from '../source-tree.ts'

/** The cases name records of this very sample: its seed and its day stand still. */
const SAMPLE = { scale: 'small', seed: 1, model: 1, today: '2026-11-21' } as const

interface Stage {
  readonly name: string
  /** The folders of src/ whose code, with that of the stages before, decides what comes out. */
  readonly madeBy: readonly string[]
  /** Fills a folder from the one that the stage before has filled. */
  make(dir: string, before: string): Promise<unknown>
}

/** The ordinary way from files to a release. */
const STAGES: readonly Stage[] = [
  {
    name: 'sample',
    madeBy: ['sample', 'records', 'stdx'],
    make: (dir) => writeSample({ ...SAMPLE, outDir: dir, progress: () => {} }),
  },
  {
    name: 'catalog',
    madeBy: ['registries', 'catalog', 'storage'],
    async make(dir, before) {
      for (const { name } of REGISTRIES) {
        const files = readdirSync(join(before, name)).map((file) => join(before, name, file))
        await run(['import', name, ...files], dir)
      }
    },
  },
  {
    name: 'release',
    madeBy: ['release', 'engine', 'text'],
    async make(dir, before) {
      cpSync(join(before, 'catalog.db'), join(dir, 'catalog.db'))
      await run(['publish'], dir)
      rmSync(join(dir, 'catalog.db'))
    },
  },
]

const KEPT = join(ROOT, 'bench/work/relevance')

/** A release of the small sample. It is made if need be, in about half a minute; each stage is kept until code that it is made by has changed. */
export async function openSampleRelease(): Promise<Release> {
  mkdirSync(KEPT, { recursive: true })
  let stamp = JSON.stringify(SAMPLE)
  let dir = KEPT
  for (const stage of STAGES) {
    stamp = stampOf(stamp, stage.madeBy)
    dir = await keptStage(stage, stamp, dir)
  }
  const folder = new ReleaseFolder(join(dir, 'releases'))
  return Release.open(folder.path(folder.currentId()!))
}

/** The folder appears by one rename: who comes at the same time finds it whole or makes it too, and the first one stays. */
async function keptStage({ name, make }: Stage, stamp: string, before: string): Promise<string> {
  const kept = join(KEPT, `${name}-${stamp.slice(0, 16)}`)
  if (existsSync(kept)) return kept
  const making = `${kept}.${process.pid}`
  mkdirSync(making)
  try {
    await make(making, before)
    for (const old of readdirSync(KEPT)) {
      if (old.startsWith(`${name}-`) && !old.includes('.')) rmSync(join(KEPT, old), { recursive: true, force: true })
    }
    renameSync(making, kept)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    if (!existsSync(kept)) throw error
  }
  return kept
}

function stampOf(before: string, folders: readonly string[]): string {
  const sources = folders
    .filter((folder) => existsSync(join(ROOT, 'src', folder)))
    .flatMap((folder) => sourcesBelow(`src/${folder}`))
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  return hash('sha256', `${before}\n${sources.map(({ path, text }) => `${path}\n${text}`).join('\n')}`, 'hex')
}

async function run(command: readonly string[], dataDir: string): Promise<void> {
  const { code, stderr } = await regista([...command, '--data', dataDir])
  if (code !== 0) throw new Error(`regista ${command[0]} ended with ${code}: ${stderr}`)
}
