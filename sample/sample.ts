import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Model } from './model.ts'
import { Output, type SampleFile, type SampleProgress, type SampleSource } from './output.ts'
import { PLANS, type Scale } from './plan.ts'
import { makeWorld, type World } from './world.ts'
import { writeCzAddresses } from './write-cz-addresses.ts'
import { writeCzRes } from './write-cz-res.ts'
import { writeCzVr } from './write-cz-vr.ts'
import { writeSkAddresses } from './write-sk-addresses.ts'
import { writeSkRpo } from './write-sk-rpo.ts'

export { MODELS, type Model } from './model.ts'
export { SCALES, type Scale } from './plan.ts'

export interface SampleOptions {
  readonly scale: Scale
  readonly seed: number
  /** The newest if absent. */
  readonly model?: Model
  readonly outDir: string
  /** `YYYY-MM-DD`. The files are those that the registers would have out on this day. */
  readonly today: string
  /** All if absent. What a source contains does not depend on which others are written. */
  readonly only?: readonly SampleSource[]
  readonly progress?: SampleProgress
}

export interface SampleReport {
  readonly files: readonly SampleFile[]
}

/** One file per register; its folder under OUT has the name of the source. */
const WRITERS = {
  'sk-rpo': writeSkRpo,
  'sk-addresses': writeSkAddresses,
  'cz-addresses': writeCzAddresses,
  'cz-res': writeCzRes,
  'cz-vr': writeCzVr,
} as const satisfies Readonly<Record<SampleSource, (world: World, output: Output) => Promise<void>>>

/** The file in OUT that tells an importer that nothing here is real. */
const MARKER = 'regista-sample.json'

/**
 * Invents two countries from a seed and writes their registers in the formats of the real ones. The same seed, scale
 * and day give the same bytes. No person and no company in them exists.
 */
export async function writeSample(options: SampleOptions): Promise<SampleReport> {
  const { scale, seed, model = 2, outDir, today, only, progress } = options
  const world = makeWorld(PLANS[scale], { seed, model, today })
  const output = new Output(outDir, progress)
  for (const source of Object.keys(WRITERS) as SampleSource[]) {
    if (only === undefined || only.includes(source)) await WRITERS[source](world, output)
  }
  await writeFile(
    join(outDir, MARKER),
    `${JSON.stringify({ invented: true, model, seed, scale, today }, undefined, 2)}\n`,
  )
  return { files: output.files }
}
