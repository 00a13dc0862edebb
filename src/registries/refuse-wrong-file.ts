import { InputError, inputErrorAt, raise } from '../stdx/input-error.ts'
import { quoteForShell } from '../stdx/quote-for-shell.ts'
import { type Packing, type Recognised, recogniseFile } from './recognise-file.ts'
import type { ArrangeOptions, SourceFile } from './registry.ts'

/** The expectations of a source about its files. */
export interface ExpectedFiles {
  readonly source: string
  /** How they are packed as published. */
  readonly packings: readonly Packing[]
}

const UNPACK: Readonly<Record<Exclude<Packing, 'none'>, string>> = {
  gzip: 'gunzip',
  zip: 'unzip',
  '7z': '7z x',
  xz: 'unxz',
  bzip2: 'bunzip2',
  zstd: 'unzstd',
}

const UNFINISHED = /\.(part|partial|crdownload|download|tmp|aria2)$/i

/**
 * Throws an InputError for a file that is easily mistaken for the right one, whatever its name: empty, unfinished, a
 * web page, packed or unpacked, of another source. It reads only the beginning of the file; the source checks the rest.
 */
export async function refuseWrongFile(file: SourceFile, { source, packings }: ExpectedFiles): Promise<Recognised> {
  const wrong = (what: string): InputError => inputErrorAt({ file: file.name }, what)
  if (UNFINISHED.test(file.name)) {
    throw wrong('is a download that has not finished. Wait until it is complete, or fetch the file again')
  }
  const recognised = await recogniseFile(file)
  const { isEmpty, isUtf16, packing, content } = recognised
  if (isEmpty) throw wrong('the file is empty; fetch it again')
  if (content !== undefined && content.source !== source) {
    throw wrong(`is ${content.what}. ${content.advice ?? `Import it with \`regista import ${content.source}\``}`)
  }
  if (!packings.includes(packing)) throw wrong(packingProblem(file.name, packing, packings))
  if (isUtf16) {
    throw wrong('is in UTF-16, in which no register publishes. Fetch the file again and do not save it anew')
  }
  return recognised
}

function packingProblem(name: string, packing: Packing, expected: readonly Packing[]): string {
  if (packing === 'none') {
    return `is not packed; ${expected.join(' or ')} is expected, as the register publishes it. Fetch it again and do not unpack it`
  }
  if (expected.includes('none')) return `is packed; unpack it first: ${UNPACK[packing]} ${quoteForShell(name)}`
  return `is packed with ${packing}; ${expected.join(' or ')} is expected, as the register publishes it. Fetch it again`
}

/** Returns the result of `work`, or undefined after an InputError that `fault` accepts. */
export async function attempt<T>(
  { fault = raise }: ArrangeOptions,
  work: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    fault(error)
    return undefined
  }
}
