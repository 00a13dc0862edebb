import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SCALES } from '../sample/sample.ts'
import { ROOT } from '../test/testing/source-tree.ts'
import { oneOf } from '../test/testing/trial.ts'

/** On a disk: some benches measure it. */
export const WORK = process.env.REGISTA_BENCH ?? join(ROOT, 'bench/work')

export function makeWorkFolder(bench: string): string {
  mkdirSync(WORK, { recursive: true })
  return mkdtempSync(join(WORK, `${bench}-`))
}

type Scale = (typeof SCALES)[number]

/** Which sample a bench measures: each has its own files and data. */
export interface SampleChoice {
  readonly scale: Scale
  readonly model: '1' | '2'
}

export function sampleOptions<const Fallback extends Scale>(scale: Fallback) {
  return {
    scale: oneOf('how large a sample', SCALES, scale),
    model: oneOf('how the sample is invented', ['1', '2'], '2'),
  } as const
}

export function sampleName({ scale, model }: SampleChoice): string {
  return `${scale} sample, model ${model}`
}

/** The options that choose this sample on the command line. */
export function sampleArguments({ scale, model }: SampleChoice): string {
  return `--scale ${scale} --model ${model}`
}

export function sampleFolder({ scale, model }: SampleChoice): string {
  return join(WORK, `sample-${scale}-${model}`)
}

export function dataFolder({ scale, model }: SampleChoice): string {
  return join(WORK, `data-${scale}-${model}`)
}

/**
 * The files of each source that are imported: Slovak companies as the whole register, without the changes of single
 * days.
 */
const IMPORTED: Readonly<Record<string, RegExp>> = {
  'sk-rpo': /^init_.*\.json\.gz$/,
  'sk-addresses': /\.csv$/,
  'cz-addresses': /./,
  'cz-res': /./,
  'cz-vr': /./,
}

/** The files of each source below `sample`, and the options that `regista import` needs with them. */
export function listImports(sample: string) {
  return Object.entries(IMPORTED).map(([source, wanted]) => {
    const paths = listFiles(join(sample, source), wanted)
    return { source, paths, options: source === 'sk-rpo' ? ['--parts', String(paths.length)] : [] }
  })
}

export function listFiles(folder: string, wanted = /./): string[] {
  const names = readdirSync(folder).filter((name) => wanted.test(name))
  return names.toSorted().map((name) => join(folder, name))
}
