import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { LIMIT_NAMES } from '../../src/access/limits/limits.ts'
import { createCustomer, type Key } from '../../src/access/testing/customers.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import { PATIENCE } from '../../src/stdx/testing/until.ts'
import { auditGreen, checkBooks, compareBooks } from '../fuzz/books-of-server.ts'
import { HttpCharges } from '../fuzz/http-charges.ts'
import { freePorts, type Place, type RealServer, startServer } from '../fuzz/real-server.ts'
import { publishSample, type Vocabulary } from '../fuzz/sample-data.ts'
import { isReached, type KillGoal } from './kill-goal.ts'
import { MixedLoad } from './mixed-load.ts'
import { UsageOverHttp } from './usage-over-http.ts'

export interface KillServerReport {
  /** Kills of a server that was answering. */
  readonly kills: number
  readonly killsWhileStarting: number
  /** Kills with a request under way that may be charged. */
  readonly killsUnderLoad: number
  readonly requests: number
  readonly usageAnswers: number
  /** From the start of the process to the first answer that needs data, accounts and books. */
  readonly startMs: readonly number[]
  readonly charges: HttpCharges['counts']
}

export interface KillServerOptions extends KillGoal<KillServerReport> {
  readonly dir: string
  readonly seed: number
  readonly databaseUrl: string | undefined
  readonly progress: (report: KillServerReport) => void
}

/**
 * The real server, killed with SIGKILL under mixed load over HTTP and started again on the same folder. Throws at the
 * first answer that the books do not have, and the first debit that no answer reported. The last time it is stopped by
 * a signal, also under load.
 */
export async function killServer(options: KillServerOptions): Promise<KillServerReport> {
  const { dir, kills, seed, databaseUrl, progress } = options
  const random = seededRandom(seed)
  const { place, vocabulary, keys } = await prepared(options)
  const charges = new HttpCharges()
  const usage = new UsageOverHttp(charges)
  const counts = { kills: 0, killsWhileStarting: 0, killsUnderLoad: 0, requests: 0 }
  const startMs: number[] = []
  const report = (): KillServerReport => ({ ...counts, startMs, usageAnswers: usage.answers, charges: charges.counts })
  for (;;) {
    const server = startServer(place)
    try {
      if (random.below(KILL_WHILE_STARTING) === 0 && counts.kills < kills) {
        await pause(random.fraction() * (startMs.at(-1) ?? 0))
        await ended(server, 'SIGKILL')
        counts.killsWhileStarting++
        continue
      }
      assert(await server.ready(keys[0]!), `the server has ended: ${server.log()}`)
      startMs.push(performance.now() - server.startedAtMs)
      await compareBooks(place, charges)
      charges.endIncarnations()
      if (counts.kills % AUDIT_EVERY === AUDIT_EVERY - 1) await auditGreen(place)
      const load = new MixedLoad(place.port, {
        charges,
        usage,
        keys,
        vocabulary,
        random: () => seededRandom(random.below(2 ** 31)),
      })
      const isLast = isReached(options, report())
      const underWay = await killedUnder(load, server, { random, signal: isLast ? 'SIGTERM' : 'SIGKILL' })
      counts.requests += load.requests
      if (isLast) break
      counts.kills++
      if (0 < underWay) counts.killsUnderLoad++
      progress(report())
    } finally {
      server.kill('SIGKILL')
      await server.ended
    }
  }
  await checkBooks({ data: join(dir, 'data'), databaseUrl }, charges)
  return report()
}

/** One of this many starts is killed before it is ready. */
const KILL_WHILE_STARTING = 8
const AUDIT_EVERY = 50
/** A server is killed only after this many successes that cost units. */
const CHARGED_BETWEEN_KILLS = 100
/** A kill comes at a random moment within this time after the last success that had to be waited for. */
const KILL_WITHIN_MS = 100
const PROGRESS_MAX_MS = 30_000 * PATIENCE
const LIMITS_OFF = JSON.stringify(Object.fromEntries(LIMIT_NAMES.map((name) => [name, null])))
const WIDE = 1_000_000_000
/** The allowance of one account, so that requests race for its last units in some incarnation. */
const TIGHT = 300

async function prepared({
  dir,
  databaseUrl,
}: KillServerOptions): Promise<{ place: Place; vocabulary: Vocabulary; keys: readonly Key[] }> {
  const data = join(dir, 'data')
  mkdirSync(data, { recursive: true })
  const limitsFile = join(dir, 'limits.json')
  writeFileSync(limitsFile, LIMITS_OFF)
  const vocabulary = await publishSample(data)
  await using database = await openControlDatabase({ data, databaseUrl }, 'write')
  const keys: Key[] = []
  for (const units of [WIDE, WIDE, WIDE, TIGHT])
    keys.push(await createCustomer({ database, clock: systemClock }, { units }))
  return { place: { data, databaseUrl, limitsFile, ...(await freePorts()) }, vocabulary, keys }
}

/** How many requests that may be charged were under way. */
async function killedUnder(
  load: MixedLoad,
  server: RealServer,
  { random, signal }: { readonly random: Random; readonly signal: 'SIGKILL' | 'SIGTERM' },
): Promise<number> {
  const over = load.run()
  const untilMs = performance.now() + PROGRESS_MAX_MS
  while (load.charged < CHARGED_BETWEEN_KILLS) {
    assert(!server.hasEnded(), `the server has ended by itself: ${server.log()}`)
    assert(performance.now() < untilMs, `only ${load.charged} were charged: ${server.log()}`)
    await Promise.race([pause(2), over])
  }
  await pause(random.fraction() * KILL_WITHIN_MS)
  load.expectEnd()
  const underWay = load.underWay
  await ended(server, signal)
  await over
  return underWay
}

async function ended(server: RealServer, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const early = server.hasEnded()
  server.kill(signal)
  const end = await server.ended
  assert(!early, `the server has ended by itself: ${server.log()}`)
  assert.equal(signal === 'SIGKILL' ? end.signal : end.code, signal === 'SIGKILL' ? signal : 0, server.log())
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
