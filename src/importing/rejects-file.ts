import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Reject } from '../registries/registries.ts'

/** More lines than this tell nothing new; the count goes on. */
export const REJECT_LINES_MAX = 100_000

/** Rejected rows, one JSON object per line. The first row creates the file and replaces an earlier one of the set. */
export class RejectsFile {
  path: string | null = null
  readonly #dir: string
  readonly #name: string
  #lines = 0

  constructor(dir: string, name: string) {
    this.#dir = dir
    this.#name = name
    rmSync(join(dir, `${name}.jsonl`), { force: true })
  }

  add(rejects: readonly Reject[]): void {
    const kept = rejects.slice(0, REJECT_LINES_MAX - this.#lines)
    if (kept.length === 0) return
    if (this.path === null) {
      mkdirSync(this.#dir, { recursive: true })
      this.path = join(this.#dir, `${this.#name}.jsonl`)
    }
    this.#lines += kept.length
    appendFileSync(this.path, kept.map((reject) => `${JSON.stringify(reject)}\n`).join(''))
  }
}

export function duplicateKey(file: string, key: string, outcome: string): Reject {
  return { file, key, field: 'key', reason: `stands twice in this set; ${outcome}` }
}
