/**
 * A query for the day of the newest data that have a record: the set that wrote it, or a later full set.
 * A full set does not write an unchanged record, but confirms it. `touched` and `before` are SQL.
 */
export function selectLastConfirmedDay(touched: string, before = 'true'): string {
  return `select max(confirming.observed_on) from import_set confirming, import_set first
    where first.generation = ${touched} and confirming.dataset = first.dataset and confirming.scope = first.scope and (${before})
      and (confirming.generation = first.generation or confirming.coverage = 'full' and first.generation < confirming.generation)`
}
