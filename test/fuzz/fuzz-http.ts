import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ORIGINS } from '../../src/access/testing/customers.ts'
import { fc } from '../../src/stdx/testing/properties.ts'
import { minting } from './asking.ts'
import { checkBooks, compareBooks } from './books-of-server.ts'
import type { Session } from './credentials.ts'
import { type Customers, makeCustomers } from './customers.ts'
import { wire } from './draft.ts'
import { FuzzLane } from './fuzz-lane.ts'
import { FuzzReport } from './fuzz-report.ts'
import { HttpCharges } from './http-charges.ts'
import { Lane } from './lane.ts'
import { type Step, steps } from './plans.ts'
import { freePorts, type RealServer, startServer } from './real-server.ts'
import { publishSample, type Vocabulary } from './sample-data.ts'

export interface FuzzOptions {
  readonly dir: string
  readonly requests: number
  readonly seed: number
  readonly connections: number
  readonly databaseUrl: string | undefined
  readonly progress: (report: FuzzReport) => void
}

/** The limit of usage is lowered, so even a slow machine reaches it. The others have their defaults. */
const LIMITS = {
  ip: null,
  ip_guesses: null,
  key: null,
  account: null,
  details: null,
  mint_ip: null,
  mint_network: null,
  project_sessions: null,
  session_life: null,
  usage: { rate: 0.1, burst: 5 },
}

/** The number of requests that are made at a time, from a seed of their own. */
const BATCH = 200
/** Sessions are valid for fifteen minutes. */
const SESSIONS_EVERY_MS = 10 * 60_000
const MEMORY_EVERY = 1_000
/** The maximum growth of resident memory after a fifth of the requests. */
const GROWTH_MAX = 150 * 2 ** 20

/**
 * Sends valid and invalid requests of every kind to the real server. Compares each response with the contract, and at
 * the end all responses with the books. Throws at the first difference.
 */
export async function fuzzHttp(options: FuzzOptions): Promise<FuzzReport> {
  const { dir, requests, seed, connections, databaseUrl, progress } = options
  const data = join(dir, 'data')
  mkdirSync(data, { recursive: true })
  const limitsFile = join(dir, 'limits.json')
  writeFileSync(limitsFile, JSON.stringify(LIMITS))
  const vocabulary = await publishSample(data)
  const customers = await makeCustomers({ data, databaseUrl })
  const ports = await freePorts()
  const charges = new HttpCharges()
  const report = new FuzzReport(charges)
  const server = startServer({ data, databaseUrl, limitsFile, ...ports }, (log) => report.addLog(log))
  try {
    assert(await server.ready(customers.rich[0]!), `the server has ended: ${server.log()}`)
    await compareBooks({ data, databaseUrl }, charges)
    const next = stepsFrom({ vocabulary, customers, port: ports.port, seed, charges })
    let sent = 0
    let isOver = false
    const newLane = () => new FuzzLane(ports.port, { charges, report, rough: customers.rough })
    const lanes = Array.from({ length: connections }, newLane)
    const drive = async (lane: FuzzLane): Promise<void> => {
      while (!isOver && sent < requests) {
        const number = sent++
        const step = await next(number)
        assert(!server.hasEnded(), `the server has ended: ${server.log()}`)
        report.assertLogIsClean()
        await lane.take(step).catch(async (error) => {
          isOver = true
          const described = `request ${number} of seed ${seed}: ${await lane.described(step)}`
          throw named(error, `${described}\n${server.log().slice(-500)}`)
        })
        if (number % MEMORY_EVERY === 0) report.weigh(number / requests, server.memory())
        progress(report)
      }
      lane.close()
    }
    const seldom = Math.ceil(requests * SELDOM)
    const slow = Array.from({ length: seldom }, () => newLane().dawdle())
    await Promise.all([...lanes.map(drive), ...slow])
    while (report.answered('503 overloaded') < seldom) await rush({ server, newLane, next: () => next(sent++) })
    report.weigh(1, server.memory())
    assert(report.memoryGrowth < GROWTH_MAX, `the server has grown by ${report.memoryGrowth} bytes`)
    await stop(server)
  } catch (error) {
    server.kill('SIGKILL')
    await server.ended
    throw error
  }
  await checkBooks({ data, databaseUrl }, charges)
  return report
}

/** The share of requests that provoke rare statuses. */
const SELDOM = 0.006

interface Rush {
  readonly server: RealServer
  readonly newLane: () => FuzzLane
  readonly next: () => Promise<Step>
}

/** The server is stopped while many clients send requests. When it continues it is late, and rejects most of them. */
async function rush({ server, newLane, next }: Rush): Promise<void> {
  const goesOn = server.standStill(STILL_MS)
  const asked = Array.from({ length: RUSH }, async () => {
    const lane = newLane()
    const step = await next()
    if (step.step === 'ask') await lane.take(step)
    lane.close()
  })
  await Promise.all([goesOn, ...asked])
}

/** Fewer than the backlog of a listening socket. */
const RUSH = 200
const STILL_MS = 700

interface Source {
  readonly vocabulary: Vocabulary
  readonly customers: Customers
  readonly port: number
  readonly seed: number
  readonly charges: HttpCharges
}

/** The requests of a seed by number. They are always the same, apart from the tokens of sessions. */
function stepsFrom({ vocabulary, customers, port, seed, charges }: Source): (number: number) => Promise<Step> {
  let sessions: Promise<readonly Session[]> | undefined
  let sinceMs = 0
  const batches = new Map<number, Promise<readonly Step[]>>()
  const batch = async (index: number): Promise<readonly Step[]> => {
    if (sessions === undefined || sinceMs + SESSIONS_EVERY_MS < performance.now()) {
      sinceMs = performance.now()
      sessions = newSessions(customers, port, charges)
    }
    const made = steps({ vocabulary, customers, sessions: await sessions })
    return fc.sample(made, { seed: seed * 1_000_003 + index, numRuns: BATCH })
  }
  return async (number) => {
    const index = Math.floor(number / BATCH)
    batches.delete(index - 2)
    return (await batches.getOrInsertComputed(index, batch))[number % BATCH]!
  }
}

/** Creates for each project with origins some sessions with all scopes and one for suggestions. */
async function newSessions({ rich }: Customers, port: number, charges: HttpCharges): Promise<Session[]> {
  const lane = new Lane(port)
  const sessions: Session[] = []
  for (const key of rich) {
    for (const [i, scopes] of [ALL, ALL, ALL, undefined].entries()) {
      const origin = ORIGINS[i % ORIGINS.length]!
      const bytes = wire(minting(key, { scopes }, origin).draft)
      let reply = await lane.ask({ bytes, method: 'POST' })
      // The machine may be overloaded.
      for (let tries = 0; typeof reply !== 'string' && reply.status === 503 && tries < TRIES_MAX; tries++) {
        charges.addOther(reply.json.request_id)
        reply = await lane.ask({ bytes, method: 'POST' })
      }
      assert(typeof reply !== 'string' && reply.status === 200, JSON.stringify(reply))
      charges.addOther(reply.json.meta.request_id)
      sessions.push({ token: reply.json.data.token, origin, key, scopes: reply.json.data.scopes })
    }
  }
  lane.close()
  return sessions
}

const TRIES_MAX = 1_000
const ALL = ['addresses:suggest', 'companies:suggest', 'companies:read']

async function stop(server: RealServer): Promise<void> {
  server.kill('SIGTERM')
  const { code } = await server.ended
  assert.equal(code, 0, server.log())
}

function named(error: unknown, where: string): Error {
  return new Error(`${error instanceof Error ? error.message : String(error)}\n${where}`, { cause: error })
}
