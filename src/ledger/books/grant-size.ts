export interface GrantSizeInput {
  /** What nobody has been given. */
  readonly unallocated: number
  /** Less than this helps nobody. */
  readonly least: number
  readonly wanted: number
  /** How many nodes are alive. */
  readonly nodes: number
  /** Does some node ask for the others' last units? */
  readonly recalled: 'recalled' | 'not_recalled'
}

/**
 * How many units a node gets: what it wants while there is plenty; when the end is near, a share that leaves something for the other nodes; and what it
 * needs at once, no more, while another node asks for units. 0: less is left than would help.
 */
export function chooseGrantSize({ unallocated, least, wanted, nodes, recalled }: GrantSizeInput): number {
  if (unallocated < least || unallocated <= 0) return 0
  if (recalled === 'recalled') return least
  const target = Math.max(least, wanted)
  if (nodes <= 1) return Math.min(target, unallocated)
  if (nodes * target <= unallocated) return target
  return Math.min(target, Math.max(least, Math.ceil(unallocated / (2 * nodes))))
}
