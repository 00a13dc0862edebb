import pg from 'pg'

/** Runs statements on a connection of their own. Answers the first row of the last one. */
export async function runSql(url: string, ...statements: readonly string[]): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let row: Record<string, string> | undefined
    for (const sql of statements) row = (await client.query(sql)).rows[0]
    return row ?? {}
  } finally {
    await client.end()
  }
}
