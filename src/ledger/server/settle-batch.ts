import { monthOf } from '../calendar.ts'
import { readAccounts } from '../tables/accounts.ts'
import type { SealedBatch } from './charge-queue.ts'
import type { Decision } from './commit.ts'
import { asFault } from './faults.ts'
import type { BatchWriterPorts } from './writer-ports.ts'

type Ports = Pick<BatchWriterPorts, 'books' | 'count' | 'memory' | 'window' | 'acknowledged'>

/** Answers the requests of a batch that is in the books. */
export async function settleCharged(
  { charges, units }: SealedBatch,
  { end, endsAtMs = monthOf(end.period)!.endsAtMs, left }: Extract<Decision, { readonly outcome: 'charged' }>,
  ports: Ports,
): Promise<void> {
  for (const [account, leftUnits] of left ?? []) ports.memory(account).noteLeft(end.period, leftUnits)
  const { count, memory, window } = ports
  // Not known until it is read below, and the answers do not wait for that: their deadline may be near.
  if (left === undefined) for (const account of units.keys()) memory(account).forget()
  const most = window()
  let late = 0
  // The mark first: it is what reveals older books after a kill.
  ports.acknowledged(end, charges)
  for (const charge of charges) {
    // The charge is durable. After its deadline no answer is sent, and it stands.
    if (charge.settle() === 'settled') {
      const known = memory(charge.account)
      const availableUnits = Math.max(0, Math.min(known.left(end) ?? 0, most) - known.queuedUnits)
      charge.reportCharged(availableUnits, { period: end.period, endsAtMs })
    } else {
      late++
      charge.release()
    }
  }
  count('batches')
  count('debits', charges.length - late)
  if (0 < late) count('late_debits', late)
  if (left === undefined) await readLeft([...units.keys()], end.period, ports).catch(asFault)
}

/** Reads what accounts may still use: those that are used up, suspended or unknown are refused from then on. */
export async function readLeft(
  accounts: readonly string[],
  month: string,
  { books, memory }: Pick<Ports, 'books' | 'memory'>,
): Promise<void> {
  const read = new Map((await readAccounts(books, accounts, month)).map((row) => [row.account, row]))
  for (const account of accounts) memory(account).noteRead(month, read.get(account))
}
