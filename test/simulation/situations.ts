/** Rare situations, beside those that the nodes count: what became of lines, and of months. A run that is long enough meets each. */
export const SITUATIONS: readonly string[] = [
  'posted → void',
  'posted → hold',
  'posted → clipped',
  'hold → acked',
  'hold → void',
  'clipped → acked',
  'clipped → void',
  'the hold is full',
  'the allowance was cut below what is sold',
  'a node started on books without its last batch',
  'a running node lost its last batch',
]
