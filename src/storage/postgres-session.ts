export interface SessionOptions {
  /** How long a statement may take. Then the server cancels it; without a reply the client gives up a little later. */
  readonly patienceMs: number
  /**
   * `by_index`: for statements that read few rows by key, planned once. PostgreSQL caches the plan of a prepared
   * statement: one that was planned while the table was small would scan all of it when it is large.
   */
  readonly plans: 'any' | 'by_index'
  /** How long a statement may wait for a lock. */
  readonly lockMs: number
}

/**
 * One statement that returns the backend's process id and whether it is read-only, and sets what we rely on.
 * Settings of a session survive a reload of the server's configuration. `default_transaction_read_only` is not set:
 * an operator uses it to stop writes before a failover.
 */
export function sessionSettings({ patienceMs, plans, lockMs }: SessionOptions): string {
  const all = [...settingsFor(patienceMs, lockMs), ...(plans === 'by_index' ? BY_INDEX : [])]
  const settings = all.map(([name, value]) => `set_config('${name}', ${value}, false)`)
  return `select pg_backend_pid(), current_setting('transaction_read_only'), ${settings.join(', ')}`
}

/** Names and SQL expressions. */
function settingsFor(patienceMs: number, lockMs: number): readonly (readonly [name: string, value: string])[] {
  return [
    ['default_transaction_isolation', "'read committed'"],
    ['statement_timeout', `'${patienceMs}'`],
    ['lock_timeout', `'${lockMs}'`],
    // A warning after a commit means that it may not have reached the standby.
    ['client_min_messages', "'warning'"],
    // A client that hangs inside a transaction must not keep its locks.
    ['idle_in_transaction_session_timeout', `'${2 * patienceMs}'`],
    // `off` would lose acknowledged commits in a crash. Any other value is the operator's choice.
    [
      'synchronous_commit',
      "case current_setting('synchronous_commit') when 'off' then 'on' else current_setting('synchronous_commit') end",
    ],
    // The schema of our tables must not change with a reload.
    ['search_path', "current_setting('search_path')"],
    // The form that `postgres-values.ts` reads.
    ['bytea_output', "'hex'"],
  ]
}

/** PostgreSQL still scans a table that has no suitable index. */
const BY_INDEX = [
  ['enable_seqscan', "'off'"],
  ['enable_hashjoin', "'off'"],
  ['enable_mergejoin', "'off'"],
  // No values of parameters would change a plan by index, and planning takes as long as a small batch.
  ['plan_cache_mode', "'force_generic_plan'"],
] as const
