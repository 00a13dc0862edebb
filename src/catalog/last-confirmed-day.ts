/**
 * A query for the day of the newest data that have a record: the set that wrote it, or a later full set.
 * A full set does not write an unchanged record, but confirms it. `touched` and `before` are SQL.
 */
export function selectLastConfirmedDay(touched: string, before = 'true'): string {
  return `select max(told.observed_on) from import_set told, import_set first
    where first.generation = ${touched} and told.dataset = first.dataset and told.scope = first.scope and (${before})
      and (told.generation = first.generation or told.coverage = 'full' and first.generation < told.generation)`
}
