import { DatabaseError } from '../../storage/storage.ts'
import type { GrantRow, GrantUse } from '../books/rows.ts'
import type { BatchWriterPorts } from './batch-writer-ports.ts'
import type { HeldGrant } from './held-grant.ts'
import type { PendingCharge } from './pending-charge.ts'
import { retryUntilAnswered } from './retry-until-answered.ts'

/**
 * Finds the grants because of which the books refused a batch, and returns their number. A grant that another node
 * closed takes no more charges. A grant that differs from what this node wrote becomes a doubt about its account.
 */
export async function findBadGrants(
  ports: Pick<BatchWriterPorts, 'books' | 'timers' | 'contradiction'>,
  charges: readonly PendingCharge[],
  uses: readonly GrantUse[],
): Promise<number> {
  const held = new Map(charges.map((charge) => [charge.grant, charge.held]))
  const rows = await retryUntilAnswered(ports.timers, () => readGrants(ports, [...held.keys()]))
  let bad = 0
  for (const use of uses) {
    const row = rows.get(use.grant)
    const grant = held.get(use.grant)!
    if (row !== 'unreadable' && row?.state === 'open' && isSpentAsCharged(row, use) && isSound(row, grant)) continue
    bad++
    if (row === 'unreadable' || row?.state === 'open') ports.contradiction(grant)
    else grant.isClosedInBooks = true
  }
  return bad
}

/** Between two batches every line of a grant is acknowledged or void. */
function isSpentAsCharged({ size, spent, acked }: GrantRow, use: GrantUse): boolean {
  return acked <= use.acked && spent === use.acked && spent + use.units <= size
}

/**
 * The other columns that the schema checks: PostgreSQL refuses every change of a row in which any column breaks its
 * check.
 */
function isSound({ exposure, version, inFlightHint }: GrantRow, held: HeldGrant): boolean {
  return exposure === held.exposure && 0 <= version && 0 <= inFlightHint
}

/** Reads all in one statement, because charges wait; one by one if some of them cannot be read. */
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
