import { DatabaseError } from '../../storage/storage.ts'
import type { GrantRow, GrantUse } from '../books/rows.ts'
import type { BatchWriterPorts } from './batch-writer.ts'
import type { HeldGrant } from './held-grant.ts'
import type { PendingCharge } from './pending-charge.ts'
import { untilKnown } from './until-known.ts'

/**
 * Why did the books refuse a batch? Looks at its grants: one that another node has closed takes no charges any more, and one that is not what this node has
 * made of it is a doubt of its account. Answers how many there are. The grants of all others can be charged as before.
 */
export async function findBadGrants(
  ports: Pick<BatchWriterPorts, 'books' | 'timers' | 'contradiction'>,
  charges: readonly PendingCharge[],
  uses: readonly GrantUse[],
): Promise<number> {
  const held = new Map(charges.map((charge) => [charge.grant, charge.held]))
  const rows = await untilKnown(ports.timers, () => readGrants(ports, [...held.keys()]))
  let bad = 0
  for (const use of uses) {
    const row = rows.get(use.grant)
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

/** All in one statement, because their charges have little time left; one by one if some of them cannot be read. */
async function readGrants(
  { books }: Pick<BatchWriterPorts, 'books'>,
  ids: readonly number[],
): Promise<Map<number, GrantRow | 'unreadable'>> {
  try {
    return new Map((await books.grants(ids)).map((row) => [row.id, row]))
  } catch (error) {
    if (!isUnreadable(error)) throw error
  }
  const rows = new Map<number, GrantRow | 'unreadable'>()
  for (const id of ids) {
    const [row] = await books.grants([id]).catch((error: unknown) => {
      if (isUnreadable(error)) return ['unreadable' as const]
      throw error
    })
    if (row !== undefined) rows.set(id, row)
  }
  return rows
}

function isUnreadable(error: unknown): boolean {
  return error instanceof DatabaseError && (error.reason === 'refused' || error.reason === 'damaged')
}
