import { GivenError, givenError } from '../../stdx/given-error.ts'
import type { ArrangeOptions, ImportSet, SourceFile } from '../registry.ts'
import { RPO_DATASET } from './dataset.ts'
import { initPartName, parseFileName } from './file-name.ts'

interface Daily {
  readonly day: string
  readonly file: SourceFile
}

interface InitPart extends Daily {
  readonly part: number
}

/** One init from all its parts, then the dailies by their dates. */
export function arrangeRpo(files: readonly SourceFile[], options: ArrangeOptions): ImportSet[] {
  const parts: InitPart[] = []
  const dailies: Daily[] = []
  const names = new Set<string>()
  for (const file of files) {
    if (names.has(file.name)) throw givenError({ file: file.name }, 'is given twice; give it once')
    names.add(file.name)
    const name = parseFileName(file.name)
    if (name.kind === 'init') parts.push({ day: name.day, part: name.part, file })
    if (name.kind === 'daily') dailies.push({ day: name.day, file })
  }
  if (parts.length === 0 && dailies.length === 0) {
    throw new GivenError(
      `sk-rpo needs init_YYYY-MM-DD_NNN.json.gz or actual_YYYY-MM-DD.json.gz; among ${[...names].join(', ') || 'no files'} there is none`,
    )
  }
  parts.sort((a, b) => a.part - b.part)
  dailies.sort((a, b) => (a.day < b.day ? -1 : 1))
  const init = parts.length === 0 ? [] : [initSet(parts, options)]
  return [...init, ...dailies.map(dailySet)]
}

function initSet(parts: readonly InitPart[], options: ArrangeOptions): ImportSet {
  const { day, file } = parts[0]!
  for (const other of parts) {
    if (other.day === day) continue
    throw givenError(
      { file: other.file.name },
      `is of the init of ${other.day}, but ${file.name} is of that of ${day}; import one init at a time, the newest suffices`,
    )
  }
  for (const [i, { part }] of parts.entries()) if (part !== i + 1) throw missingPart(day, i + 1)
  const { parts: listed } = options
  if (listed !== undefined && parts.length < listed) throw missingPart(day, parts.length + 1)
  if (listed !== undefined && listed < parts.length) {
    throw givenError(
      { file: parts[listed]!.file.name },
      `is part ${listed + 1}, but the init of ${day} is said to have ${listed} parts; correct that number or leave it out`,
    )
  }
  return {
    dataset: RPO_DATASET,
    scope: '',
    coverage: 'full',
    complete: listed !== undefined,
    observedOn: day,
    files: parts.map((part) => part.file),
  }
}

function dailySet({ day, file }: Daily): ImportSet {
  return { dataset: RPO_DATASET, scope: '', coverage: 'changes', complete: true, observedOn: day, files: [file] }
}

function missingPart(day: string, part: number): Error {
  return givenError(
    { file: initPartName(day, part) },
    `is missing: the parts of an init are imported together. Fetch it and give it with the others`,
  )
}
