import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { LIMIT_NAMES } from '../src/access/limits/limits.ts'
import { Release, ReleaseFolder } from '../src/release/release.ts'
import { syncFile } from '../src/stdx/sync-file.ts'
import { count, flag, oneOf, readTrialOptions, seconds } from '../test/testing/trial.ts'
import { answersOf } from './http/answers.ts'
import { formatFirstSecond, timeFirstSecond } from './http/first-second.ts'
import { type Load, putLoad } from './http/load.ts'
import { type ProcessorTimes, perRequest, readProcessorTimes, sum } from './http/processor.ts'
import { sharesIn } from './http/profile.ts'
import { makeRequests, openAccounts, type Requests } from './http/requests.ts'
import { type BenchServer, startRaw, startRegista } from './http/servers.ts'
import { fdatasyncTimes, fileSystemOf } from './ledger/disk.ts'
import { MACHINE, say, writeReport } from './report.ts'
import { dataFolder, makeWorkFolder, sampleArguments, sampleName, sampleOptions } from './sample-data.ts'

const chosen = readTrialOptions({
  name: 'bench:http',
  what: 'Requests a second of the whole service, and of Node’s own server that answers the same bytes, in turn in one run; times at half load; memory, and what a change of the release does to it. Needs the data that `npm run bench:import` has made.',
  options: {
    ...sampleOptions('small'),
    seconds: seconds('for each figure and round', 5),
    rounds: count('the best of so many', 3),
    workers: count('threads that answer', 2),
    only: oneOf('one part, without the others', ['throughput', 'profile', 'start'], undefined),
    write: flag('puts the tables into bench/results/'),
  },
})
const ms = chosen.seconds * 1000
const rounds = chosen.rounds
const workers = chosen.workers
const ACCOUNTS = 1_000
const WARM_UP_MS = 10_000
/** Reading the national release, and the collections afterwards. */
const CHANGE_MS = 30_000
/** The next releases: all files are new, or only those of the Slovak companies. */
const ALL_NEW = '2999-12-30T00-00-00Z'
const PARTLY_NEW = '2999-12-31T00-00-00Z'
const PART = 'companies-sk.'
const REQUESTS = 300_000
const NAMED_THREADS = ['http', 'books', 'usage', 'node-MainThread']

const releases = join(dataFolder(chosen), 'releases')
const data = makeWorkFolder('http')

/** All limits off: they are there to stop what a bench does. */
const limits = join(data, 'limits.json')
writeFileSync(limits, JSON.stringify(Object.fromEntries(LIMIT_NAMES.map((name) => [name, null]))))

try {
  const id = new ReleaseFolder(releases).currentId()
  if (id === null)
    throw new Error(`${releases} has no release: run \`npm run bench:import -- ${sampleArguments(chosen)}\``)
  const folder = threeReleases(id)
  const keys = await openAccounts(data, ACCOUNTS)
  const requests = requestsOf(folder, id, keys)
  const disk = fdatasyncTimes(data)
  say(`# HTTP, ${sampleName(chosen)}\n`)
  say(
    `${MACHINE}; file system ${fileSystemOf(data)}, fdatasync p50 ${disk.p50.toFixed(2)} ms, p99 ${disk.p99.toFixed(2)} ms; best of ${rounds} rounds of ${ms / 1000} s each, in turn; command: \`npm run bench:http -- ${sampleArguments(chosen)} --workers ${workers}\`\n`,
  )
  say(
    `${requests.distinctPrefixes} distinct prefixes of ${ACCOUNTS} accounts, 5 % details; ${workers} threads that answer on both sides, ${workers} of the load generator (\`bench/http/load-thread.ts\`) on the same processors; SQLite.\n`,
  )
  if (chosen.only === undefined || chosen.only === 'start') {
    const start = () => startRegista(data, { workers, limits })
    say(`${formatFirstSecond(await timeFirstSecond(start, { requests, threads: workers, rounds }))}\n`)
  }
  if (chosen.only === undefined || chosen.only === 'throughput') {
    const service = await startRegista(data, { workers, limits })
    const raw = await startRaw(await answersOf(service.port, requests), workers)
    const best = await throughput({ service, raw, requests })
    if (chosen.only === undefined) {
      await halfLoad({ service, raw, requests }, best / 2, disk.p99)
      await changeRelease(service, requests, folder, best / 4)
    }
    await raw.stop()
    await service.stop()
  }
  if (chosen.only === undefined || chosen.only === 'profile') await profile(requests)
  if (chosen.write) writeReport('http', chosen)
} finally {
  rmSync(data, { recursive: true, force: true })
}

