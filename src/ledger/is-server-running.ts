import { join } from 'node:path'
import { isFolderInUse } from './node/node-folder.ts'

/** Whether a server runs on this data folder now. */
export function isServerRunning(data: string): boolean {
  return isFolderInUse(join(data, 'node'))
}
