import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../test/testing/source-tree.ts'
import type { SampleChoice } from './sample-data.ts'

/** The lines of the report of this process. */
const lines: string[] = []

export const MACHINE = `${cpus().length} × ${cpus()[0]!.model.trim()}, Node ${process.versions.node}, load ${readLoad()} at the start`

export function readLoad(): string {
  return loadavg()[0]!.toFixed(2)
}

export function say(...more: readonly string[]): void {
  lines.push(...more)
  console.log(more.join('\n'))
}

/** Puts all that was said into a file of the day on which the bench began. */
export function writeReport(bench: string, sample?: SampleChoice): void {
  const day = new Date(performance.timeOrigin).toISOString().slice(0, 10)
  const name = [bench, ...(sample === undefined ? [] : [sample.scale, 'model', sample.model]), day].join('-')
  writeFileSync(join(ROOT, `bench/results/${name}.md`), `${lines.join('\n')}\n`)
}
