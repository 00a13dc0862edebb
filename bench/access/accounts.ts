import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { OperatorControl } from '../../src/access/control/acts.ts'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { issueKey } from '../../src/access/control/keys.ts'
import { TEST_ACTOR } from '../../src/access/testing/actor.ts'
import { readSnapshot } from '../../src/access/testing/read-snapshot.ts'
import { readChangedRows } from '../../src/access/view/read-updates.ts'
import { applyUpdate, buildView } from '../../src/access/view/view.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { seededRandom } from '../../src/stdx/random.ts'
import { putLoad } from '../http/load.ts'
import { packRequests } from '../http/requests.ts'
import { startRegista } from '../http/servers.ts'
import { percentiles } from '../ledger/percentiles.ts'
import { fillAccounts, keyHash, keyText, projectId } from './fill.ts'

export interface AccountFigures {
  readonly readyMs: number
  readonly readyMb: number
  readonly usedMb: number
  readonly calm: LoadFigures
  readonly busy: LoadFigures
  readonly turn: { readonly p50: number; readonly longest: number }
  readonly lookupUs: number
}

interface LoadFigures {
  readonly sent: number
  /** Answers other than 200, and broken connections. */
  readonly refused: number
  readonly p99: number
}

export interface AccountOptions {
  readonly data: string
  readonly limits: string
  readonly size: number
  /** Of requests. */
  readonly ms: number
}

const WORKERS = 2
const RATE = 200
const KEYS_ISSUED = 10
const CHANGES = 100
const LOOKUPS = 20_000
/** Until the server has returned what its start needed. */
const SETTLED_MS = 10_000

/** One server on SQLite with so many accounts. */
export async function measureAccounts({ data, limits, size, ms }: AccountOptions): Promise<AccountFigures> {
  await using database = await openControlDatabase({ data, databaseUrl: undefined }, 'write')
  await fillAccounts(database, size)
  const control: OperatorControl = { database, clock: systemClock, actor: TEST_ACTOR }
  // The first start writes the accounts into the books.
  await (await startRegista(data, { workers: WORKERS, limits })).stop()
  const startedMs = performance.now()
  const server = await startRegista(data, { workers: WORKERS, limits })
  const readyMs = performance.now() - startedMs
  try {
    await wait(SETTLED_MS)
    const readyMb = server.residentMb()
    const load = () => loadWhileKeysAreIssued(control, { port: server.port, size, ms })
    await load()
    const calm = await load()
    const stop = useEveryProcessor()
    const busy = await load().finally(stop)
    return { readyMs, readyMb, usedMb: server.residentMb(), calm, busy, ...(await measureTurns(control, size)) }
  } finally {
    await server.stop()
  }
}

async function loadWhileKeysAreIssued(
  control: OperatorControl,
  { port, size, ms }: { readonly port: number; readonly size: number; readonly ms: number },
): Promise<LoadFigures> {
  const random = seededRandom(1)
  const texts = Array.from({ length: 5_000 }, () => {
    const key = keyText(1 + random.below(size))
    return `GET /v1/me/usage HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`
  })
  const loaded = putLoad({ port, requests: packRequests(texts), ms, threads: 1, connections: 16, rate: RATE })
  for (let issued = 0; issued < KEYS_ISSUED; issued++) {
    await wait(ms / (KEYS_ISSUED + 1))
    await issueKey(control, { project: projectId(1), scopes: ['usage:read'] })
  }
  const { statuses, answered, broken, p99 } = await loaded
  return { sent: answered + broken, refused: answered + broken - (statuses['200'] ?? 0), p99 }
}

/** Other programs on the same machine. Returns what ends them. */
function useEveryProcessor(): () => Promise<unknown> {
  const workers = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }))
  return () => Promise.all(workers.map((worker) => worker.terminate()))
}

/** What an HTTP thread does for one change, and for one lookup. */
async function measureTurns(
  control: OperatorControl,
  size: number,
): Promise<Pick<AccountFigures, 'turn' | 'lookupUs'>> {
  let snapshot = await readSnapshot(control.database)
  const times: number[] = []
  for (let i = 0; i < CHANGES; i++) {
    await issueKey(control, { project: projectId(1), scopes: ['usage:read'] })
    const update = await readChangedRows(control.database, snapshot.position)
    if (update === 'gap') throw new Error('a change was missed')
    const startedMs = performance.now()
    snapshot = applyUpdate(snapshot, update)
    buildView(snapshot)
    times.push(performance.now() - startedMs)
  }
  const view = buildView(snapshot)
  const hashes = Array.from({ length: 1_000 }, (_, i) => keyHash(1 + ((i * 7_919) % size)))
  const startedMs = performance.now()
  for (let i = 0; i < LOOKUPS; i++) view.keyByHash(hashes[i % hashes.length]!)
  const lookupUs = ((performance.now() - startedMs) * 1000) / LOOKUPS
  return { turn: { p50: percentiles(times).p50, longest: Math.max(...times) }, lookupUs }
}
