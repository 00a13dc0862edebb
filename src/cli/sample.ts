import { existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { Option } from 'commander'
import {
  MODELS,
  type Model,
  type SampleOptions,
  type SampleReport,
  SCALES,
  type Scale,
  writeSample,
} from '../../sample/sample.ts'
import { isoDay } from '../stdx/clock.ts'
import { formatNumber } from '../stdx/format-count.ts'
import { requireSpace } from '../stdx/free-bytes.ts'
import { InputError } from '../stdx/input-error.ts'
import { addAction, type Context } from './context.ts'
import { wholeNumber } from './parse.ts'

interface Options {
  readonly out: string
  readonly scale: Scale
  readonly seed: number
  readonly model: string
}

export function sampleCommand(command: Command): void {
  command
    .requiredOption('--out <dir>', 'the folder for the files; it gets one folder per source')
    .addOption(
      new Option('--scale <scale>', 'how much: hundreds of records, 200 thousand, or as many as the real registers')
        .choices(SCALES)
        .default('small'),
    )
    .option('--seed <n>', 'the same seed gives the same files', wholeNumber(), 1)
    .addOption(
      new Option('--model <n>', 'how the countries are invented: 1 never changes, 2 is as hard as the real registers')
        .choices(MODELS.map(String))
        .default('2'),
    )
  addAction(command, async (context, options: Options) => {
    const isNew = !existsSync(join(options.out, SAMPLE_MARK))
    claimFolder(options.out)
    if (isNew) await requireSpace(options.out, BYTES[options.scale])
    const report = await writeSampleFiles(context, {
      ...options,
      model: Number(options.model) as Model,
      outDir: options.out,
    })
    for (const { path, rows, bytes } of report.files)
      context.terminal.line(`${path}  ${formatNumber(rows)} rows  ${formatNumber(bytes)} bytes`)
    context.terminal.json(report)
  })
}

/** Its files have the names of the registers' own, so only a folder that was empty or is a sample's may get them. */
export function claimFolder(out: string): void {
  // A slash at the end would name the target of a link.
  const folder = resolve(out)
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (stats?.isSymbolicLink()) throw new InputError(`${out} is a symbolic link. ${ADVICE}`)
  if (stats !== undefined) checkFolder(out, folder)
  mkdirSync(folder, { recursive: true })
  const text = 'Invented data, written by `regista sample`, which may write these files again.\n'
  writeFileSync(join(folder, SAMPLE_MARK), text)
}

/** Another user could have prepared the folder with links: the files would then be written where they point. */
function checkFolder(out: string, folder: string): void {
  const user = process.getuid?.()
  const isForeign = (path: string): boolean => user !== undefined && lstatSync(path).uid !== user
  if (isForeign(folder)) throw new InputError(`${out} belongs to another user. ${ADVICE}`)
  // Only with the types does it follow no link.
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  if (entries.length === 0) return
  const mark = join(folder, SAMPLE_MARK)
  if (!lstatSync(mark, { throwIfNoEntry: false })?.isFile() || isForeign(mark))
    throw new InputError(`${out} has files that are no sample's. ${ADVICE}`)
  const link = entries.find((entry) => entry.isSymbolicLink())
  if (link !== undefined)
    throw new InputError(`${join(link.parentPath, link.name)} is a symbolic link, which no sample has. ${ADVICE}`)
}

const ADVICE = 'Name an empty or new folder with --out.'

const SAMPLE_MARK = 'INVENTED'

/** A little more than the files of each scale have. */
const BYTES: Readonly<Record<Scale, number>> = { tiny: 1e6, small: 55e6, national: 2.7e9 }

export function writeSampleFiles(
  context: Context,
  { outDir, scale, seed, model }: Pick<SampleOptions, 'outDir' | 'scale' | 'seed' | 'model'>,
): Promise<SampleReport> {
  return writeSample({
    scale,
    seed,
    ...(model === undefined ? {} : { model }),
    outDir,
    today: isoDay(context.clock.nowMs()),
    progress: ({ file, rows, bytes }) =>
      context.terminal.progress({ what: file, unit: 'bytes', done: bytes, total: 0, rows }),
  })
}
