import { open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Part } from './download-response.ts'
import { partPath, removePart } from './download-state.ts'
import { type HttpResponse, redactUrl } from './http-get.ts'
import { InputError } from './input-error.ts'
import { RetryableError } from './retry.ts'

/** How many bytes of the file are here, and how many there will be, if the host said so. */
export type Progress = (bytes: number, bytesTotal: number | undefined) => void

export interface DownloadLimits {
  /** A file that is larger is not the one we want, and must not fill the disk. */
  readonly fileBytesMax: number
}

/** Writes what comes to the `.part` file. Returns when all has come; what came before a failure stays and counts as progress. */
export async function writeBody(
  path: string,
  answer: HttpResponse,
  part: Part,
  { limits, progress }: { readonly limits: DownloadLimits; readonly progress: Progress },
): Promise<void> {
  const { bytesTotal } = part.partial
  refuseTooLarge(answer, bytesTotal ?? 0, limits)
  await refuseFullDisk(path, (bytesTotal ?? 0) - part.from)
  let at = part.from
  try {
    await using file = await open(partPath(path), part.from === 0 ? 'w' : 'r+')
    progress(at, bytesTotal ?? undefined)
    for await (const chunk of answer.body) {
      refuseTooLarge(answer, at + chunk.length, limits)
      for (let written = 0; written < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, written, chunk.length - written, at)
        written += bytesWritten
        at += bytesWritten
      }
      progress(at, bytesTotal ?? undefined)
    }
    await file.sync()
  } catch (error) {
    if (error instanceof InputError) await removePart(path)
    if (error instanceof RetryableError && part.partial.validator !== null)
      throw new RetryableError(error.message, { reached: at })
    throw error
  }
  if (bytesTotal === null || at === bytesTotal) return
  throw new RetryableError(`${redactUrl(answer.url)} sent ${at} bytes of ${bytesTotal}`, { reached: at })
}

function refuseTooLarge(answer: HttpResponse, bytes: number, { fileBytesMax }: DownloadLimits): void {
  if (bytes <= fileBytesMax) return
  throw new InputError(
    `${redactUrl(answer.url)} has more than the ${fileBytesMax} bytes that a file may have. Check the address.`,
  )
}

/** Asked before the first byte: a disk that is filled to the brim harms everything else on it. */
async function refuseFullDisk(path: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path))
  if (bytes <= bavail * bsize) return
  throw new InputError(
    `${dirname(path)}: ${bytes} bytes are needed and ${bavail * bsize} are free. Make room, or use another folder, and run this again.`,
  )
}

/** Failures of the disk in words. A full disk gets back what we took of it. Anything else is passed on. */
export async function diskFailure(error: unknown, path: string): Promise<unknown> {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return error
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    await removePart(path)
    return new InputError(`${path} cannot be written: the disk is full. Make room and run this again.`)
  }
  return new InputError(`${path} cannot be written (${code}). Check the folder and who may write in it.`)
}
