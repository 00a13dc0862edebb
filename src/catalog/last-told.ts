/**
 * A query for the day of the data that last told of a record: of the set that touched it, or of a later full set.
 * A full set leaves a record that it has as it is known untouched, and confirms it all the same. `touched` and `before` are SQL.
 */
export function lastToldOn(touched: string, before = 'true'): string {
  return `select max(told.observed_on) from import_set told, import_set first
    where first.generation = ${touched} and told.dataset = first.dataset and told.scope = first.scope and (${before})
      and (told.generation = first.generation or told.coverage = 'full' and first.generation < told.generation)`
}
