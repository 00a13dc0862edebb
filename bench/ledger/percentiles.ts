export interface Percentiles {
  readonly p50: number
  readonly p99: number
}

/** Percentiles of times in ms. */
export function percentiles(times: readonly number[]): Percentiles {
  const sorted = Float64Array.from(times).sort()
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}
