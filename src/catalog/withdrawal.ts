import { hash } from 'node:crypto'
import { COMPANY_FIELDS, decodeCompany } from '../records/canonical.ts'
import type { Company } from '../records/company.ts'
import type { Country, Kind } from '../records/country.ts'
import type { Dataset } from '../records/dataset.ts'
import { deriveRecordId } from '../records/record-id.ts'
import { formatSourceKey } from '../records/source-key.ts'
import { mayBePerson } from '../records/subject.ts'
import type { Sqlite } from '../storage/storage.ts'
import { NO_FINGERPRINT } from './fingerprint.ts'
import { selectLastConfirmedDay } from './last-confirmed-day.ts'
import { recordTable } from './record-table.ts'
import { reduceBody } from './reduce-body.ts'

/** A record of one dataset. If two datasets have the record, it has the same id in both. */
export interface WithdrawalTarget {
  readonly id: string
  readonly datasetId: number
  readonly dataset: Dataset
  readonly key: number
  readonly name: string
  /** Null if it is an address. */
  readonly company: Company | null
  readonly withdrawn: boolean
  /** Whether a later full set lacks it. */
  readonly retired: boolean
  /** The day of the newest data that have it: older data neither change nor restore it. */
  readonly observedOn: string
}

/** Company records with this ICO in one country, current or not. Reads whole tables, which is rarely needed. */
export function findByIco(database: Sqlite, country: string, ico: string): WithdrawalTarget[] {
  return readDatasets(database)
    .filter(({ dataset }) => dataset.country === country && dataset.kind === 'company')
    .flatMap(({ id, dataset }) => {
      const rows = database.prepare<TargetRow>(`${selectTargets(id)} where body ->> ${COMPANY_FIELDS.ico} = ?`)
      return rows.all(ico).map((row) => toTarget(id, dataset, row))
    })
}

/**
 * The records with this id in all datasets. Ids are hashes of keys, so every key is hashed: some seconds per country.
 */
export function findById(database: Sqlite, id: string): WithdrawalTarget[] {
  return readDatasets(database).flatMap(({ id: datasetId, dataset }) => {
    const keys = database.prepare<readonly [number]>(`select key from ${recordTable(datasetId)}`)
    for (const [key] of keys.iterate()) {
      if (deriveRecordId(dataset.country, dataset.kind, formatSourceKey(key, dataset.keyForm)) !== id) continue
      const row = database.prepare<TargetRow>(`${selectTargets(datasetId)} where key = ?`).get(key)!
      return [toTarget(datasetId, dataset, row)]
    }
    return []
  })
}

/** Reduces the record to its identity. Erases earlier versions of a person; those of a company are public. */
export function withdrawRecord(
  database: Sqlite,
  record: WithdrawalTarget,
  how: { readonly why: string; readonly at: string; readonly generation: number },
): void {
  const { datasetId, dataset, key } = record
  const table = recordTable(datasetId)
  database
    .prepare('insert or replace into withdrawal (country, kind, source_key, why, at) values (?, ?, ?, ?, ?)')
    .run(dataset.country, dataset.kind, formatSourceKey(key, dataset.keyForm), how.why, how.at)
  database.prepare('delete from restoring where dataset = ? and key = ?').run(datasetId, key)
  extendHistory(database, datasetId, `withdraw ${how.at} ${key}`)
  const [body] = database.prepare<readonly [string]>(`select body from ${table} where key = ?`).get(key)!
  if (dataset.kind === 'company' && mayBePerson(decodeCompany(body))) {
    database.prepare('delete from revision where dataset = ? and key = ?').run(datasetId, key)
  } else if (!record.withdrawn && dataset.kind === 'company') {
    database
      .prepare(
        `insert or ignore into revision (dataset, key, ended_in, file, sha256, body)
         select ?, key, ?, file, sha256, body from ${table} where key = ?`,
      )
      .run(datasetId, how.generation, key)
  }
  const reduced = reduceBody(dataset, key, body)
  database
    .prepare(`update ${table} set withdrawn = 1, body = ?, sha256 = ? where key = ?`)
    .run(reduced, hash('sha256', reduced, 'buffer'), key)
}

/** Lets the next import with data as new as the last version bring the record back. False if it is not withdrawn. */
export function restoreRecord(database: Sqlite, { datasetId, dataset, key }: WithdrawalTarget): boolean {
  const row = database
    .prepare<readonly [number, number | null]>(`select withdrawn, retired from ${recordTable(datasetId)} where key = ?`)
    .get(key)
  if (row?.[0] !== 1) return false
  database
    .prepare('delete from withdrawal where country = ? and kind = ? and source_key = ?')
    .run(dataset.country, dataset.kind, formatSourceKey(key, dataset.keyForm))
  // A retired record cannot come back with an import. It is only no longer withdrawn.
  if (row[1] !== null) database.prepare(`update ${recordTable(datasetId)} set withdrawn = 0 where key = ?`).run(key)
  else database.prepare('insert or ignore into restoring (dataset, key) values (?, ?)').run(datasetId, key)
  database.prepare(`update ${recordTable(datasetId)} set fingerprint = ? where key = ?`).run(NO_FINGERPRINT, key)
  extendHistory(database, datasetId, `restore ${key}`)
  return true
}

export interface WithdrawalEntry {
  readonly country: Country
  readonly kind: Kind
  readonly sourceKey: string
  readonly withdrawnAt: string
}

export function listWithdrawals(database: Sqlite): WithdrawalEntry[] {
  const sql = 'select country, kind, source_key, at from withdrawal order by country, kind, source_key'
  const rows = database.prepare<readonly [Country, Kind, string, string]>(sql).all()
  return rows.map(([country, kind, sourceKey, withdrawnAt]) => ({ country, kind, sourceKey, withdrawnAt }))
}

function extendHistory(database: Sqlite, datasetId: number, change: string): void {
  const [digest] = database.prepare<readonly [string]>('select withdrawals from dataset where id = ?').get(datasetId)!
  database
    .prepare('update dataset set withdrawals = ? where id = ?')
    .run(hash('sha256', `${digest} ${change}`, 'hex'), datasetId)
}

type TargetRow = readonly [key: number, body: string, withdrawn: number, retired: number | null, observedOn: string]

function selectTargets(datasetId: number): string {
  return `select key, body, withdrawn, retired, (${selectLastConfirmedDay('touched')})
    from ${recordTable(datasetId)}`
}

function toTarget(
  datasetId: number,
  dataset: Dataset,
  [key, body, withdrawn, retired, observedOn]: TargetRow,
): WithdrawalTarget {
  const id = deriveRecordId(dataset.country, dataset.kind, formatSourceKey(key, dataset.keyForm))
  const company = dataset.kind === 'company' ? decodeCompany(body) : null
  const name = company === null ? formatSourceKey(key, dataset.keyForm) : company.name
  const state = { withdrawn: withdrawn === 1, retired: retired !== null, observedOn }
  return { id, datasetId, dataset, key, name, company, ...state }
}

function readDatasets(database: Sqlite): { id: number; dataset: Dataset }[] {
  const rows = database.prepare<readonly [number, string]>('select id, descriptor from dataset order by id')
  return rows.all().map(([id, descriptor]) => ({ id, dataset: JSON.parse(descriptor) as Dataset }))
}
