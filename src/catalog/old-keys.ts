import type { Country, Kind } from '../records/country.ts'
import { deriveRecordId } from '../records/record-id.ts'
import type { Sqlite } from '../storage/storage.ts'

/**
 * Before datasets had a key form, a key was the published text as a number. An import would add a second key for the
 * same point, so such a catalog is refused. Withdrawals exist only in the catalog, so the message lists them.
 */
export function findOldKeys(database: Sqlite, path: string): string | undefined {
  const old = database.prepare("select 1 from dataset where descriptor ->> 'keyForm' is null limit 1").get()
  if (old === undefined) return undefined
  const remedy = `${path} was written by an older Regista, which stored the keys of records in another form. Move it away and import the files of every register again.`
  const withdrawals = database
    .prepare<readonly [Country, Kind, string]>('select country, kind, source_key from withdrawal order by 1, 2, 3')
    .all()
  if (withdrawals.length === 0) return remedy
  const ids = withdrawals.map(([country, kind, sourceKey]) => deriveRecordId(country, kind, sourceKey))
  return `${remedy} Then withdraw these records again with \`regista record remove\`: ${ids.join(', ')}.`
}
