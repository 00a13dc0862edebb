import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIMIT_NAMES } from '../../src/access/limits/limits.ts'
import { openRaw } from '../../src/http/testing/raw-socket.ts'
import { fc } from '../../src/stdx/testing/properties.ts'
import { checkBooks, compareBooks } from './books-of-server.ts'
import { makeCustomers } from './customers.ts'
import { FuzzReport } from './fuzz-report.ts'
import { FuzzRun, type StepOnLane, shown } from './fuzz-run.ts'
import { HttpCharges } from './http-charges.ts'
import { DEADLINE_MS } from './lane.ts'
import { freePorts, startServer } from './real-server.ts'
import { publishSample } from './sample-data.ts'
import { bytesOf, steps } from './steps.ts'

export interface FuzzOptions {
  readonly dir: string
  readonly requests: number
  readonly seed: number
  readonly connections: number
  readonly databaseUrl: string | undefined
  readonly progress: (report: FuzzReport) => void
}

/** A session may ask for so little that some do it too often, on a slow machine too. There are no other limits. */
const LIMITS = { ...Object.fromEntries(LIMIT_NAMES.map((name) => [name, null])), session: { rate: 0.001, burst: 6 } }

/** How often some steps are taken with the same sessions. Sessions are valid for fifteen minutes. */
const RUNS = 25
/** Those of a run on one connection. */
const STEPS_PER_CONNECTION = 2
/** The maximum growth of resident memory after a fifth of the requests. */
const GROWTH_MAX = 150 * 2 ** 20
/** The share of requests that provoke rare statuses. */
const SELDOM = 0.008

/**
 * Sends valid and invalid requests of every kind to the real server. Compares each response with the contract, and what
 * was charged with the responses, the whole books at the end. Throws at the first difference, with the fewest requests
 * that fast-check finds to have one.
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
  const parts = { port: ports.port, server, customers, charges, report }
  const run = new FuzzRun({ ...parts, connections })
  try {
    assert(await server.ready(customers.rich[0]!), `the server has ended: ${server.log()}`)
    await compareBooks({ data, databaseUrl }, charges)
    report.weigh(0, server.memory())
    const seldom = Math.ceil(requests * SELDOM)
    const slow = Promise.all(Array.from({ length: seldom }, () => dawdle(ports.port, { charges, report })))
    slow.catch(() => undefined)
    const most = STEPS_PER_CONNECTION * connections
    const stepsNow = async () => steps({ vocabulary, customers, sessions: await run.newSessions() })
    for (let part = 0; report.requests < requests; part++) {
      const before = report.requests
      const one = fc.record({ lane: fc.nat({ max: connections - 1 }), step: await stepsNow() })
      const some = fc.array(one, { maxLength: most, size: 'max' })
      await checkSteps(some, run, { seed: seed * 1_000_003 + part, log: server.log })
      assert(before < report.requests)
      report.weigh(report.requests / requests, server.memory())
      progress(report)
    }
    await slow
    for (let rushes = 0; rushes < seldom && report.answered('503 overloaded') < seldom; rushes++) {
      const asks = fc
        .sample(await stepsNow(), { seed: seed + rushes, numRuns: RUSH })
        .filter(({ step }) => step === 'ask')
      const rush = new FuzzRun({ ...parts, connections: asks.length })
      await Promise.all([server.standStill(STILL_MS), rush.take(asks.map((step, lane) => ({ lane, step })))])
      rush.close()
    }
    run.close()
    report.weigh(1, server.memory())
    assert(report.memoryGrowth < GROWTH_MAX, `the server has grown by ${report.memoryGrowth} bytes`)
    server.kill('SIGTERM')
    const { code } = await server.ended
    assert.equal(code, 0, server.log())
  } finally {
    server.kill('SIGKILL')
    await server.ended
  }
  await checkBooks({ data, databaseUrl }, charges)
  return report
}

/** The server is stopped while many clients send requests. When it continues it is late, and rejects most of them. */
const STILL_MS = 700
/** Fewer than the backlog of a listening socket. */
const RUSH = 200

async function checkSteps(
  some: fc.Arbitrary<StepOnLane[]>,
  run: FuzzRun,
  { seed, log }: { readonly seed: number; readonly log: () => string },
): Promise<void> {
  const property = fc.asyncProperty(some, (steps) => run.take(steps))
  const { failed, errorInstance, numShrinks, counterexample, counterexamplePath } = await fc.check(property, {
    seed,
    numRuns: RUNS,
  })
  if (!failed) return
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const taken = counterexample![0].map(({ lane, step }) => `${lane}: ${step.step} ${shown(bytesOf(step))}`)
  const found = `after ${numShrinks} shrinks, seed ${seed}, path ${counterexamplePath}, connection: step`
  throw new Error([message, found, ...taken, log().slice(-500)].join('\n'), { cause: errorInstance })
}

/** Begins a request, sends nothing more, and is disconnected. */
async function dawdle(
  port: number,
  { charges, report }: { readonly charges: HttpCharges; readonly report: FuzzReport },
): Promise<void> {
  const { socket, text } = openRaw(port)
  socket.write('GET /v1/me/usage HTTP/1.1\r\nHost: a\r\nX-Slow: ')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const timer = setTimeout(() => socket.destroy(), DEADLINE_MS)
  await closed
  clearTimeout(timer)
  assert.match(text(), /^HTTP\/1\.1 408 /, 'a slow client receives 408')
  charges.addOther(/X-Request-Id: ([0-9a-f]+)/i.exec(text())![1]!)
  report.count('too slow', '408 request_timeout', 'none')
}
