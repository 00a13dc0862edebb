export interface SessionOptions {
  /** What a statement may take, in ms. Then the server gives it up; if not even that is heard, so do we, a little later. */
  readonly patienceMs: number
  /**
   * `by_index`: for statements that read few rows by their keys. PostgreSQL keeps the plan of a prepared statement. One that was made while a table was small scans all of
   * it, and goes on doing so when the table is large.
   */
  readonly plans: 'any' | 'by_index'
}

/**
 * One statement that tells who answers, whether it only reads, and sets what is relied on. What a session has set for itself holds also when the
 * server reads its settings again. Whether it may write is left to the server: whoever is handing it over to another must be able to stop it.
 */
export function sessionSettings({ patienceMs, plans }: SessionOptions): string {
  const all = [...settingsFor(patienceMs), ...(plans === 'by_index' ? BY_INDEX : [])]
  const settings = all.map(([name, value]) => `set_config('${name}', ${value}, false)`)
  return `select pg_backend_pid(), current_setting('transaction_read_only'), ${settings.join(', ')}`
}

/** Names, and expressions of SQL. */
function settingsFor(patienceMs: number): readonly (readonly [name: string, value: string])[] {
  return [
    ['default_transaction_isolation', "'read committed'"],
    ['statement_timeout', `'${patienceMs}'`],
    // A transaction whose program stopped in the middle of it must not keep its locks.
    ['idle_in_transaction_session_timeout', `'${2 * patienceMs}'`],
    // A server that is set not to wait for its disk has to wait for us. How else it waits is its own affair, but must not change under us.
    [
      'synchronous_commit',
      "case current_setting('synchronous_commit') when 'off' then 'on' else current_setting('synchronous_commit') end",
    ],
    // Where our tables are.
    ['search_path', "current_setting('search_path')"],
    // As `postgres-values.ts` reads it.
    ['bytea_output', "'hex'"],
  ]
}

/** A table without an index that helps is still scanned. */
const BY_INDEX = [
  ['enable_seqscan', "'off'"],
  ['enable_hashjoin', "'off'"],
  ['enable_mergejoin', "'off'"],
] as const
