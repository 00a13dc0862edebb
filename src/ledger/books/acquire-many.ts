import { monthAt } from '../calendar.ts'
import { type AcquireOutcome, type AcquireRequest, acquire } from './acquire.ts'
import type { Damage } from './damage.ts'
import { PrefetchedRows } from './prefetched-rows.ts'
import { type CloseOutcome, closeGrant, type OwnGrant } from './return-units.ts'
import type { Rows } from './store.ts'

/**
 * Decides the requests of many accounts of one node in the order given, each as `acquire` does. The database executes
 * about ten statements, however many accounts there are: a month begins for all of them at once, and after a restart
 * none has a grant.
 */
export async function acquireMany(
  rows: Rows,
  requests: readonly AcquireRequest[],
): Promise<(AcquireOutcome | Damage)[]> {
  const gathered = await PrefetchedRows.lock(rows, {
    accounts: requests.map(({ account }) => account),
    periods: requests.map(({ account, month }) => ({ account, period: month.period })),
    grants: requests.map(({ grant }) => grant),
  })
  // A month without a row begins where the one before it ends.
  const fresh = requests.map(({ account, month }) => ({ account, ...month })).filter((key) => !gathered.hasPeriod(key))
  await gathered.read(fresh.map(({ account, startsAtMs }) => ({ account, period: monthAt(startsAtMs - 1).period })))
  const outcomes: (AcquireOutcome | Damage)[] = []
  for (const request of requests) outcomes.push(await gathered.work((view) => acquire(view, request)))
  await gathered.write()
  return outcomes
}

/** A grant that its node closes, and the units of it that the node has answered with success. */
export interface CloseRequest {
  readonly own: OwnGrant
  readonly acked: number
}

/** Closes many grants of one node, each as `closeGrant` does. */
export async function closeMany(rows: Rows, closings: readonly CloseRequest[]): Promise<(CloseOutcome | Damage)[]> {
  const gathered = await PrefetchedRows.lock(rows, {
    accounts: [],
    periods: closings.map(({ own }) => own),
    grants: closings.map(({ own }) => own.grant),
  })
  const outcomes: (CloseOutcome | Damage)[] = []
  for (const { own, acked } of closings) outcomes.push(await gathered.work((view) => closeGrant(view, own, acked)))
  await gathered.write()
  return outcomes
}
