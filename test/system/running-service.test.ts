import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { changeAccountState, createAccount } from '../../src/access/control/accounts.ts'
import type { OperatorControl } from '../../src/access/control/acts.ts'
import { openControlDatabase } from '../../src/access/control/control.ts'
import { issueKey } from '../../src/access/control/keys.ts'
import { createProject } from '../../src/access/control/projects.ts'
import { LIMIT_NAMES } from '../../src/access/limits/limits.ts'
import { TEST_ACTOR } from '../../src/access/testing/actor.ts'
import { type Asked, ask } from '../../src/http/testing/ask.ts'
import { systemClock } from '../../src/stdx/clock.ts'
import { type OwnPostgres, startOwnPostgres } from '../../src/storage/testing/postgres.ts'
import { becomes } from '../conformance/scene.ts'
import { registaOn } from '../fuzz/real-server.ts'
import { type RunningServer, runServer } from '../testing/running-server.ts'

/*
 * What the operator's commands change acts on servers that run, on each of their threads and on every server: they are
 * real processes, started as an operator starts them. Nothing is published: usage, sessions and preflights need no
 * data, and a suggestion that is let in is told that there are none.
 */

let dir: string
let limits: string
let postgres: OwnPostgres
before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'regista-running-'))
  limits = join(dir, 'limits.json')
  writeFileSync(limits, JSON.stringify(Object.fromEntries(LIMIT_NAMES.map((name) => [name, null]))))
  postgres = await startOwnPostgres()
})
after(async () => {
  await postgres[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

const ORIGIN = 'https://shop.example'
const SCOPES = ['addresses:suggest', 'companies:suggest', 'companies:read', 'usage:read']

interface House {
  readonly servers: readonly RunningServer[]
  readonly control: OperatorControl
  command(...args: readonly string[]): Promise<void>
  /** What each thread of each server answers, as far as a few connections to each can tell. */
  words(asked: Asked): Promise<string>
}

async function openHouse(opened: AsyncDisposableStack, url: string | undefined, servers: number): Promise<House> {
  const folders = Array.from({ length: servers }, (_, i) =>
    join(dir, `${url === undefined ? 'sqlite' : 'postgres'}-${i}`),
  )
  for (const folder of folders) mkdirSync(folder)
  const [data] = folders
  const database = opened.use(await openControlDatabase({ data: data!, databaseUrl: url }, 'write'))
  const started: RunningServer[] = []
  for (const folder of folders) {
    const env = { REGISTA_DATABASE_URL: url ?? '' }
    started.push(opened.use(await runServer(folder, { args: ['--workers', '2', '--limits', limits], env })))
  }
  return {
    servers: started,
    control: { database, clock: systemClock, actor: TEST_ACTOR },
    async command(...args) {
      const { code, output } = await registaOn(url, [...args, '--data', data!])
      assert.equal(code, 0, output)
    },
    async words(asked) {
      const connections = started.flatMap(({ port }) => Array.from({ length: CONNECTIONS }, () => port))
      const headers = { ...asked.headers, connection: 'close' }
      const replies = await Promise.all(connections.map((port) => ask(port, { ...asked, headers })))
      return [...new Set(replies.map(({ status, json }) => `${status} ${json.error?.code ?? ''}`.trim()))].join()
    },
  }
}

/** To one server: with two threads it is unlikely that all of them come to one. */
const CONNECTIONS = 6

async function customer({ control, words }: House) {
  const account = await createAccount(control, { name: 'Example' })
  assert(account.outcome === 'created')
  const { id } = account.account
  await changeAccountState(control, { id, transition: 'verify' })
  const browserScopes = ['companies:suggest']
  const given = { account: id, name: 'Shop', origins: [ORIGIN], scopes: SCOPES, browserScopes }
  const made = await createProject(control, given)
  assert(made.outcome === 'created')
  const key = await issueKey(control, { project: made.project.id, scopes: SCOPES })
  assert(key.outcome === 'issued')
  const usage: Asked = { path: '/v1/me/usage', key: key.text }
  await becomes('200', () => words(usage))
  const body = { client_id: made.project.clientId }
  const session: Asked = { path: '/v1/browser-sessions', origin: ORIGIN, body }
  return { account: id, project: made.project.id, keyId: key.key.id, usage, session }
}

const preflight = (origin: string): Asked => ({
  method: 'OPTIONS',
  path: '/v1/me/usage',
  headers: { origin, 'access-control-request-method': 'GET' },
})

describe('running servers apply the changes of the operator:', { concurrency: 2 }, () => {
  for (const [place, servers, url] of [
    ['a server on SQLite', 1, () => undefined],
    ['two servers on one PostgreSQL', 2, () => postgres.url],
  ] as const)
    describe(place, { concurrency: 1 }, () => {
      const opened = new AsyncDisposableStack()
      let house: House
      before(async () => {
        house = await openHouse(opened, url(), servers)
      })
      after(async () => {
        // Together: who cannot reach its database any more waits for it before it ends.
        await Promise.all(house.servers.map((server) => server.stop()))
        await opened.disposeAsync()
      })

      test('a revoked key is rejected', async () => {
        const { usage, keyId } = await customer(house)
        await house.command('key', 'revoke', keyId)
        await becomes('401 unauthorized', () => house.words(usage))
      })

      test('a suspended account is refused until it is resumed, a closed account for good', async () => {
        const { usage, session, account } = await customer(house)
        await house.command('account', 'suspend', account)
        await becomes('403 forbidden', () => house.words(usage))
        await becomes('403 forbidden', () => house.words(session))
        await house.command('account', 'resume', account)
        await becomes('200', () => house.words(usage))
        await house.command('account', 'close', account)
        await becomes('403 forbidden', () => house.words(usage))
      })

      test('a removed origin loses its preflights and sessions, and an added one gets them', async () => {
        const { session, project } = await customer(house)
        const own = `https://own-${servers}.example`
        assert.equal(await house.words(preflight(own)), '403 origin_not_allowed')
        await house.command('project', 'allow-origin', project, own)
        await becomes('204', () => house.words(preflight(own)))
        const at = { ...session, origin: own }
        const { json } = await ask(house.servers[0]!.port, at)
        const suggest: Asked = {
          path: '/v1/autocomplete/companies',
          query: { q: 'ab' },
          origin: own,
          key: json.data.token,
        }
        assert.equal(await house.words(suggest), '503 data_unavailable')
        await house.command('project', 'deny-origin', project, own)
        await becomes('403 origin_not_allowed', () => house.words(suggest))
        await becomes('403 origin_not_allowed', () => house.words(at))
        await becomes('403 origin_not_allowed', () => house.words(preflight(own)))
      })

      test('a scope that a project loses is refused to its keys', async () => {
        const { usage, project } = await customer(house)
        const scopes = ['--scopes', 'companies:suggest', '--browser-scopes', 'companies:suggest']
        await house.command('project', 'scopes', project, ...scopes)
        await becomes('403 scope_not_allowed', () => house.words(usage))
      })

      test('a suspended project is refused until it is resumed', async () => {
        const { usage, project } = await customer(house)
        await house.command('project', 'suspend', project)
        await becomes('403 forbidden', () => house.words(usage))
        await house.command('project', 'resume', project)
        await becomes('200', () => house.words(usage))
      })

      test('a new allowance reaches the books', async () => {
        const { usage, account } = await customer(house)
        await house.command('account', 'allowance', account, '7')
        for (const { port } of house.servers)
          await becomes(7, async () => (await ask(port, usage)).json.data.allowance_units)
      })

      if (1 < servers)
        test('without the database every client, known or unknown, gets the same refusal', async () => {
          const { usage } = await customer(house)
          const unknown: Asked = { path: '/v1/me/usage', key: `rgk_${'0'.repeat(64)}` }
          assert.equal(await house.words(unknown), '401 unauthorized')
          await postgres[Symbol.asyncDispose]()
          await becomes('503 accounting_unavailable', () => house.words(unknown))
          assert.equal(await house.words(usage), '503 accounting_unavailable')
        })
    })
})
