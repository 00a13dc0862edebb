import { appendFile, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErrorCode } from '../http/errors.ts'
import { isoTime } from '../stdx/clock.ts'
import { DAY_MS } from '../stdx/time-units.ts'

/** A request that was answered with an error. It has nothing that was typed, and no address. */
export interface RefusedRequest {
  readonly requestId: string
  readonly atMs: number
  readonly operation: string
  readonly code: ErrorCode
  /** Undefined: the request named none, or was refused before it was looked up. */
  readonly project: string | undefined
}

/** The form of a line in the files. */
interface RefusalLine {
  readonly at: string
  readonly request_id: string
  readonly operation: string
  readonly code: string
  readonly project: string | null
}

/** Two files of this size hold some ten thousand requests. */
const FILE_BYTES = 4 * 2 ** 20
/** A disk that hangs or is full loses those beyond it: they help a developer, and prove nothing. */
const WAITING_MAX = 5_000
const NEWEST = 'refused.jsonl'
const OLDER = 'refused.old.jsonl'

/** Writes refused requests into two files of bounded size, of which the older one is replaced. */
export class RefusedRequests {
  readonly #folder: string
  readonly #fileBytes: number
  #waiting: string[] = []
  #writing: Promise<void> | undefined

  constructor(folder: string, fileBytes = FILE_BYTES) {
    this.#folder = folder
    this.#fileBytes = fileBytes
  }

  add({ requestId, atMs, operation, code, project }: RefusedRequest): void {
    if (WAITING_MAX <= this.#waiting.length) return
    const line: RefusalLine = { at: isoTime(atMs), request_id: requestId, operation, code, project: project ?? null }
    this.#waiting.push(`${JSON.stringify(line)}\n`)
    this.#writing ??= this.#write()
  }

  /** Resolves when all of them are written, or cannot be. */
  async written(): Promise<void> {
    await this.#writing
  }

  /** One write at a time, in Node's pool of threads: a hung disk holds one of them, and no request. */
  async #write(): Promise<void> {
    try {
      while (this.#waiting.length !== 0) {
        // The line before may have been cut, by a full disk or the end of a server.
        const text = `\n${this.#waiting.join('')}`
        this.#waiting = []
        const newest = join(this.#folder, NEWEST)
        const bytes = await stat(newest).then(
          ({ size }) => size,
          () => 0,
        )
        if (0 < bytes && this.#fileBytes < bytes + text.length) await rename(newest, join(this.#folder, OLDER))
        await appendFile(newest, text)
      }
    } catch {
      // The watch of the disk says what is wrong with it.
      this.#waiting = []
    } finally {
      this.#writing = undefined
    }
  }
}

/** The refused request of this id, of the last day. */
export async function findRefusedRequest(
  folder: string,
  requestId: string,
  nowMs: number,
): Promise<RefusalLine | undefined> {
  for (const name of [NEWEST, OLDER]) {
    const text = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    for (const line of text.split('\n')) {
      if (!line.includes(requestId)) continue
      const found = parseLine(line)
      if (found?.request_id === requestId && isoTime(nowMs - DAY_MS) <= found.at) return found
    }
  }
  return undefined
}

/** The last line of a server that was killed may be cut. */
function parseLine(line: string): RefusalLine | undefined {
  try {
    return JSON.parse(line) as RefusalLine
  } catch {
    return undefined
  }
}
