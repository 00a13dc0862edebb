import type { UsageOutcome } from '../../src/ledger/node/usage.ts'
import { monthKey } from './history.ts'
import { ensure } from './violation.ts'
import type { World } from './world.ts'

/** By month: the least that an answer to a usage request sent now may show. */
export type UsageFloor = ReadonlyMap<string, MonthFloor>

export interface MonthFloor {
  readonly successes: number
  readonly confirmed: number
  /** No answer shows these. They may shrink before the answer arrives, when a line is resolved. */
  readonly clipped: number
}

/** Checks E1, E2, E9 and E11 on what a customer sees. */
export function checkUsage(
  world: World,
  { account, usage, before }: { account: string; usage: UsageOutcome; before: UsageFloor },
): void {
  if (usage.outcome !== 'usage') return
  const { period, allowanceUnits, confirmedUnits, reservedUnits, recoveryHoldUnits, unallocatedUnits } = usage
  const { preparedAvailableUnits, pendingSpentUnits, inFlightReservedUnits } = usage
  const words = (): string => `${account}: ${JSON.stringify(usage)} after ${JSON.stringify([...before])}`
  const units = [allowanceUnits, confirmedUnits, reservedUnits, recoveryHoldUnits, unallocatedUnits]
  for (const one of [...units, preparedAvailableUnits, pendingSpentUnits, inFlightReservedUnits, usage.availableUnits])
    ensure(Number.isSafeInteger(one) && 0 <= one, 'E1 usage', words)
  const out = confirmedUnits + reservedUnits + recoveryHoldUnits
  ensure(unallocatedUnits === Math.max(0, allowanceUnits - out), 'E1 usage', words)
  ensure(reservedUnits === preparedAvailableUnits + pendingSpentUnits + inFlightReservedUnits, 'E2 usage', words)
  const floor = before.get(period)
  if (floor !== undefined) {
    ensure(floor.confirmed <= confirmedUnits, 'E9 usage', words)
    const clipped = Math.max(floor.clipped, world.checker.monthRow(account, period)?.clipped ?? 0)
    ensure(floor.successes <= confirmedUnits + pendingSpentUnits + recoveryHoldUnits + clipped, 'E11 usage', words)
  }
  const key = monthKey(account, period)
  world.confirmedSeen.set(key, Math.max(world.confirmedSeen.get(key) ?? 0, confirmedUnits))
  world.usages++
}
