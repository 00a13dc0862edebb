import { DatabaseFault } from '../../storage/storage.ts'
import type { GrantRow, GrantUse } from '../books/rows.ts'
import type { BatchWriterPorts } from './batch-writer.ts'
import type { HeldGrant } from './held-grant.ts'
import type { PendingCharge } from './pending-charge.ts'
import { untilKnown } from './until-known.ts'

/**
 * Why did the books refuse a batch? Looks at its grants one by one: one that another node has closed takes no charges any more, and one that is not what this node has
 * made of it is a doubt of its account. Answers how many there are. The grants of all others can be charged as before.
 */
export async function findBadGrants(
  ports: Pick<BatchWriterPorts, 'books' | 'timers' | 'contradiction'>,
  charges: readonly PendingCharge[],
  uses: readonly GrantUse[],
): Promise<number> {
  const held = new Map(charges.map((charge) => [charge.grant, charge.held]))
  let bad = 0
  for (const use of uses) {
    const row = await untilKnown(ports.timers, () => readGrant(ports, use.grant))
    const grant = held.get(use.grant)!
    if (row !== 'unreadable' && row?.state === 'open' && isAsCharged(row, use) && isSound(row, grant)) continue
    bad++
    if (row === 'unreadable' || row?.state === 'open') ports.contradiction(grant)
    else grant.isClosedInBooks = true
  }
  return bad
}

/** Between two batches all lines of a grant are acknowledged or void. */
function isAsCharged({ size, spent, acked }: GrantRow, use: GrantUse): boolean {
  return acked <= use.acked && spent === use.acked && spent + use.units <= size
}

/** The rest of what the schema checks. PostgreSQL refuses every change of a row in which any column breaks its check. */
function isSound({ exposure, version, inFlightHint }: GrantRow, held: HeldGrant): boolean {
  return exposure === held.exposure && 0 <= version && 0 <= inFlightHint
}

async function readGrant(
  { books }: Pick<BatchWriterPorts, 'books'>,
  grant: number,
): Promise<GrantRow | 'unreadable' | undefined> {
  try {
    return await books.grant(grant)
  } catch (error) {
    if (error instanceof DatabaseFault && error.reason === 'refused') return 'unreadable'
    throw error
  }
}
