import { quoteForShell } from '../stdx/quote-for-shell.ts'
import { listDatabaseHosts } from '../storage/database-url.ts'

/** The commands that save and restore a PostgreSQL database. They ask for the password, which is left out. */
export function dumpCommands(databaseUrl: string, file: string): { readonly save: string; readonly restore: string } {
  const database = `--dbname=${quoteForShell(withoutPassword(databaseUrl))}`
  const dump = quoteForShell(`${file}.pgdump`)
  return {
    save: `pg_dump --format=custom --no-owner --file=${dump} ${database}`,
    restore: `pg_restore --exit-on-error --single-transaction --no-owner ${database} ${dump}`,
  }
}

/** `pg_dump` and `pg_restore` take several hosts too, and use the one that accepts writes. */
function withoutPassword(databaseUrl: string): string {
  const hosts = listDatabaseHosts(databaseUrl)
  const url = new URL(hosts[0]!.url)
  url.password = ''
  for (const name of [...url.searchParams.keys()]) if (/password/i.test(name)) url.searchParams.delete(name)
  if (hosts.length === 1) return url.href
  url.searchParams.set('target_session_attrs', 'read-write')
  const list = hosts.map((host) => new URL(host.url).host).join(',')
  return url.href.replace(/^([^/]+\/\/(?:[^@/]*@)?)[^/?#]*/, (_, before: string) => `${before}${list}`)
}
