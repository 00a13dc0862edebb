import type { Dialect, Queries } from '../../storage/storage.ts'

export interface RowQueries extends Queries {
  readonly dialect: Dialect
}

/** Ids as the one parameter of a statement: `where id in ${list}`. */
export interface IdList {
  readonly list: string
  readonly value: string
}

export function listIds(dialect: Dialect, ids: readonly string[]): IdList {
  return { list: LISTS[dialect], value: JSON.stringify(ids) }
}

/** A condition for the rows of one id, of some, or of all. */
export function matchIds(
  column: string,
  ids: string | IdList | undefined,
): { readonly where: string; readonly values: readonly string[] } {
  if (ids === undefined) return { where: '', values: [] }
  if (typeof ids === 'string') return { where: ` where ${column} = $1`, values: [ids] }
  return { where: ` where ${column} in ${ids.list}`, values: [ids.value] }
}

const LISTS = {
  sqlite: '(select value from json_each($1))',
  postgres: '(select json_array_elements_text($1::json))',
} as const
