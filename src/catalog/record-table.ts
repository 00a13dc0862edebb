import type { Sqlite } from '../storage/storage.ts'

/** The table that holds the records of one dataset. */
export function recordTable(datasetId: number): string {
  return `records_${datasetId}`
}

export function createRecordTable(database: Sqlite, datasetId: number): void {
  database.exec(`
    create table ${recordTable(datasetId)} (
      key integer primary key,
      -- The file that this version came from; the file knows its set, and the set the dates.
      file integer not null,
      -- 52 bits that stand for the row that gave this record: a row that comes again unchanged is not even parsed.
      fingerprint integer not null,
      -- Of the body: what provenance calls record_sha256.
      sha256 blob not null,
      body text not null,
      -- The generation that last wrote this row, for any reason.
      touched integer not null,
      -- The generation in which the source had it no more, or null.
      retired integer,
      withdrawn integer not null default 0
    ) strict`)
}
