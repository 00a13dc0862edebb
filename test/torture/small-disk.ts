import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../testing/source-tree.ts'

const DISK_MIB = 4
const MOUNT = `mount -t tmpfs -o size=${DISK_MIB}m tmpfs "$1"`

export interface SmallDiskCommand {
  /**
   * `file system`: a real small one. `file size`: mounting is not permitted here, so writes fail for a limit on the
   * size of files.
   */
  readonly limit: 'file system' | 'file size'
  readonly command: string
  readonly args: readonly string[]
}

/**
 * The command that runs a program with a folder of little room as its first argument and the kind of the limit as its
 * second. The file system is mounted in a namespace of its own, which goes away with the process.
 */
export function onSmallDisk(program: string, folder: string): SmallDiskCommand {
  const node = [process.execPath, join(ROOT, program)] as const
  for (const flags of ['-m', '-Urm']) {
    if (spawnSync('unshare', [flags, 'sh', '-c', MOUNT, 'sh', folder]).status !== 0) continue
    const script = `${MOUNT} && exec "$2" "$3" "$1" 'file system'`
    return { limit: 'file system', command: 'unshare', args: [flags, 'sh', '-c', script, 'sh', folder, ...node] }
  }
  return { limit: 'file size', command: node[0], args: [node[1], folder, 'file size'] }
}
