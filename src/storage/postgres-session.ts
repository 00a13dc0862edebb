/**
 * One statement that tells who answers, whether it only reads, and sets what is relied on. What a session has set for itself holds also when the
 * server reads its settings again. Whether it may write is left to the server: whoever is handing it over to another must be able to stop it.
 */
export function sessionSettings(patienceMs: number): string {
  const settings = settingsFor(patienceMs).map(([name, value]) => `set_config('${name}', ${value}, false)`)
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
