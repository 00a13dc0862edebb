import { quoteForShell } from '../stdx/quote-for-shell.ts'

/** The commands that save and restore a PostgreSQL database. They ask for the password, which is left out. */
export function dumpCommands(databaseUrl: string, file: string): { readonly save: string; readonly restore: string } {
  const database = `--dbname=${quoteForShell(withoutPassword(databaseUrl))}`
  const dump = quoteForShell(`${file}.pgdump`)
  return {
    save: `pg_dump --format=custom --no-owner --file=${dump} ${database}`,
    restore: `pg_restore --exit-on-error --single-transaction --no-owner ${database} ${dump}`,
  }
}

function withoutPassword(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'postgres://…'
  const url = new URL(databaseUrl)
  url.password = ''
  for (const name of [...url.searchParams.keys()]) if (/password/i.test(name)) url.searchParams.delete(name)
  return url.href
}
