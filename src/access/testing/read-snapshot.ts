import type { Database } from '../../storage/storage.ts'
import { type AccessSnapshot, applyUpdate, readAllRows } from '../view/view.ts'

export async function readSnapshot(database: Database): Promise<AccessSnapshot> {
  return applyUpdate(undefined, await readAllRows(database))
}
