import type { HeldGrant } from '../../src/ledger/node/held-grant.ts'
import type { NodeProcess } from './node-process.ts'
import { Violation } from './violation.ts'

/**
 * E3 on a node: free + parked + in flight + in a commit + spent = size, for each of its grants. What is in flight follows from the others on the node; here it
 * is held against what the clients know: at least what requests hold at this moment, at most that and what may be on its way between threads.
 */
export function checkNode(process: NodeProcess): void {
  const { bookkeeper, till } = process
  if (bookkeeper === undefined || process.thread.state === 'dead') return
  checkFlights(process)
  for (const held of bookkeeper.held.values()) {
    const free = held.state === 'current' ? till.free(held.slot) : 0
    const { size, parked, inCommit, spent, acked } = held
    const inFlight = size - free - parked - inCommit - spent
    const isWhole = 0 <= parked && 0 <= inCommit && 0 <= acked && acked <= spent
    if (!isWhole || !isKnownInFlight(process, held, inFlight)) throw new Violation('E3 node', words(held, free))
  }
}

/** What the memory of the threads says to be in flight in each is what its clients hold; at most a little more, which is on its way. */
function checkFlights({ tellers, till, node }: NodeProcess): void {
  for (const one of tellers) {
    if (one === undefined) continue
    let asking = 0
    emptied(heldUnits, till.slots)
    emptied(unitsOnTheWay, till.slots)
    for (const { phase, slot, units } of one.requests) {
      if (phase === 'asking') asking += units
      else if (phase === 'held') heldUnits[slot]! += units
      else unitsOnTheWay[slot]! += units
    }
    for (let slot = 0; slot < till.slots; slot++) {
      const counted = till.inFlight(one.number, slot)
      if (heldUnits[slot]! <= counted && counted <= heldUnits[slot]! + unitsOnTheWay[slot]! + asking) continue
      throw new Violation(
        'flights',
        `thread ${one.number} of ${node} holds ${heldUnits[slot]} units, counted are ${counted}`,
      )
    }
  }
}

/** Looked at after every event: the same memory each time. */
const heldUnits: number[] = []
const unitsOnTheWay: number[] = []

function emptied(units: number[], slots: number): void {
  for (let slot = 0; slot < slots; slot++) units[slot] = 0
}

function words({ id, size, parked, inCommit, spent, acked }: HeldGrant, free: number): string {
  return `grant ${id} does not add up: ${JSON.stringify({ size, free, parked, inCommit, spent, acked })}`
}

function isKnownInFlight(process: NodeProcess, held: HeldGrant, inFlight: number): boolean {
  const { cancelling, lostUnits } = process
  let least = cancelling.size === 0 ? 0 : (cancelling.get(held.id) ?? 0)
  let underWay = lostUnits
  for (const one of process.tellers) {
    if (one === undefined) continue
    for (const { account, units, phase, grant } of one.requests) {
      if (phase !== 'held') {
        if (account === held.account) underWay += units
      } else if (grant === held.id) least += units
    }
  }
  return least <= inFlight && inFlight <= least + underWay
}
