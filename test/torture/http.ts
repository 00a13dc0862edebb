// `npm run torture:http -- --requests N --seed S`: sends N requests (100000), right and wrong ones, to the real server over HTTP, checks every answer, and at the end all of them
// against the books. `--database postgres`: with books and accounts there. `--connections N`: at the same time (16).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fuzzHttp } from '../fuzz/fuzz-http.ts'
import { startPostgres } from '../postgres.ts'
import { asTable } from './kill-report.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    connections: { type: 'string', default: '16' },
    database: { type: 'string', default: 'sqlite' },
  },
})
const requests = Number(values.requests)
const seed = Number(values.seed)
const dir = mkdtempSync(join(tmpdir(), 'regista-torture-'))
try {
  await using postgres = values.database === 'postgres' ? await startPostgres() : undefined
  const startedMs = performance.now()
  let told = 0
  const report = await fuzzHttp({
    ...{ dir, requests, seed, connections: Number(values.connections), databaseUrl: postgres?.url },
    progress({ requests: sent }) {
      if (sent < told + requests / 10) return
      told = sent
      console.log(`${sent} requests, ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
    },
  })
  const seconds = (performance.now() - startedMs) / 1000
  console.log(asTable(`${values.database}, seed ${seed}, ${seconds.toFixed(0)} s`, report.rows()))
  const shortfalls = report.shortfalls()
  for (const shortfall of shortfalls) console.log(`too few ${shortfall}`)
  if (0 < shortfalls.length) process.exitCode = 1
} finally {
  rmSync(dir, { recursive: true })
}
