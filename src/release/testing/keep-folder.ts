import { hash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../stdx/clock.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const KEPT = join(ROOT, 'node_modules/.cache/test-data')

/**
 * A folder that `make` fills, kept for other test files and later runs until a source of the product changes.
 * A test that writes must copy it.
 */
export async function keepFolder(name: string, make: (dir: string) => Promise<unknown>): Promise<string> {
  const kept = join(KEPT, `${name}-${stampOf(make)}`)
  if (existsSync(kept)) return kept
  mkdirSync(KEPT, { recursive: true })
  removeOld(name)
  const making = mkdtempSync(`${kept}.`)
  try {
    await make(making)
    // Atomic. If two processes make the folder at the same time, that of the first stays.
    renameSync(making, kept)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    if (!existsSync(kept)) throw error
  }
  return kept
}

/** The inputs of the folder: the product, its dependencies and the function that fills it. */
function stampOf(make: (dir: string) => Promise<unknown>): string {
  sourcesStamp ??= hash('sha256', [process.version, ...sources().map((path) => `${path}\n${read(path)}`)].join('\n'))
  return hash('sha256', `${sourcesStamp}\n${make}`).slice(0, 16)
}

let sourcesStamp: string | undefined

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

function sources(): string[] {
  const files = ['src', 'sample'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|sql|json|tsv|txt)$/.test(path) && !path.endsWith('.test.ts'))
      .map((path) => join(folder, path)),
  )
  return [...files.sort(), 'package-lock.json']
}

/** Removes folders of other sources and of killed processes, but none that a running test may still read. */
function removeOld(name: string): void {
  for (const entry of readdirSync(KEPT)) {
    if (!entry.startsWith(`${name}-`)) continue
    const path = join(KEPT, entry)
    const modifiedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
    if (modifiedMs < systemClock.nowMs() - OLD_MS) rmSync(path, { recursive: true, force: true })
  }
}

const OLD_MS = 3_600_000
