import type { Sqlite } from '../storage/storage.ts'
import type { DecisionInput } from './decide-import.ts'
import type { PastSet } from './import-plan.ts'
import { findMissingDays } from './missing-days.ts'

/** Reads what decides about the next set of a scope. A dataset that was never imported has no id. */
export function readHistory(
  database: Sqlite,
  datasetId: number | undefined,
  scope: string,
): Pick<DecisionInput, 'past' | 'inventedSoFar' | 'restoring'> {
  return {
    past: datasetId === undefined ? [] : readPastSets(database, datasetId, scope),
    inventedSoFar: readInvented(database),
    restoring: datasetId !== undefined && isRestoring(database, datasetId),
  }
}

/** Earlier imports of one dataset and scope, oldest first. */
export function readPastSets(database: Sqlite, datasetId: number, scope: string): PastSet[] {
  const rows = database.prepare<readonly [number, 'full' | 'changes', string, string, string]>(
    `select generation, coverage, observed_on, signature, projection_version
     from import_set where dataset = ? and scope = ? order by generation`,
  )
  return rows.all(datasetId, scope).map(([generation, coverage, observedOn, signature, projectionVersion]) => ({
    generation,
    coverage,
    observedOn,
    signature,
    projectionVersion,
  }))
}

/** The missing days of all scopes of a dataset. */
export function readMissingDays(database: Sqlite, datasetId: number): string[] {
  const scopes = database.prepare<readonly [string]>(
    `select distinct scope from import_set where dataset = ? and coverage = 'changes'`,
  )
  const days = scopes.all(datasetId).flatMap(([scope]) => findMissingDays(readPastSets(database, datasetId, scope)))
  return [...new Set(days)].toSorted()
}

/** Records of the last full set of a scope, 0 if there was none. A complete set is preferred to a later partial one. */
export function countRecordsBefore(database: Sqlite, datasetId: number, scope: string): number {
  const row = database
    .prepare<readonly [number]>(
      `select records from import_set where dataset = ? and scope = ? and coverage = 'full'
       order by complete desc, generation desc limit 1`,
    )
    .get(datasetId, scope)
  return row?.[0] ?? 0
}

/** Whether the catalog holds invented data; null while it is empty. */
function readInvented(database: Sqlite): boolean | null {
  const row = database.prepare<readonly [number]>('select invented from import_set limit 1').get()
  return row === undefined ? null : row[0] === 1
}

/** True if a withdrawn record waits for the next import to restore it. */
function isRestoring(database: Sqlite, datasetId: number): boolean {
  return database.prepare('select 1 from restoring where dataset = ?').get(datasetId) !== undefined
}
