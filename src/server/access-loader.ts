import { parentPort, workerData } from 'node:worker_threads'
import { openControlDatabase } from '../access/control/control.ts'
import { type AllRows, readAllRows } from '../access/view/view.ts'
import { lowerPriority } from './lower-priority.ts'

export interface RowsToLoad {
  readonly data: string
  readonly databaseUrl: string | undefined
  readonly haste: 'awaited' | 'in_background'
}

export type LoadedRows =
  | { readonly outcome: 'loaded'; readonly all: AllRows }
  | { readonly outcome: 'failed'; readonly problem: string }

// A thread that reads all accounts, projects and keys into shared memory and ends.
const { haste, ...place } = workerData as RowsToLoad
if (haste === 'in_background') lowerPriority()
let loaded: LoadedRows
try {
  await using database = await openControlDatabase(place, 'read')
  loaded = { outcome: 'loaded', all: await readAllRows(database) }
} catch (error) {
  loaded = { outcome: 'failed', problem: error instanceof Error ? error.message : String(error) }
}
parentPort!.postMessage(loaded)
