import { constants, gunzipSync } from 'node:zlib'
import { fileHead } from '../../stdx/file-head.ts'
import { GivenError, givenError } from '../../stdx/given-error.ts'
import { isTarStart } from '../../stdx/tar.ts'
import type { ImportSet, SourceFile } from '../registry.ts'
import { DATASET } from './dataset.ts'

/**
 * One set: the whole archive. It states no day: each document has the day of its own update, and the archive's name has none;
 * so the time of import counts.
 */
export async function arrange(files: readonly SourceFile[]): Promise<ImportSet[]> {
  for (const file of files) {
    if (/\.(tar\.gz|tgz)$/i.test(file.name)) continue
    throw givenError({ file: file.name }, 'is not a file of cz-vr; ares_vreo_all.tar.gz is expected')
  }
  if (files.length !== 1) {
    const names = files.map((file) => file.name).join(' and ') || 'no files'
    throw new GivenError(`cz-vr needs one file, ares_vreo_all.tar.gz, which holds everything; given: ${names}`)
  }
  await refuseOtherContent(files[0]!)
  return [{ dataset: DATASET, scope: '', coverage: 'full', complete: true, observedOn: null, files }]
}

async function refuseOtherContent(file: SourceFile): Promise<void> {
  const head = await fileHead(file.path, 1 << 16)
  if (isTarStart(startOfGzip(head))) return
  throw givenError({ file: file.name }, 'does not hold a gzipped tar archive; fetch ares_vreo_all.tar.gz again')
}

function startOfGzip(head: Buffer): Buffer {
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return Buffer.alloc(0)
  }
}
