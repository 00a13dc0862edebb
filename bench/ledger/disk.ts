import { closeSync, fdatasyncSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Percentiles, percentiles } from './percentiles.ts'

/** Numbers that `statfs` gives the file systems whose files are lost with the machine's memory. */
const IN_MEMORY = new Map([
  [0x01021994, 'tmpfs'],
  [0x858458f6, 'ramfs'],
])
const KNOWN = new Map([
  [0xef53, 'ext4'],
  [0x58465342, 'xfs'],
  [0x9123683e, 'btrfs'],
  [0x794c7630, 'overlay'],
  [0x2fc12fc1, 'zfs'],
])

/** The file system of a folder. Refuses one in memory: a commit that waits for no disk is no commit. */
export function fileSystemOf(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const type = statfsSync(folder).type >>> 0
  const inMemory = IN_MEMORY.get(type)
  if (inMemory !== undefined) {
    throw new Error(`${folder} lies on ${inMemory}, which is memory. Set REGISTA_BENCH to a folder on a disk.`)
  }
  return KNOWN.get(type) ?? `0x${type.toString(16)}`
}

/** How long the disk takes for an appended 200 bytes: the floor under any durable commit. */
export function fdatasyncTimes(folder: string): Percentiles {
  const path = join(folder, 'fdatasync')
  const file = openSync(path, 'w')
  const times: number[] = []
  // Written before, as a log that is used again: a file that grows costs a second write.
  writeSync(file, Buffer.alloc(4 << 20))
  fdatasyncSync(file)
  for (let i = 0; i < 2_000; i++) {
    const from = performance.now()
    writeSync(file, Buffer.alloc(200, i), 0, 200, i * 200)
    fdatasyncSync(file)
    times.push(performance.now() - from)
  }
  closeSync(file)
  rmSync(path)
  return percentiles(times)
}
