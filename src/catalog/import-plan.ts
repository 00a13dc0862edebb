import { hash } from 'node:crypto'
import type { Dataset } from '../records/dataset.ts'

export interface PlannedFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
  readonly fetchedAt: string
}

/** One import, before it begins: what the files say of themselves and what the operator allows. */
export interface ImportPlan {
  readonly dataset: Dataset
  readonly scope: string
  readonly coverage: 'full' | 'changes'
  readonly complete: boolean
  readonly observedOn: string | null
  readonly projectionVersion: string
  readonly files: readonly PlannedFile[]
  /** The data are invented (a sample), so every answer made from them says so. */
  readonly invented: boolean
}

/** Rows that a full set of the plan has if nothing is cut off, 0 if that is not known. A sample has the size it was made with. */
export function expectedRows({ dataset, invented }: Pick<ImportPlan, 'dataset' | 'invented'>): number {
  return invented ? 0 : (dataset.fullSetRows ?? 0)
}

/** An earlier import of the same dataset and scope, as far as a decision needs it. */
export interface PastSet {
  readonly generation: number
  readonly coverage: 'full' | 'changes'
  readonly observedOn: string
  readonly signature: string
  readonly projectionVersion: string
}

/** The same files in another order are the same set. */
export function signatureOf(plan: ImportPlan): string {
  const hashes = plan.files.map((file) => file.sha256).toSorted()
  return hash('sha256', [plan.complete ? 'complete' : 'partial', ...hashes].join('\n'), 'hex')
}
