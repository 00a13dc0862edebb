import type { Database, Queries } from '../../storage/storage.ts'
import { DatabaseError } from '../../storage/storage.ts'
import { batchHash, firstHash, packLines, unpackLines } from './line-codec.ts'
import type { Batch, BatchKey, GrantUse } from './rows.ts'
import { raiseAcked } from './sql-grants.ts'
import { readBooksId } from './sql-register.ts'
import type { PostOutcome } from './store.ts'

/** Writes batches. It remembers the last hash of each incarnation, so usually it reads nothing first. */
export function createSqlPost(database: Database): (batch: Batch, uses: readonly GrantUse[]) => Promise<PostOutcome> {
  const lastHashes = new Map<number, { readonly seq: number; readonly hash: Uint8Array }>()
  const write = database.dialect === 'sqlite' ? writeToSqlite : writeToPostgres
  let booksId: string | undefined

  async function hashBefore({ incarnation, seq }: BatchKey): Promise<Uint8Array> {
    const last = lastHashes.get(incarnation)
    if (last?.seq === seq - 1) return last.hash
    if (seq === 1) return firstHash((booksId ??= await readBooksId(database)), incarnation)
    const sql = 'select hash from batch where incarnation = $1 and seq = $2'
    const [row] = await database.query<readonly [Uint8Array]>(sql, incarnation, seq - 1)
    if (row !== undefined) return row[0]
    const message = `the books have no batch before number ${seq} of incarnation ${incarnation}`
    throw new DatabaseError(message, { outcome: 'not_done', reason: 'refused' })
  }

  return async (batch, uses) => {
    const { incarnation, seq, atMs } = batch
    const lines = packLines(incarnation, batch.lines)
    const hash = batchHash(await hashBefore(batch), batch, lines)
    const outcome = await write(database, { incarnation, seq, atMs, hash, lines }, uses)
    if (outcome.outcome === 'done') lastHashes.set(incarnation, { seq, hash })
    return outcome
  }
}

interface EncodedBatch extends BatchKey {
  readonly atMs: number
  readonly hash: Uint8Array
  readonly lines: Uint8Array
}

async function writeToSqlite(database: Database, batch: EncodedBatch, uses: readonly GrantUse[]): Promise<PostOutcome> {
  const { incarnation, seq, atMs, hash, lines } = batch
  try {
    return await database.transaction(async (queries) => {
      const written = await queries.run(INSERT_BATCH, incarnation, seq, atMs, hash, lines)
      if (written === 0) return (await findWritten(queries, batch))!
      if ((await takeUnits(queries, uses)) < uses.length) throw REFUSED
      return { outcome: 'done' }
    })
  } catch (error) {
    if (error === REFUSED) return { outcome: 'refused' }
    throw error
  }
}

/** Thrown to roll back the batch that was inserted before. */
const REFUSED = new Error('a grant is closed or too small')

const INSERT_BATCH = `
  insert into batch (incarnation, seq, at_ms, hash, lines) values ($1, $2, $3, $4, $5) on conflict do nothing`

/**
 * Takes the units from the grants and returns how many grants had them. One statement for many grants: a call from
 * JavaScript costs more than the update.
 */
async function takeUnits(queries: Queries, uses: readonly GrantUse[]): Promise<number> {
  if (uses.length === 0) return 0
  const [first] = uses
  if (uses.length === 1) return await queries.run(TAKE_UNITS, first!.grant, first!.units, first!.acked)
  return await queries.run(
    TAKE_UNITS_OF_MANY,
    JSON.stringify(uses.map(({ grant, units, acked }) => [grant, units, acked])),
  )
}

const TAKE_UNITS = `
  update unit_grant set spent = spent + $2, ${raiseAcked('$3')}
  where id = $1 and state = 'open' and spent + $2 <= size`

const TAKE_UNITS_OF_MANY = `
  update unit_grant set spent = spent + uses.units, ${raiseAcked('uses.acked_now')}
  from (select value ->> 0 as grant_id, value ->> 1 as units, value ->> 2 as acked_now from json_each($1)) as uses
  where id = uses.grant_id and state = 'open' and spent + uses.units <= size`

async function writeToPostgres(
  database: Database,
  batch: EncodedBatch,
  uses: readonly GrantUse[],
): Promise<PostOutcome> {
  const { incarnation, seq, atMs, hash, lines } = batch
  const of = <T>(pick: (use: GrantUse) => T): T[] => uses.map(pick)
  const grants = [of(({ grant }) => grant), of(({ units }) => units), of(({ acked }) => acked)]
  try {
    const written = await database.run(POST, incarnation, seq, atMs, hash, lines, ...grants)
    if (written === 1) return { outcome: 'done' }
    return (await findWritten(database, batch)) ?? { outcome: 'refused' }
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.reason !== 'constraint') throw error
    const already = await findWritten(database, batch)
    if (already === undefined) throw error
    return already
  }
}

/**
 * One statement, so it costs one round trip, and a broken connection leaves all of it or nothing. It locks the grants
 * that have the units, in the order of their ids. If these are all grants of the batch, it takes the units and writes
 * the batch.
 * Each grant is looked up by its id: PostgreSQL expects few open grants and would plan a join as a scan of all of
 * them. The state is compared in a `case`, or the plan could read the whole index of the open grants for each line.
 * If the number of updated grants ever differed, the hash would be null and the statement would fail as a whole. The
 * last condition keeps a batch out of books that have lost the one before it, because a standby that was behind has
 * taken over.
 */
const POST = `
  with asked as (
    select * from unnest($6::bigint[], $7::bigint[], $8::bigint[]) as asked (id, units, acked) order by id
  ), able as materialized (
    select asked.* from asked cross join lateral (
      select from unit_grant g
      where g.id = asked.id and case g.state when 'open' then g.spent + asked.units <= g.size else false end
      for update
    ) as locked
  ), taken as (
    update unit_grant g set spent = g.spent + able.units, acked = greatest(g.acked, able.acked)
    from able where g.id = able.id and (select count(*) from able) = cardinality($6::bigint[])
    returning 1
  )
  insert into batch (incarnation, seq, at_ms, hash, lines)
  select $1, $2, $3, case when (select count(*) from taken) = cardinality($6::bigint[]) then $4::bytea end, $5
  where (select count(*) from able) = cardinality($6::bigint[])
    and ($2 = 1::bigint or exists (select from batch before where before.incarnation = $1 and before.seq = $2 - 1::bigint))`

/**
 * Finds what the books have under the batch's number. A batch and a tombstone may replace each other. Two batches
 * must be the same, or the outcome of neither is known.
 */
async function findWritten(queries: Queries, batch: EncodedBatch): Promise<PostOutcome | undefined> {
  const { incarnation, seq } = batch
  const sql = 'select hash, lines from batch where incarnation = $1 and seq = $2'
  const [already] = await queries.query<readonly [Uint8Array, Uint8Array]>(sql, incarnation, seq)
  if (already === undefined) return undefined
  const [hash, lines] = already
  const areBatches = 0 < batch.lines.length && 0 < lines.length
  if (areBatches && hash.toHex() !== batch.hash.toHex()) return { outcome: 'differs' }
  return { outcome: 'found', lines: unpackLines(incarnation, lines)?.length ?? 1 }
}
