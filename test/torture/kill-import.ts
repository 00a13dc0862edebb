import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeSample } from '../../sample/sample.ts'
import { Catalog, examineCatalog } from '../../src/catalog/catalog.ts'
import { Release, ReleaseFolder, verifyRelease } from '../../src/release/release.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import { openSqlite } from '../../src/storage/storage.ts'
import { ROOT } from '../testing/source-tree.ts'
import { isReached, type KillGoal } from './kill-goal.ts'

export interface KillReport {
  readonly kills: number
  /** Kills that came before the command was done. */
  readonly landed: number
  /** Kills inside a transaction: its journal was left for the next opener to undo. */
  readonly insideTransaction: number
  /** Kills while a release was being built. */
  readonly whileBuilding: number
}

/**
 * Imports two versions of a register in turn and publishes in between, kills the real process with SIGKILL at random
 * moments, and looks each time: the catalog must stand exactly as before the import or exactly as after it, and the
 * release being served must be whole. Throws at the first thing that is not so.
 */
export async function killImports(
  options: KillGoal<KillReport> & {
    readonly dir: string
    readonly seed: number
    readonly progress: (report: KillReport) => void
  },
): Promise<KillReport> {
  const random = seededRandom(options.seed)
  const dataDir = join(options.dir, 'data')
  const versions = await twoVersions(options.dir)
  const regista = (...args: string[]) => [...args, '--data', dataDir]
  const importOf = (file: string) => regista('import', 'sk-addresses', file, '--allow-shrink')
  const digests: string[] = []
  let importMs = 0
  for (const file of [...versions, ...versions]) {
    const run = await runToEnd(importOf(file))
    importMs = Math.max(importMs, run.ms)
    digests.push(digestOf(dataDir))
  }
  // The first two imports still add records; from then on the two versions only take turns.
  const states: readonly [string, string] = [digests[2]!, digests[3]!]
  const publishMs = (await runToEnd(regista('publish'))).ms
  const counts = { kills: 0, landed: 0, insideTransaction: 0, whileBuilding: 0 }
  let standing = 1
  let setsBefore = importSetsOf(dataDir)
  while (!isReached(options, counts)) {
    const next = 1 - standing
    const imported = await killed(importOf(versions[next]!), random, importMs)
    counts.kills += 1
    if (imported) counts.landed += 1
    if (existsSync(join(dataDir, 'catalog.db-journal')) && 0 < statSync(join(dataDir, 'catalog.db-journal')).size)
      counts.insideTransaction += 1
    const digest = digestOf(dataDir)
    const sets = importSetsOf(dataDir)
    assert(
      states.includes(digest),
      `kill ${counts.kills} (seed ${options.seed}): the catalog stands neither before nor after the import`,
    )
    // What the catalog says it imported agrees with what stands in it.
    assert.equal(sets, setsBefore + (states.indexOf(digest) === standing ? 0 : 1))
    setsBefore = sets
    standing = states.indexOf(digest)
    if (counts.kills < options.kills && random.below(2) === 0) {
      const published = await killed(regista('publish', '--allow-shrink'), random, publishMs)
      counts.kills += 1
      if (published) counts.landed += 1
      if (readdirSync(join(dataDir, 'releases')).some((name) => name.startsWith('.building'))) counts.whileBuilding += 1
      assert.equal(digestOf(dataDir), digest, 'a publish does not change the catalog')
    }
    checkServed(dataDir)
    options.progress(counts)
  }
  await runToEnd(regista('publish', '--allow-shrink'))
  checkServed(dataDir)
  assert.deepEqual(
    readdirSync(join(dataDir, 'releases')).filter((name) => name.startsWith('.')),
    [],
    'nothing half built is left',
  )
  return counts
}

/** The same register twice, as two seeds invent it: most records differ. */
export async function twoVersions(dir: string): Promise<[string, string]> {
  const files = []
  for (const seed of [1, 2]) {
    const outDir = join(dir, `sample-${seed}`)
    await writeSample({ scale: 'tiny', seed, outDir, today: '2026-11-21', only: ['sk-addresses'] })
    const folder = join(outDir, 'sk-addresses')
    files.push(join(folder, readdirSync(folder).find((name) => name.endsWith('.csv'))!))
  }
  return files as [string, string]
}

/** Everything that an import may change, as one hash. */
export function digestOf(dataDir: string): string {
  assert.deepEqual(examineCatalog(join(dataDir, 'catalog.db')), [])
  using catalog = Catalog.open(join(dataDir, 'catalog.db'), systemClock)
  using snapshot = catalog.snapshot()
  const hash = createHash('sha256')
  for (const { id, dataset } of snapshot.datasets()) {
    hash.update(dataset.name)
    for (const [key, , , body, , retired] of snapshot.records(id)) hash.update(`${key} ${retired !== null} ${body}\n`)
  }
  return hash.digest('hex')
}

/** Import sets in the catalog; every one of them with its file. */
function importSetsOf(dataDir: string): number {
  using database = openSqlite(join(dataDir, 'catalog.db'), { use: 'owned' })
  const [sets, files] = database
    .prepare<readonly [number, number]>('select (select count(*) from import_set), (select count(*) from import_file)')
    .get()!
  assert.equal(files, sets)
  return sets
}

export function checkServed(dataDir: string): void {
  const folder = new ReleaseFolder(join(dataDir, 'releases'))
  const dir = folder.path(folder.currentId()!)
  assert.deepEqual(verifyRelease(dir), [])
  using release = Release.open(dir)
  const columns = release.addressColumns('sk')!
  assert.equal(columns.length, release.manifest.segments.find(({ name }) => name === 'addresses-sk')!.records)
}

function start(args: readonly string[]) {
  return spawn(process.execPath, [join(ROOT, 'bin/regista.js'), ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
}

async function runToEnd(args: readonly string[]): Promise<{ ms: number }> {
  const startedMs = performance.now()
  const child = start(args)
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  const code = await new Promise((resolve) => child.on('close', resolve))
  assert.equal(code, 0, `regista ${args.join(' ')}: ${errors}`)
  return { ms: performance.now() - startedMs }
}

/** Starts a command and kills it at a random moment of its usual time. True if it was still at work. */
async function killed(args: readonly string[], random: Random, usualMs: number): Promise<boolean> {
  const child = start(args)
  child.stderr.resume()
  const timer = setTimeout(() => child.kill('SIGKILL'), random.fraction() * usualMs * 1.1)
  const signal = await new Promise((resolve) => child.on('close', (_code, by) => resolve(by)))
  clearTimeout(timer)
  return signal === 'SIGKILL'
}
