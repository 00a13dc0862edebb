import { InputError, inputErrorAt, raise } from '../../stdx/input-error.ts'
import { attempt, refuseWrongFile } from '../refuse-wrong-file.ts'
import type { ArrangeOptions, ImportSet, SourceFile } from '../registry.ts'
import { RPO_DATASET } from './dataset.ts'
import { initPartName, LIST, parseFileName, type RpoFileName } from './file-name.ts'

interface Daily {
  readonly day: string
  readonly file: SourceFile
}

interface InitPart extends Daily {
  readonly part: number
}

/** One init from all its parts, then the dailies by their dates. */
export async function arrangeRpo(files: readonly SourceFile[], options: ArrangeOptions): Promise<ImportSet[]> {
  const { fault = raise } = options
  const parts: InitPart[] = []
  const dailies: Daily[] = []
  const names = new Set<string>()
  for (const file of files) {
    if (names.has(file.name)) fault(inputErrorAt({ file: file.name }, 'is given twice; give it once'))
    else {
      const name = await attempt(options, () => acceptFile(file))
      if (name?.kind === 'init') parts.push({ day: name.day, part: name.part, file })
      if (name?.kind === 'daily') dailies.push({ day: name.day, file })
    }
    names.add(file.name)
  }
  if (parts.length === 0 && dailies.length === 0) {
    fault(
      new InputError(
        `sk-rpo needs init_YYYY-MM-DD_NNN.json.gz or actual_YYYY-MM-DD.json.gz; files given: ${[...names].join(', ') || 'none'}`,
      ),
    )
  }
  parts.sort((a, b) => a.part - b.part)
  dailies.sort((a, b) => (a.day < b.day ? -1 : 1))
  const init = parts.length === 0 ? [] : [initSet(parts, options)]
  return [...init, ...dailies.map(dailySet)]
}

/** Returns the kind of a file by its name. Throws an InputError if its content is of another kind. */
export async function acceptFile(file: SourceFile): Promise<RpoFileName> {
  if (/^rpo2?\.sql(\.gz)?$/i.test(file.name)) {
    throw inputErrorAt(
      { file: file.name },
      'is the database dump of a mirror of the RPO. Dumps are not read. Fetch init_YYYY-MM-DD_NNN.json.gz and the dailies after it instead',
    )
  }
  const isList = LIST.test(file.name)
  if (!isList) await refuseWrongFile(file, { source: RPO_DATASET.registry, packings: ['gzip'] })
  return parseFileName(file.name)
}

function initSet(parts: readonly InitPart[], options: ArrangeOptions): ImportSet {
  const { fault = raise, parts: listed } = options
  const { day, file } = parts[0]!
  const ofThisInit = parts.filter((part) => part.day === day)
  for (const other of parts) {
    if (other.day === day) continue
    fault(
      inputErrorAt(
        { file: other.file.name },
        `is of the init of ${other.day}, but ${file.name} is of that of ${day}; import one init at a time, the newest suffices`,
      ),
    )
  }
  const last = Math.max(listed ?? 0, ...ofThisInit.map(({ part }) => part))
  const present = new Set(ofThisInit.map(({ part }) => part))
  for (let part = 1; part <= last; part++) if (!present.has(part)) fault(missingPart(day, part))
  if (listed !== undefined && listed < last) {
    fault(
      inputErrorAt(
        { file: ofThisInit.find(({ part }) => listed < part)!.file.name },
        `is part ${listed + 1}, but the init of ${day} is said to have ${listed} parts; correct that number or leave it out`,
      ),
    )
  }
  return {
    dataset: RPO_DATASET,
    scope: '',
    coverage: 'full',
    complete: listed !== undefined,
    observedOn: day,
    files: ofThisInit.map((part) => part.file),
  }
}

function dailySet({ day, file }: Daily): ImportSet {
  return { dataset: RPO_DATASET, scope: '', coverage: 'changes', complete: true, observedOn: day, files: [file] }
}

function missingPart(day: string, part: number): InputError {
  return inputErrorAt(
    { file: initPartName(day, part) },
    `is missing: the parts of an init are imported together. Fetch it and give it with the others`,
  )
}
