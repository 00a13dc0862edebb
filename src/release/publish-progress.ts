import type { SegmentName } from './segment.ts'

/** The steps of a segment in their order, with the share of its time that each takes for national registers. */
const STEP_SHARES = { building: 0.75, indexing: 0.07, hashing: 0.06, checking: 0.12 }

export type SegmentStep = keyof typeof STEP_SHARES

/** Receives how many records of a segment are done in a step. */
export type ReportStep = (step: SegmentStep, records: number) => void

/** So seldom that a report costs nothing. */
const RECORDS_PER_REPORT = 4096

/** Begins a step and returns what to call after each record of it. */
export function beginStep(step: SegmentStep, report: ReportStep): () => void {
  let records = 0
  report(step, 0)
  return () => {
    records += 1
    if (records % RECORDS_PER_REPORT === 0) report(step, records)
  }
}

/** Adds up how far the segments of a release are. A record counts as done in parts, step by step. */
export class PublishProgress {
  readonly #sizes: ReadonlyMap<SegmentName, number>
  readonly #done = new Map<SegmentName, number>()
  readonly #steps = new Map<SegmentName, SegmentStep>()
  readonly total: number

  /** `sizes`: the expected records of each segment. */
  constructor(sizes: ReadonlyMap<SegmentName, number>) {
    this.#sizes = sizes
    this.total = sizes.values().reduce((sum, size) => sum + size, 0)
  }

  get records(): number {
    return Math.round(this.#done.values().reduce((sum, done) => sum + done, 0))
  }

  /** Returns whether the step is new. */
  advance(segment: SegmentName, step: SegmentStep, records: number): boolean {
    const size = this.#sizes.get(segment)!
    let before = 0
    for (const [name, share] of Object.entries(STEP_SHARES)) {
      if (name === step) break
      before += share
    }
    this.#done.set(segment, before * size + STEP_SHARES[step] * Math.min(records, size))
    const isNew = this.#steps.get(segment) !== step
    this.#steps.set(segment, step)
    return isNew
  }

  finish(segment: SegmentName): void {
    this.#done.set(segment, this.#sizes.get(segment)!)
  }
}
