import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { LIMIT_NAMES } from '../../src/access/limits/limits.ts'
import { createCustomer, type Key } from '../../src/access/testing/customers.ts'
import { auditBooks } from '../../src/ledger/accounting.ts'
import { openBooksToRead } from '../../src/ledger/open-books.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { repeatUntil, until } from '../../src/stdx/testing/until.ts'
import { startPostgres } from '../../src/storage/testing/postgres.ts'
import { freePorts, type Place, registaOn, startServer } from '../fuzz/real-server.ts'
import { publishSample } from '../fuzz/sample-data.ts'
import { ROOT } from '../testing/source-tree.ts'
import { makeNextBuild } from './fleet/next-build.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-upgrade-'))
after(() => rmSync(dir, { recursive: true }))
const postgres = await startPostgres()
after(() => postgres[Symbol.asyncDispose]())
const next = makeNextBuild(join(dir, 'next'))

/** The units of a detail. */
const DETAIL = 10

for (const [name, databaseUrl] of [
  ['SQLite', undefined],
  ['PostgreSQL', postgres.url],
] as const)
  test(`an upgrade to other formats of releases and books, and the way back, as upgrades.md says: every answer is a success, every unit exact (${name})`, async () => {
    const data = join(dir, name)
    mkdirSync(data)
    const limitsFile = join(data, 'limits.json')
    writeFileSync(limitsFile, JSON.stringify(Object.fromEntries(LIMIT_NAMES.map((limit) => [limit, null]))))
    const { icos } = await publishSample(data)
    const place: Place = { data, limitsFile, databaseUrl, ...(await freePorts()) }
    const key = await createKey(place)
    const load = new Load(`http://127.0.0.1:${place.port}/v1/companies/sk/${icos.sk[0]}`, key)
    const command = async (root: string, ...args: string[]): Promise<string> => {
      const { code, output } = await registaOn(databaseUrl, [...args, '--data', data], root)
      assert.equal(code, 0, output)
      return output
    }
    const servesVersion = async (pattern: RegExp): Promise<void> => {
      const response = await fetch(`http://127.0.0.1:${place.adminPort}/healthz`, { headers: { connection: 'close' } })
      assert.match(await response.text(), pattern)
      await load.grows()
    }
    let server = startServer(place)
    const restartWith = async (root: string): Promise<void> => {
      server.kill('SIGTERM')
      assert.equal((await server.ended).code, 0, server.log())
      server = startServer({ ...place, root })
      assert(await server.ready(key), server.log())
    }
    try {
      assert(await server.ready(key), server.log())
      await load.grows()

      await command(next, 'publish')
      await until(
        async () => server.log(),
        'the old server refuses the release',
        (log) => log.includes('still serves'),
      )
      await load.grows()
      await restartWith(next)
      await servesVersion(/1000\.0\.0/)

      assert.match(await command(ROOT, 'rollback'), /^switched to /)
      await until(
        async () => server.log(),
        'the new server refuses it',
        (log) => log.includes('still serves'),
      )
      await load.grows()
      await restartWith(ROOT)
      await servesVersion(/regista 0\./)
    } finally {
      await load.end()
      server.kill('SIGTERM')
      await server.ended
    }
    // A machine that is too slow for its load refuses before it charges.
    assert.deepEqual(
      [...load.answers.keys()].filter((answer) => answer !== '503 overloaded'),
      ['200'],
    )
    await using books = await openBooksToRead(place)
    const [[spent]] = (await books.query(`select sum(spent) from account_month`)) as [[number]]
    assert.equal(Number(spent), DETAIL * load.answers.get('200')!)
    assert.deepEqual((await auditBooks(place, 'full')).differences, [])
  })

async function createKey(place: Place): Promise<Key> {
  await using database = await openControlDatabase(place, 'write')
  return await createCustomer({ database, clock: systemClock }, { units: 1_000_000 })
}

/** Asks for details, one after the other. A connection that is refused has no answer: one server starts again. */
class Load {
  /** How often each came: `200`, or a status with the code of its error. */
  readonly answers = new Map<string, number>()
  readonly #ended: Promise<void>
  #isEnding = false

  constructor(url: string, key: Key) {
    this.#ended = this.#run(url, { authorization: `Bearer ${key.text}`, connection: 'close' })
  }

  async #run(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
    await repeatUntil(
      () => this.#isEnding,
      async () => {
        const response = await fetch(url, { headers }).catch(() => undefined)
        if (response === undefined) return await setTimeout(20)
        const { error } = (await response.json()) as { readonly error?: { readonly code: string } }
        const answer = error === undefined ? `${response.status}` : `${response.status} ${error.code}`
        this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
      },
    )
  }

  async grows(): Promise<void> {
    const before = this.answers.get('200') ?? 0
    const count = async () => this.answers.get('200') ?? 0
    await until(count, `more answers than ${before}`, (now) => before + 20 < now)
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await this.#ended
  }
}
