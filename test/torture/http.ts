import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { fuzzHttp } from '../fuzz/fuzz-http.ts'
import { count, oneOf, readTrialOptions, seed } from '../testing/trial.ts'
import { asTable } from './kill-report.ts'

const chosen = readTrialOptions({
  name: 'torture:http',
  what: 'Sends requests, right and wrong ones, to the real server over HTTP, checks every answer, and at the end all of them against the books.',
  options: {
    requests: count('how many', 100_000),
    connections: count('on so many connections at the same time', 16),
    seed,
    database: oneOf('where the books and accounts are', ['sqlite', 'postgres'], 'sqlite'),
  },
})
const { requests, connections, database } = chosen
const dir = mkdtempSync(join(tmpdir(), 'regista-torture-'))
try {
  await using postgres = database === 'postgres' ? await startPostgres() : undefined
  const startedMs = performance.now()
  let reported = 0
  const report = await fuzzHttp({
    dir,
    requests,
    seed: chosen.seed,
    connections,
    databaseUrl: postgres?.url,
    progress({ requests: sent }) {
      if (sent < reported + requests / 10) return
      reported = sent
      console.log(`${sent} requests, ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
    },
  })
  const seconds = (performance.now() - startedMs) / 1000
  console.log(asTable(`${database}, seed ${chosen.seed}, ${seconds.toFixed(0)} s`, report.rows()))
  const shortfalls = report.shortfalls()
  for (const shortfall of shortfalls) console.log(`too few ${shortfall}`)
  if (0 < shortfalls.length) process.exitCode = 1
} finally {
  rmSync(dir, { recursive: true })
}
