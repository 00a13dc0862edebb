import { hash } from 'node:crypto'
import { decodeCompany, encodeRecord } from '../records/canonical.ts'
import { EMPTY_SEAT } from '../records/company.ts'
import { type Dataset, sourceKey } from '../records/dataset.ts'
import { recordId } from '../records/record-id.ts'
import type { Sqlite } from '../storage/storage.ts'
import { NO_FINGERPRINT } from './fingerprint.ts'
import { recordTable } from './record-table.ts'

/** A record that a person pointed at. */
export interface WithdrawalTarget {
  readonly id: string
  readonly datasetId: number
  readonly dataset: Dataset
  readonly key: number
  readonly name: string
  readonly withdrawn: boolean
}

/** Company records with this ICO in one country, current or not. A look through the whole table: it is asked once in a while. */
export function findByIco(database: Sqlite, country: string, ico: string): WithdrawalTarget[] {
  return datasets(database)
    .filter(({ dataset }) => dataset.country === country && dataset.kind === 'company')
    .flatMap(({ id, dataset }) => {
      const rows = database.prepare<readonly [number, string, number]>(
        `select key, body, withdrawn from ${recordTable(id)} where instr(body, ?) = ?`,
      )
      // The ICO is the second field of the canonical form, right after the country.
      const opening = JSON.stringify([country, ico]).slice(0, -1)
      return rows.all(opening, 1).map((row) => target(id, dataset, row))
    })
}

/** The record with this id. Ids are hashes of keys, so every key is hashed once: some seconds for a nation. */
export function findById(database: Sqlite, id: string): WithdrawalTarget[] {
  for (const { id: datasetId, dataset } of datasets(database)) {
    const keys = database.prepare<readonly [number]>(`select key from ${recordTable(datasetId)}`)
    for (const [key] of keys.iterate()) {
      if (recordId(dataset.country, dataset.kind, sourceKey(key, dataset.keyDigits)) !== id) continue
      const row = database
        .prepare<readonly [number, string, number]>(
          `select key, body, withdrawn from ${recordTable(datasetId)} where key = ?`,
        )
        .get(key)!
      return [target(datasetId, dataset, row)]
    }
  }
  return []
}

/**
 * Keeps of the record what names it and nothing else; a natural person's name becomes the ICO, and what the catalog knew of the
 * person earlier is erased. The earlier versions of a company are kept: they are public history.
 */
export function withdrawRecord(
  database: Sqlite,
  record: WithdrawalTarget,
  how: { readonly why: string; readonly at: string; readonly generation: number },
): void {
  const table = recordTable(record.datasetId)
  database
    .prepare('insert or replace into withdrawal (dataset, key, why, at, restoring) values (?, ?, ?, ?, 0)')
    .run(record.datasetId, record.key, how.why, how.at)
  if (record.dataset.kind === 'address') {
    database.prepare(`update ${table} set withdrawn = 1 where key = ?`).run(record.key)
    return
  }
  const [body] = database.prepare<readonly [string]>(`select body from ${table} where key = ?`).get(record.key)!
  const company = decodeCompany(body)
  const reduced = encodeRecord({
    ...company,
    name: company.naturalPerson ? (company.ico ?? record.id) : company.name,
    otherNames: [],
    establishedOn: null,
    dissolvedOn: null,
    registerOffice: null,
    registerNumber: null,
    size: null,
    seat: EMPTY_SEAT,
  })
  if (company.naturalPerson) {
    database.prepare('delete from revision where dataset = ? and key = ?').run(record.datasetId, record.key)
  } else if (!record.withdrawn) {
    database
      .prepare(
        `insert or replace into revision (dataset, key, ended_in, file, sha256, body)
         select ?, key, ?, file, sha256, body from ${table} where key = ?`,
      )
      .run(record.datasetId, how.generation, record.key)
  }
  database
    .prepare(`update ${table} set withdrawn = 1, body = ?, sha256 = ? where key = ?`)
    .run(reduced, hash('sha256', reduced, 'buffer'), record.key)
}

export function restoreRecord(database: Sqlite, record: WithdrawalTarget): boolean {
  const { changes } = database
    .prepare('update withdrawal set restoring = 1 where dataset = ? and key = ?')
    .run(record.datasetId, record.key)
  if (Number(changes) === 0) return false
  database
    .prepare(`update ${recordTable(record.datasetId)} set fingerprint = ? where key = ?`)
    .run(NO_FINGERPRINT, record.key)
  return true
}

function target(
  datasetId: number,
  dataset: Dataset,
  [key, body, withdrawn]: readonly [number, string, number],
): WithdrawalTarget {
  const id = recordId(dataset.country, dataset.kind, sourceKey(key, dataset.keyDigits))
  const name = dataset.kind === 'company' ? decodeCompany(body).name : sourceKey(key, dataset.keyDigits)
  return { id, datasetId, dataset, key, name, withdrawn: withdrawn === 1 }
}

function datasets(database: Sqlite): { id: number; dataset: Dataset }[] {
  const rows = database.prepare<readonly [number, string]>('select id, descriptor from dataset order by id')
  return rows.all().map(([id, descriptor]) => ({ id, dataset: JSON.parse(descriptor) as Dataset }))
}
