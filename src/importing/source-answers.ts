import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../stdx/replace-file.ts'

/** How the hosts of a source answered last: to `sync`, or to `sync --check`. */
export interface SourceAnswer {
  readonly at: string
  /** What did not answer, and why. */
  readonly problems: readonly string[]
}

export type SourceAnswers = Readonly<Record<string, SourceAnswer>>

function pathIn(dataDir: string): string {
  return join(dataDir, 'downloads', 'answers.json')
}

/** By source; empty before the first `sync`. A damaged file says nothing, and the next run replaces it. */
export function readSourceAnswers(dataDir: string): SourceAnswers {
  if (!existsSync(pathIn(dataDir))) return {}
  try {
    const read: unknown = JSON.parse(readFileSync(pathIn(dataDir), 'utf8'))
    return Object.fromEntries(Object.entries(read ?? {}).filter(([, answer]) => isAnswer(answer)))
  } catch {
    return {}
  }
}

function isAnswer(answer: Partial<SourceAnswer> | null): boolean {
  return typeof answer?.at === 'string' && Array.isArray(answer.problems)
}

export function rememberAnswers(dataDir: string, answers: SourceAnswers): void {
  mkdirSync(join(dataDir, 'downloads'), { recursive: true })
  replaceFile(pathIn(dataDir), `${JSON.stringify({ ...readSourceAnswers(dataDir), ...answers }, null, 2)}\n`)
}
