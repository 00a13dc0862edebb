import { hash } from 'node:crypto'
import type { Dataset } from '../records/dataset.ts'

export interface PlannedFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
  readonly fetchedAt: string
}

/** One import before it begins: the files and what they state about themselves. */
export interface ImportPlan {
  readonly dataset: Dataset
  readonly scope: string
  readonly coverage: 'full' | 'changes'
  readonly complete: boolean
  readonly observedOn: string | null
  readonly projectionVersion: string
  readonly files: readonly PlannedFile[]
  /** The data are a sample. Every response made from them says so. */
  readonly invented: boolean
}

/** The known number of rows of a full set, or 0. The size of a sample is arbitrary. */
export function countExpectedRows({ dataset, invented }: Pick<ImportPlan, 'dataset' | 'invented'>): number {
  return invented ? 0 : (dataset.fullSetRows ?? 0)
}

/** An earlier import of the same dataset and scope. */
export interface PastSet {
  readonly generation: number
  readonly coverage: 'full' | 'changes'
  readonly observedOn: string
  readonly signature: string
  readonly projectionVersion: string
}

/** The same files in another order are the same set. */
export function computeSignature(plan: ImportPlan): string {
  const hashes = plan.files.map((file) => file.sha256).toSorted()
  return hash('sha256', [plan.complete ? 'complete' : 'partial', ...hashes].join('\n'), 'hex')
}