/** A folder of our own with the release in it, and with two that have the same content and other names. */
function threeReleases(id: string): ReleaseFolder {
  const folder = new ReleaseFolder(join(data, 'releases'))
  mkdirSync(folder.dir, { recursive: true })
  symlinkSync(join(releases, id), folder.path(id))
  if (chosen.only === undefined) {
    addRelease(folder, ALL_NEW, id, copyToDisk)
    addRelease(folder, PARTLY_NEW, ALL_NEW, (from, to) =>
      basename(from).startsWith(PART) ? copyToDisk(from, to) : linkSync(from, to),
    )
  }
  folder.switchTo(id)
  return folder
}

/** The system would write gigabytes during the measurements, and every charge and detail would wait for the disk. */
function copyToDisk(from: string, to: string): void {
  copyFileSync(from, to)
  syncFile(to)
}

function addRelease(folder: ReleaseFolder, id: string, from: string, add: (from: string, to: string) => void): void {
  mkdirSync(folder.path(id))
  for (const name of readdirSync(folder.path(from))) {
    if (name !== 'manifest.json') add(join(folder.path(from), name), join(folder.path(id), name))
  }
  const manifest = JSON.parse(readFileSync(join(folder.path(from), 'manifest.json'), 'utf8')) as object
  writeFileSync(join(folder.path(id), 'manifest.json'), JSON.stringify({ ...manifest, id }))
}

function requestsOf(folder: ReleaseFolder, id: string, keys: readonly string[]): Requests {
  using release = Release.open(folder.path(id))
  return makeRequests(release, keys, REQUESTS)
}

interface Compared {
  readonly service: BenchServer
  readonly raw: BenchServer
  readonly requests: Requests
}

interface Measured extends Load {
  /** µs of processor per request, by the names of threads. */
  readonly processor: ProcessorTimes
}

/** Answers the most requests a second that the service has answered. */
async function throughput({ service, raw, requests }: Compared): Promise<number> {
  say('| connections | service /s | p50 ms | p99 ms | raw /s | raw p99 ms | service : raw | not 200 or 404 | broken |')
  say('|---|---|---|---|---|---|---|---|---|')
  const load = async ({ port, pid }: BenchServer, connections: number, forMs = ms): Promise<Measured> => {
    const before = readProcessorTimes(pid)
    const result = await putLoad({ port, requests, connections, threads: workers, ms: forMs })
    return { ...result, processor: perRequest(before, readProcessorTimes(pid), result.answered) }
  }
  // Every account's first request fetches its units; after these each has some.
  await load(service, 64, WARM_UP_MS)
  const processor: string[] = []
  let most = 0
  for (const connections of [1, 32, 256]) {
    const pairs: { service: Measured; raw: Measured }[] = []
    for (let i = 0; i < rounds; i++)
      pairs.push({ service: await load(service, connections), raw: await load(raw, connections) })
    const one = pairs.reduce((a, b) => (a.service.perSecond < b.service.perSecond ? b : a)).service
    const other = pairs.reduce((a, b) => (a.raw.perSecond < b.raw.perSecond ? b : a)).raw
    const bad = othersIn(pairs.map((pair) => pair.service.statuses))
    const broken = pairs.reduce((all, pair) => all + pair.service.broken, 0)
    most = Math.max(most, one.perSecond)
    say(
      `| ${[connections, Math.round(one.perSecond), one.p50.toFixed(2), one.p99.toFixed(2), Math.round(other.perSecond), other.p99.toFixed(2), (one.perSecond / other.perSecond).toFixed(2), bad, broken].join(' | ')} |`,
    )
    processor.push(
      processorRow(
        connections,
        leastProcessor(pairs.map((pair) => pair.service)),
        leastProcessor(pairs.map((pair) => pair.raw)),
      ),
    )
  }
  say('\nProcessor time per request in µs, the least of the rounds, by the names of the threads:\n')
  say('| connections | service | http | books | notes | main | V8 and others | raw | service : raw |')
  say('|---|---|---|---|---|---|---|---|---|')
  say(...processor)
  return most
}

function leastProcessor(all: readonly Measured[]): ProcessorTimes {
  return all.map(({ processor }) => processor).reduce((a, b) => (sum(b) < sum(a) ? b : a))
}

