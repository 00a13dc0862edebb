import type { Queries } from '../../storage/storage.ts'
import { GRANTS_MAX } from '../books/rows.ts'
import { type ArchivedRange, readArchiveRows } from '../books/sql-archive.ts'
import { readIncarnations } from '../books/sql-batches.ts'
import { readCheckpoint } from '../books/sql-checkpoint.ts'

/** What can be archived, at one moment. */
export interface ArchivePlan {
  readonly nextId: number
  readonly incarnations: readonly {
    readonly incarnation: number
    /** The last archived range. */
    readonly archived: ArchivedRange | undefined
    /** An audit has verified the batches up to this one, and all their lines are final. */
    readonly verifiedSeq: number
    readonly lastSeq: number
  }[]
}

export async function planArchive(queries: Queries): Promise<ArchivePlan> {
  const checkpoint = await readCheckpoint(queries)
  const { files, ranges } = await readArchiveRows(queries)
  const incarnations = (await readIncarnations(queries)).map(({ incarnation, lastSeq }) => ({
    ...{ incarnation, lastSeq, archived: ranges.get(incarnation)?.at(-1) },
    verifiedSeq: checkpoint.incarnations.get(incarnation)?.seq ?? 0,
  }))
  return { nextId: Math.max(0, ...files.keys()) + 1, incarnations }
}

/** Grants of an incarnation whose month is open or not before this one. */
export async function readMovingGrants(
  queries: Queries,
  incarnation: number,
  before: string,
): Promise<ReadonlySet<number>> {
  const sql = `
    select g.id from unit_grant g
    left join account_period p on p.account = g.account and p.period = g.period
    where $1 <= g.id and g.id < $2 and (p.state is null or p.state <> 'closed' or $3 <= g.period)`
  const [from, to] = [incarnation * GRANTS_MAX, (incarnation + 1) * GRANTS_MAX]
  return new Set((await queries.query<readonly [number]>(sql, from, to, before)).map(([id]) => id))
}
