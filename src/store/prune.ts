import { DAY_MS } from '../stdx/time-units.ts'
import { manifestPath } from './layout.ts'
import type { ListedFile, PlaceWriter } from './place.ts'
import { listManifests, type ReleaseStore } from './release-store.ts'

/** The newest releases of a store that are kept, beside all of the last week and all that some build is to serve. */
const RELEASES_KEPT = 5
const KEPT_MS = 7 * DAY_MS
/** A younger file may belong to a publication that is not finished. */
const FILE_KEPT_MS = DAY_MS

export interface StoreContent {
  /** The texts of all documents below `current/`. */
  readonly currents: readonly string[]
  readonly manifests: readonly { readonly release: string; readonly text: string; readonly modifiedMs: number }[]
  /** The files of all folders that are named by hashes. */
  readonly files: readonly StoredFile[]
}

interface StoredFile extends ListedFile {
  readonly path: string
}

export interface Superfluous {
  /** Ids of releases. */
  readonly manifests: readonly string[]
  /** Paths. */
  readonly files: readonly string[]
}

/**
 * Lists what no server needs. Documents of other builds may have another form, so what one names is found in its text:
 * a release by its id, a file by its hash. A patch goes with either of its two files.
 */
export function findSuperfluous({ currents, manifests, files }: StoreContent, nowMs: number): Superfluous {
  const byAge = manifests.toSorted((a, b) => (a.release < b.release ? 1 : -1))
  const isNeeded = ({ release, modifiedMs }: (typeof manifests)[number], age: number): boolean =>
    age < RELEASES_KEPT || nowMs - KEPT_MS < modifiedMs || currents.some((text) => text.includes(release))
  const needed = byAge.filter(isNeeded)
  const hashes = new Set(needed.flatMap(({ text }) => text.match(/\b[0-9a-f]{64}\b/g) ?? []))
  return {
    manifests: byAge.filter((one) => !needed.includes(one)).map(({ release }) => release),
    files: files
      .filter(
        ({ name, modifiedMs }) =>
          !name.split('-').every((hash) => hashes.has(hash)) && modifiedMs <= nowMs - FILE_KEPT_MS,
      )
      .map(({ path }) => path),
  }
}

/**
 * Removes what no server needs, and returns it. Manifests go first: none may name a file that is gone. What has another
 * name than those of a store was put there by somebody else, and stays.
 */
export async function pruneStore(store: ReleaseStore, writer: PlaceWriter, nowMs: number): Promise<Superfluous> {
  const documents = (await writer.list('current')).filter(({ name }) => name.endsWith('.json'))
  const currents = await readTexts(store, 'current', documents)
  const listed = await listManifests(writer)
  const texts = await readTexts(store, 'manifests', listed)
  const manifests = listed.map(({ release, modifiedMs }, i) => ({ release, text: texts[i]!, modifiedMs }))
  const files: StoredFile[] = []
  for (const folder of ['files', 'packed', 'patches'] as const)
    for (const file of await writer.list(folder))
      if (/^[0-9a-f]{64}(-[0-9a-f]{64})?$/.test(file.name)) files.push({ ...file, path: `${folder}/${file.name}` })
  const superfluous = findSuperfluous({ currents, manifests, files }, nowMs)
  for (const release of superfluous.manifests) await writer.remove(manifestPath(release))
  for (const path of superfluous.files) await writer.remove(path)
  return superfluous
}

async function readTexts(store: ReleaseStore, folder: string, files: readonly ListedFile[]): Promise<string[]> {
  const texts: string[] = []
  for (const { name } of files) texts.push((await store.readText(`${folder}/${name}`)) ?? '')
  return texts
}
