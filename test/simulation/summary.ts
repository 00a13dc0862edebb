import type { SeedReport } from './run-seed.ts'
import type { Failure } from './violation.ts'

export interface FoundViolation extends Failure {
  readonly seed: number
}

/** The results of many seeds. Plain data, because it crosses threads. */
export interface Summary {
  seeds: number
  events: number
  usages: number
  /** Worlds by number of nodes. */
  readonly nodes: Record<number, number>
  readonly counters: Record<string, number>
  readonly injected: Record<string, number>
  readonly answers: Record<string, number>
  readonly reached: Record<string, number>
  readonly violations: FoundViolation[]
  /** Combined from the trace hashes of all seeds. */
  hash: number
}

export function emptySummary(): Summary {
  const counts = { nodes: {}, counters: {}, injected: {}, answers: {}, reached: {} }
  return { seeds: 0, events: 0, usages: 0, ...counts, violations: [], hash: 0 }
}

export function addReport(summary: Summary, report: SeedReport): void {
  const { plan, events, usages, counters, injected, answers, reached, violation, hash } = report
  summary.seeds++
  summary.events += events
  summary.usages += usages
  summary.nodes[plan.nodes] = (summary.nodes[plan.nodes] ?? 0) + 1
  addCounts(summary.counters, counters)
  addCounts(summary.injected, injected)
  addCounts(summary.answers, answers)
  addCounts(summary.reached, reached)
  summary.hash = (summary.hash + Math.imul(hash, plan.seed * 2 + 1)) | 0
  if (violation !== undefined) summary.violations.push({ seed: plan.seed, ...violation })
}

export function addSummary(summary: Summary, more: Summary): void {
  summary.seeds += more.seeds
  summary.events += more.events
  summary.usages += more.usages
  summary.hash = (summary.hash + more.hash) | 0
  addCounts(summary.nodes, more.nodes)
  addCounts(summary.counters, more.counters)
  addCounts(summary.injected, more.injected)
  addCounts(summary.answers, more.answers)
  addCounts(summary.reached, more.reached)
  summary.violations.push(...more.violations)
}

function addCounts(sums: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + count
}
