import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { REGISTRIES } from '../src/registries/registries.ts'
import { type Manifest, ReleaseFolder, readManifest } from '../src/release/release.ts'
import { systemClock } from '../src/stdx/clock.ts'
import { formatNumber } from '../src/stdx/format-count.ts'
import { startOwnPostgres } from '../src/storage/testing/postgres.ts'
import { makePatch, packFile } from '../src/store/file-forms.ts'
import { folderPlace } from '../src/store/folder-place.ts'
import { listFiles } from '../src/store/layout.ts'
import { findEarlier } from '../src/store/local-files.ts'
import { publishToStore } from '../src/store/publish-to-store.ts'
import { ReleaseStore } from '../src/store/release-store.ts'
import { startFileServer } from '../src/store/testing/file-server.ts'
import { type RunningServer, runServer } from '../test/testing/running-server.ts'
import { ROOT } from '../test/testing/source-tree.ts'
import { flag, readTrialOptions, text } from '../test/testing/trial.ts'
import { childSeconds } from './child-seconds.ts'
import { MACHINE, say, writeReport } from './report.ts'
import { makeWorkFolder, sampleArguments, sampleName, sampleOptions } from './sample-data.ts'

const chosen = readTrialOptions({
  name: 'bench:store',
  what: 'How long an empty server takes to be ready from a store on the same machine, what a daily sends to servers, what the shorter forms of files cost the publisher, and how long a change takes to the last of eight servers that spread their switches.',
  options: {
    ...sampleOptions('small'),
    data: text('a data folder whose last two releases are published, in place of a sample', undefined),
    write: flag('puts the tables into bench/results/'),
  },
})
/** Eight national ones would measure this machine. */
const SERVERS = chosen.data === undefined ? 8 : 1

const dir = makeWorkFolder('store')
const lines: string[] = []
let what = 'the next release sends'
let publicationSeconds: number | undefined
try {
  const data = chosen.data ?? makeTwoReleases(join(dir, 'data'))
  const releases = new ReleaseFolder(join(data, 'releases'))
  const [before, after] = releases.ids().slice(-2)
  if (before === undefined || after === undefined) throw new Error(`${data} has fewer than two releases`)
  const store = join(dir, 'store')
  const publish = (id: string) =>
    publishToStore(new ReleaseStore(folderPlace(store)), {
      folder: releases,
      id,
      withdrawals: [],
      nowMs: systemClock.nowMs(),
      signal: new AbortController().signal,
      progress: () => {},
    })
  mkdirSync(store)
  const [sent, sendMs] = await timed(() => publish(before))
  const bytes = sumBytes(readManifest(releases.path(before)))
  lines.push(
    `| publish a release to an empty folder | ${formatMb(sent.bytesSent)} MB in ${formatSeconds(sendMs)} s | |`,
  )
  await using web = chosen.data === undefined ? await startFileServer(store) : undefined
  const address = web?.url ?? store
  await using database = await startOwnPostgres()
  await using servers = new AsyncDisposableStack()
  const start = async (n: number) => {
    const server = servers.use(
      await runServer(join(dir, `server-${n}`), {
        args: ['--store', address, '--workers', '1'],
        env: { REGISTA_DATABASE_URL: database.url },
      }),
    )
    await untilServing(server, before)
    return server
  }
  const [first, readyMs] = await timed(() => start(0))
  lines.push(`| an empty server, from its start until it is ready | ${formatSeconds(readyMs)} s | |`)
  const started = [first]
  while (started.length < SERVERS) started.push(await start(started.length))
  const emptyBytes = readFetched(first)
  lines.push(`| an empty server fetches | ${formatMb(emptyBytes)} MB, ${formatShare(emptyBytes, bytes)} % of it | |`)
  const cpuBefore = process.cpuUsage()
  const [formBytes] = await timed(() => makeForms(releases, after))
  const { user, system } = process.cpuUsage(cpuBefore)
  await publish(after)
  const [, lastMs] = await timed(() => Promise.all(started.map((server) => untilServing(server, after))))
  const dailyBytes = readFetched(first)
  const formSeconds = (user + system) / 1e6
  const ratio =
    publicationSeconds === undefined ? '' : `, ${(formSeconds / publicationSeconds).toFixed(2)} of that of \`publish\``
  lines.push(
    `| ${what} | ${formatMb(dailyBytes)} MB, ${formatShare(dailyBytes, bytes)} % of it | ≤ 5 %; small ≤ 8 % |`,
    `| processor time for its packed files and patches, ${formatMb(formBytes)} MB | ${formSeconds.toFixed(1)} s${ratio} | ≤ 0.6 |`,
    `| a change in the store until the last of ${SERVERS} servers serves it | ${formatSeconds(lastMs)} s | ${SERVERS === 1 ? '≤ 45 s' : '≤ 30 s'} |`,
  )
  const head = [
    '# What a store of releases costs',
    '',
    `${MACHINE}; ${chosen.data ?? sampleName(chosen)}, a release of ${formatMb(bytes)} MB; command: \`npm run bench:store -- ${chosen.data === undefined ? sampleArguments(chosen) : '--data DIR'}\``,
    '',
    '| what | measured | goal |',
    '|---|---|---|',
  ]
  say(...head, ...lines)
  if (chosen.write) writeReport('store', chosen)
} finally {
  rmSync(dir, { recursive: true })
}

