import { InputError, inputErrorAt, raise } from '../../stdx/input-error.ts'
import { PACKINGS } from '../recognise-file.ts'
import { attempt, refuseWrongFile } from '../refuse-wrong-file.ts'
import type { ArrangeOptions, ImportSet, SourceFile } from '../registry.ts'
import { DATASET } from './dataset.ts'

/**
 * One set: the whole archive. It has no day, because each document has the day of its own update and the name of the
 * archive has none, so the time of the import counts.
 */
export async function arrange(files: readonly SourceFile[], options: ArrangeOptions): Promise<ImportSet[]> {
  const { fault = raise } = options
  const archives: SourceFile[] = []
  for (const file of files) {
    const archive = await attempt(options, () => acceptArchive(file))
    if (archive !== undefined) archives.push(archive)
  }
  if (archives.length !== 1) {
    const names = files.map((file) => file.name).join(' and ') || 'none'
    fault(new InputError(`cz-vr needs one file, ares_vreo_all.tar.gz, which holds everything; files given: ${names}`))
  }
  return archives.slice(0, 1).map((file) => ({
    dataset: DATASET,
    scope: '',
    coverage: 'full',
    complete: true,
    observedOn: null,
    files: [file],
  }))
}

/** Lists that are published with the archive. */
const LISTS = /^ares_(seznamIC|ciselnik)|\.xsd$/i

/** Throws an InputError for any other file. */
export async function acceptArchive(file: SourceFile): Promise<SourceFile> {
  if (LISTS.test(file.name)) {
    throw inputErrorAt({ file: file.name }, 'is a list beside the archive and is not needed. Leave it out')
  }
  const isNamed = /\.(tar(\.[a-z0-9]+)?|tgz)$/i.test(file.name)
  const packings = isNamed ? (['gzip'] as const) : PACKINGS
  const { isTar } = await refuseWrongFile(file, { source: DATASET.registry, packings })
  if (!isNamed) {
    throw inputErrorAt({ file: file.name }, 'is not a file of cz-vr; ares_vreo_all.tar.gz is expected')
  }
  if (!isTar)
    throw inputErrorAt({ file: file.name }, 'does not hold a gzipped tar archive; fetch ares_vreo_all.tar.gz again')
  return file
}
