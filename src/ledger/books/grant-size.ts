export interface GrantSizeInput {
  /** Units that no grant has. */
  readonly unallocated: number
  /** A smaller grant would be of no use. */
  readonly least: number
  readonly wanted: number
  /** How many nodes are alive. */
  readonly nodes: number
  /** Whether a node has asked the others for their last units. */
  readonly recalled: 'recalled' | 'not_recalled'
}

/**
 * Chooses how many units a node gets. While there is plenty it gets what it wants; near the end a share that leaves
 * something for the other nodes; and while another node asks for units, only what it needs at once. 0: less is left
 * than it needs.
 */
export function chooseGrantSize({ unallocated, least, wanted, nodes, recalled }: GrantSizeInput): number {
  if (unallocated < least || unallocated <= 0) return 0
  if (recalled === 'recalled') return least
  const target = Math.max(least, wanted)
  if (nodes <= 1) return Math.min(target, unallocated)
  if (nodes * target <= unallocated) return target
  return Math.min(target, Math.max(least, Math.ceil(unallocated / (2 * nodes))))
}