/** Imports a sample without the last daily of the Slovak companies, publishes, imports that daily, and publishes. */
function makeTwoReleases(data: string): string {
  const sample = join(dir, 'sample')
  regista('sample', '--out', sample, '--scale', chosen.scale, '--model', chosen.model, '--data', data)
  for (const { name: source } of REGISTRIES) {
    const files = readdirSync(join(sample, source))
      .filter((name) => !name.startsWith('actual_'))
      .map((name) => join(sample, source, name))
    regista('import', source, ...files, '--data', data)
  }
  regista('publish', '--data', data)
  const [daily] = readdirSync(join(sample, 'sk-rpo')).filter((name) => name.startsWith('actual_'))
  const { sets } = regista('import', 'sk-rpo', join(sample, 'sk-rpo', daily!), '--data', data)
  const { added = 0, changed = 0 } = sets[0].counts
  what = `the next release sends after a daily of ${added + changed} changes`
  const secondsBefore = childSeconds()
  regista('publish', '--data', data)
  publicationSeconds = childSeconds() - secondsBefore
  return data
}

function regista(...args: string[]) {
  const options = { encoding: 'utf8', maxBuffer: 1 << 28 } as const
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'bin/regista.js'), ...args, '--json'],
    options,
  )
  if (status !== 0) throw new Error(`regista ${args[0]}: ${stderr}`)
  return JSON.parse(stdout)
}

/** With all its threads. */
async function untilServing({ admin }: RunningServer, id: string): Promise<void> {
  const age = `regista_release_age_seconds{release="${id}"}`
  const isServing = async (): Promise<boolean> => {
    if (!(await admin('/metrics')).text.includes(age)) return false
    const { status, text } = await admin('/readyz')
    return status === 200 && !text.includes('a thread does not serve')
  }
  while (!(await isServing())) await wait(50)
}

/** The bytes of the last release that it has fetched. */
function readFetched(server: RunningServer): number {
  return Number([...server.log().matchAll(/"bytesFetched":(\d+)/g)].at(-1)![1])
}

/** What `publish` adds for the files of a release that those before lack. Returns the bytes. */
async function makeForms(releases: ReleaseFolder, id: string): Promise<number> {
  const to = join(dir, 'form')
  const { signal } = new AbortController()
  let bytes = 0
  for (const file of listFiles(readManifest(releases.path(id)))) {
    const earlier = findEarlier(releases, file)
    const path = join(releases.path(id), file.name)
    if (earlier.length !== 0) bytes += await packFile(path, to, signal)
    for (const old of earlier) bytes += (await makePatch(old.path, { from: path, to, signal })) ?? 0
  }
  return bytes
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const startMs = performance.now()
  const value = await work()
  return [value, performance.now() - startMs]
}

function sumBytes({ segments }: Manifest): number {
  return segments.flatMap(({ files }) => files).reduce((sum, { bytes }) => sum + bytes, 0)
}

function formatShare(part: number, all: number): string {
  return ((100 * part) / all).toFixed(1)
}

function formatMb(bytes: number): string {
  return formatNumber(Math.round(bytes / 1e5) / 10)
}

function formatSeconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
