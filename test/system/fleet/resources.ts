import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Memory and descriptors of a process, and files of its folder. */
export interface Resources {
  readonly megabytes: number
  readonly descriptors: number
  readonly threads: number
  readonly files: number
}

export const RESOURCES = ['megabytes', 'descriptors', 'threads', 'files'] as const

export function readResources(pid: number, folder: string): Resources {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)![1])
  return {
    megabytes: field('VmRSS') / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    threads: field('Threads'),
    files: countFiles(folder),
  }
}

/** Links are not followed: releases are shared by all servers. */
function countFiles(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isDirectory() ? countFiles(join(folder, entry.name)) : 1),
    0,
  )
}

/**
 * The growth between the second and the last third of the samples: the first third is the warming up. Medians, because
 * a collection of garbage and a thread of an audit come and go.
 */
export function growth(samples: readonly number[]): number {
  const third = Math.floor(samples.length / 3)
  return median(samples.slice(2 * third)) - median(samples.slice(third, 2 * third))
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
