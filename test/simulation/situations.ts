/** Rare situations of lines and months, in addition to those that the nodes count. A long run meets each. */
export const SITUATIONS: readonly string[] = [
  'posted → void',
  'posted → hold',
  'posted → clipped',
  'hold → acked',
  'hold → void',
  'clipped → acked',
  'clipped → void',
  'the hold is full',
  'the allowance was cut below what is charged',
  'a node started on books without its last batch',
  'a running node lost its last batch',
]
