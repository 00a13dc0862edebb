import type { HeldGrant } from '../../src/ledger/node/held-grant.ts'
import type { NodeProcess } from './node-process.ts'
import { Violation } from './violation.ts'

/**
 * E3 at a node: free + returning + admitted + in a commit + spent = size, for each of its grants. The node derives
 * what is free from the others; this compares what is admitted with the charges that its threads wait for, or did
 * until they ended.
 */
export function checkNode(process: NodeProcess): void {
  const { ledgerNode } = process
  if (ledgerNode === undefined || process.thread.state === 'dead') return
  checkOpen(process)
  process.ledgerMs()
  let charging: Map<string, number> | undefined
  for (const held of ledgerNode.held.values()) {
    const { free, returning, admitted, inCommit, spent, acked, account } = held
    if (!(0 <= Math.min(free, returning, admitted, inCommit, acked, spent - acked)))
      throw new Violation('E3 node', formatGrant(held))
    if (admitted === 0) continue
    charging ??= new Map()
    charging.set(account, (charging.get(account) ?? 0) + admitted)
  }
  if (charging === undefined) return
  for (const [account, units] of charging) {
    if (units <= chargingUnits(process, account)) continue
    throw new Violation(
      'E3 node',
      `${units} units of ${account} are admitted at ${process.node}, and nobody waits for them`,
    )
  }
}

/** A node charges nothing while a commit is in doubt because the disk failed. */
function checkOpen({ flags, link, node }: NodeProcess): void {
  const isInDoubt = link.stops.commitDoubtAtEvent !== undefined
  if (isInDoubt && flags.isOpen) throw new Violation('stopped', `${node} charges while a commit is in doubt`)
}

function chargingUnits(process: NodeProcess, account: string): number {
  let units = process.endedUnits
  for (const one of process.clients) {
    if (one === undefined) continue
    for (const request of one.requests) if (request.account === account) units += request.units
  }
  return units
}

function formatGrant({ id, size, free, returning, admitted, inCommit, spent, acked }: HeldGrant): string {
  return `grant ${id} does not add up: ${JSON.stringify({ size, free, returning, admitted, inCommit, spent, acked })}`
}
