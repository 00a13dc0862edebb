import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Part } from './download-response.ts'
import { partPath, removePart } from './download-state.ts'
import { requireSpace } from './free-bytes.ts'
import { type HttpResponse, redactUrl } from './http-get.ts'
import { InputError } from './input-error.ts'
import { RetryableError } from './retry.ts'

/** Receives the bytes of the file so far, and its length if the host sent one. */
export type Progress = (bytes: number, bytesTotal: number | undefined) => void

export interface DownloadLimits {
  /** A larger file is the wrong one and must not fill the disk. */
  readonly fileBytesMax: number
}

/** Appends the body to the `.part` file. After a failure the received bytes stay there and count as progress. */
export async function writeBody(
  path: string,
  response: HttpResponse,
  part: Part,
  { limits, progress }: { readonly limits: DownloadLimits; readonly progress: Progress },
): Promise<void> {
  const { bytesTotal } = part.partial
  rejectTooLarge(response, bytesTotal ?? 0, limits)
  await requireSpace(dirname(path), (bytesTotal ?? 0) - part.from)
  let at = part.from
  try {
    await using file = await open(partPath(path), part.from === 0 ? 'w' : 'r+')
    progress(at, bytesTotal ?? undefined)
    for await (const chunk of response.body) {
      rejectTooLarge(response, at + chunk.length, limits)
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
  throw new RetryableError(`${redactUrl(response.url)} sent ${at} bytes of ${bytesTotal}`, { reached: at })
}

function rejectTooLarge(response: HttpResponse, bytes: number, { fileBytesMax }: DownloadLimits): void {
  if (bytes <= fileBytesMax) return
  throw new InputError(
    `${redactUrl(response.url)} is larger than the limit of ${fileBytesMax} bytes. Check the address.`,
  )
}

/** Turns a disk error into an InputError and returns any other one. On a full disk the received part is deleted. */
export async function explainDiskError(error: unknown, path: string): Promise<unknown> {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return error
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    await removePart(path)
    return new InputError(`${path} cannot be written: the disk is full. Free some space and run this again.`)
  }
  return new InputError(`${path} cannot be written (${code}). Check the folder and its permissions.`)
}