function processorRow(connections: number, service: ProcessorTimes, raw: ProcessorTimes): string {
  const named = NAMED_THREADS.map((name) => service.get(name) ?? 0)
  const others = sum(service) - named.reduce((all, time) => all + time, 0)
  const times = [sum(service), ...named, others, sum(raw)].map((time) => time.toFixed(0))
  return `| ${[connections, ...times, (sum(service) / sum(raw)).toFixed(1)].join(' | ')} |`
}

/** How often each status that is neither 200 nor 404 came. */
function othersIn(all: readonly Load['statuses'][]): string {
  const sums = new Map<string, number>()
  for (const [status, count] of all.flatMap((statuses) => Object.entries(statuses)))
    if (status !== '200' && !status.startsWith('404')) sums.set(status, (sums.get(status) ?? 0) + count)
  return sums.size === 0 ? '0' : [...sums].map(([status, count]) => `${status}: ${count}`).join(', ')
}

/** Both at the same rate: what the machine and the load generator themselves need is in the raw one's times too. */
async function halfLoad({ service, raw, requests }: Compared, rate: number, fdatasyncP99: number): Promise<void> {
  const calmest = async ({ port }: BenchServer): Promise<Load> => {
    const loads: Load[] = []
    for (let i = 0; i < rounds; i++)
      loads.push(await putLoad({ port, requests, connections: 64, threads: workers, ms, rate }))
    return loads.reduce((a, b) => (a.p99 < b.p99 ? a : b))
  }
  const [{ p50, p99, perSecond }, other] = [await calmest(service), await calmest(raw)]
  say(
    `\nAt half load, ${Math.round(perSecond)}/s on 64 connections, each request counted from when it was due: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms; the goal is ${(5 + fdatasyncP99).toFixed(2)} ms. The raw server at the same rate: p50 ${other.p50.toFixed(2)} ms, p99 ${other.p99.toFixed(2)} ms.`,
  )
}

/** Changes the release under a quarter of the load, twice. */
async function changeRelease(
  service: BenchServer,
  requests: Requests,
  folder: ReleaseFolder,
  rate: number,
): Promise<void> {
  const load = (): Promise<Load> =>
    putLoad({ port: service.port, requests, connections: 64, threads: workers, ms: CHANGE_MS, rate })
  say(`\nResident: ${service.residentMb()} MB with ${workers} threads that answer.`)
  const calm = await load()
  say(
    `\nA change of the release at ${Math.round(rate)}/s; ${CHANGE_MS / 1000} s, p99 without a change ${calm.p99.toFixed(2)} ms:\n`,
  )
  say('| new files | served | at most | p99 | slowest | requests | not 200 or 404 | broken | afterwards |')
  say('|---|---|---|---|---|---|---|---|---|')
  for (const [what, next] of [
    ['all', ALL_NEW],
    ['Slovak companies', PARTLY_NEW],
  ] as const) {
    const before = service.residentMb()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, service.residentMb())
    }, 100)
    try {
      folder.switchTo(next)
      const changed = await load()
      const metrics = await (await fetch(`http://127.0.0.1:${service.adminPort}/metrics`)).text()
      const served = /release_age_seconds\{release="([^"]+)"/.exec(metrics)?.[1] === next
      say(
        `| ${[what, served ? 'yes' : 'NO', `${most} MB, ${(most / before).toFixed(2)} ×`, `${changed.p99.toFixed(2)} ms, ${(changed.p99 / calm.p99).toFixed(1)} ×`, `${changed.slowestMs.toFixed(0)} ms`, changed.answered, othersIn([changed.statuses]), changed.broken, `${service.residentMb()} MB`].join(' | ')} |`,
      )
    } finally {
      clearInterval(watch)
    }
  }
}

/** What the threads that answer do when they have most to do. */
async function profile(requests: Requests): Promise<void> {
  const profiles = join(data, 'profiles')
  const service = await startRegista(data, { workers, limits, profiles })
  await putLoad({ port: service.port, requests, connections: 256, threads: workers, ms: WARM_UP_MS })
  await service.stop()
  say('\nWhere the time of the threads that answer goes, at 256 connections, start and warming up included:\n')
  say('| what | share |')
  say('|---|---|')
  for (const [part, share] of sharesIn(profiles)) say(`| ${part} | ${(share * 100).toFixed(0)} % |`)
}
