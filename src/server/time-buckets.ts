/** From the fastest answers out of memory to ones that no client waits for, in seconds. */
export const BUCKET_SECONDS: readonly number[] = [
  0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
]

/** One more than the ends: the last bucket has what took longer than all of them. */
export const BUCKETS = BUCKET_SECONDS.length + 1

export function bucketOf(seconds: number): number {
  let bucket = 0
  while (BUCKET_SECONDS[bucket]! < seconds) bucket++
  return bucket
}
