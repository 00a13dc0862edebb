import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openBooksToRead } from '../../src/ledger/accounting.ts'
import { ReleaseFolder } from '../../src/release/release.ts'
import { seededRandom } from '../../src/stdx/random.ts'
import { until } from '../../src/stdx/testing/until.ts'
import { runOn, startPair } from '../../src/storage/testing/postgres-pair.ts'
import { Fleet, type Member } from '../system/fleet/fleet.ts'
import { growth, median, RESOURCES, type Resources, readResources } from '../system/fleet/resources.ts'
import { count, readTrialOptions, seed } from '../testing/trial.ts'
import { asTable } from './kill-report.ts'

const chosen = readTrialOptions({
  name: 'torture:soak',
  what: 'A mixed load on three servers behind a balancer while servers are killed, restarted, frozen and lose their folders, connections to the database are cut, its primary is killed and its standby promoted, and releases change. At the end every answer is compared with the books; memory, descriptors, threads and files of the first server, which is left alone, must not grow.',
  options: { minutes: count('how long', 10), seed },
})
const SAMPLE_EVERY_MS = 5_000
const FAULT_EVERY_MS = 8_000
const FREEZE_MAX_MS = 20_000
/** The cluster manager notices a dead primary after this time at most. */
const NOTICED_WITHIN_MS = 1_500
/** Allowed growth: threads of audits and connections of pools come and go. */
const MAY_GROW = { megabytes: 0.1, descriptors: 12, threads: 3, files: 5 } as const

const dir = mkdtempSync(join(tmpdir(), 'regista-soak-'))
const random = seededRandom(chosen.seed)
const counts: Record<string, number> = {}

try {
  await using pair = await startPair({ isSynchronous: true })
  let [primary, standby] = [pair.a, pair.b]
  await using fleet = await Fleet.open({ dir, servers: 3, databaseUrl: pair.url, seed: chosen.seed })
  const [steady, ...others] = fleet.members
  await using books = await openBooksToRead({ data: fleet.publisher, databaseUrl: pair.url })
  const untilMs = performance.now() + chosen.minutes * 60_000
  const samples: Resources[] = []
  const tables: number[] = []
  const outages: number[] = []
  const folder = new ReleaseFolder(join(fleet.publisher, 'releases'))

  const faults: Readonly<Record<string, (member: Member) => Promise<void>>> = {
    async kill(member) {
      await fleet.stop(member, 'SIGKILL')
      member.start()
      await fleet.untilReady(member)
    },
    async restart(member) {
      await fleet.stop(member, 'SIGTERM')
      member.start()
      await fleet.untilReady(member)
    },
    async freeze(member) {
      process.kill(member.process.pid, 'SIGSTOP')
      await pause(random.below(FREEZE_MAX_MS))
      process.kill(member.process.pid, 'SIGCONT')
      await fleet.untilReady(member)
    },
    async 'lose folder'(member) {
      await fleet.stop(member, 'SIGKILL')
      member.loseFolder()
      member.start()
      await fleet.untilReady(member)
    },
    async 'cut connections'() {
      await runOn(
        primary.server,
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'regista'`,
      )
    },
    async 'fail over'() {
      const old = primary.server
      await old.signal('SIGKILL')
      await pause(random.below(NOTICED_WITHIN_MS))
      const [fromMs, before] = [performance.now(), fleet.charges.counts.successes]
      await pair.promote(standby)
      await until(
        () => fleet.charges.counts.successes,
        'a charge by the new primary',
        (now) => before < now,
      )
      outages.push(performance.now() - fromMs)
      for (const member of fleet.members) await fleet.untilReady(member)
      await pair.rebuild(primary, standby)
      ;[primary, standby] = [standby, primary]
    },
    async 'change release'() {
      const id = folder.ids().at(-1)!
      const next = `20${String(Number(id.slice(2, 4)) + 1)}${id.slice(4)}`
      publishCopy(folder, id, next)
      await steady!.says('/metrics', new RegExp(`release_age_seconds\\{release="${next}"`))
      for (const old of folder.ids().slice(0, -2)) rmSync(folder.path(old), { recursive: true })
    },
  }

  const load = await fleet.underLoad(
    async () => {
      const sampling = setInterval(async () => {
        if (steady!.process.hasEnded()) {
          const { code, signal } = await steady!.process.ended
          assert.fail(`the steady server ended with ${code ?? signal}:\n${steady!.process.log()}`)
        }
        samples.push(readResources(steady!.process.pid, steady!.place.data))
        const sql = `select cast(sum(pg_total_relation_size(c.oid)) as bigint) from pg_class c
          where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'batch'`
        // There is none while the database fails over.
        const read = await books.query<readonly [number]>(sql).catch(() => undefined)
        if (read !== undefined) tables.push(read[0]![0] / 2 ** 20)
      }, SAMPLE_EVERY_MS)
      sampling.unref()
      while (performance.now() < untilMs) {
        const names = Object.keys(faults)
        const name = names[random.below(names.length)]!
        await faults[name]!(others[random.below(others.length)]!)
        counts[name] = (counts[name] ?? 0) + 1
        const left = Math.max(0, Math.round((untilMs - performance.now()) / 60_000))
        console.log(`${name}; ${fleet.charges.counts.successes} charged, ${left} minutes left`)
        await pause(random.below(FAULT_EVERY_MS))
      }
      clearInterval(sampling)
    },
    { mayCut: true, mayFail: true, pauseMs: 0 },
  )
  const grown = RESOURCES.map((name) => ({ name, by: growth(samples.map((one) => one[name])) }))
  await fleet.check()
  const { successes, unanswered, unansweredDebits } = fleet.charges.counts
  console.log(
    asTable(`three servers, ${chosen.minutes} minutes, seed ${chosen.seed}`, [
      ['requests', `${load.requests}`],
      [
        'faults',
        Object.entries(counts)
          .map(([name, times]) => `${name} ${times}`)
          .join(', '),
      ],
      ['successes with their one debit', `${successes}`],
      ['clients that left, or got no answer', `${unanswered}, of which ${unansweredDebits} were charged`],
      ['connections that a fault closed', `${load.unanswered}`],
      ['answers with 503 (not charged)', `${load.failed}; no server was ready for ${fleet.balancer.unserved}`],
      ['from the promotion to the first answer', `${outages.map((ms) => Math.round(ms)).join(', ') || '–'} ms`],
      ['answers of usage that add up', `${fleet.usage.answers}`],
      ...grown.map(({ name, by }) => {
        const now = median(samples.slice(-3).map((one) => one[name]))
        return [`${name} of the first server`, `${now.toFixed(0)}, grown by ${by.toFixed(1)}`] as const
      }),
      [
        'tables without the journal',
        `${median(tables.slice(-3)).toFixed(1)} MB, grown by ${growth(tables).toFixed(1)}`,
      ],
    ]),
  )
  for (const { name, by } of grown) {
    const limit = name === 'megabytes' ? MAY_GROW.megabytes * samples.at(-1)!.megabytes : MAY_GROW[name]
    assert(by <= limit, `the ${name} of a server that nothing happened to grew by ${by}`)
  }
} finally {
  rmSync(dir, { recursive: true })
}

/** The same records in other files under another id, so all of them are read anew. */
function publishCopy(releases: ReleaseFolder, id: string, next: string): void {
  mkdirSync(releases.path(next))
  cpSync(releases.path(id), releases.path(next), { recursive: true })
  const path = join(releases.path(next), 'manifest.json')
  writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), id: next }))
  releases.switchTo(next)
}
