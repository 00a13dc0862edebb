import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { openControlDatabase } from '../src/access/control/control.ts'
import { Ledger } from '../src/ledger/ledger.ts'
import { BOOKS_MIGRATIONS } from '../src/ledger/tables/books.ts'
import { passTrustRequests } from '../src/server/pending-changes.ts'
import { systemClock } from '../src/stdx/clock.ts'
import { repeatUntil, until } from '../src/stdx/testing/until.ts'
import { openDatabase } from '../src/storage/storage.ts'
import { startPostgres } from '../src/storage/testing/postgres.ts'
import { type CommandResult, regista, withoutFolder } from './testing/regista.ts'
import { ROOT } from './testing/source-tree.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-accounting-commands-'))
const server = await startPostgres()
after(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

const DOUBT = { account: null, reason: 'example', detail: 'somebody\nshould look' }

for (const { name, url } of [
  { name: 'SQLite', url: () => undefined },
  { name: 'PostgreSQL', url: () => server.url },
]) {
  describe(`the books on ${name}`, () => {
    const data = join(dir, name)
    const accounting = async (...args: string[]): Promise<CommandResult> => {
      const env = { REGISTA_DATABASE_URL: url() }
      const { code, stdout, stderr } = await regista(['accounting', ...args, '--data', data], { env })
      return { code, stdout: withoutFolder(stdout), stderr: withoutFolder(stderr) }
    }
    const status = async () => JSON.parse((await accounting('status', '--json')).stdout)
    const standing = async () =>
      ((await status()).doubts as DoubtShown[]).map(({ id, raised_at }) => ({ id, raisedAtMs: Date.parse(raised_at) }))
    const ids = async () => (await standing()).map(({ id }) => id)
    const answered = () => until(async () => (await status()).last_trust_request.answer, 'an answer of the server')
    const open = (): Promise<Ledger> => Ledger.open({ data, databaseUrl: url() })

    test('that do not exist are reported, and the command makes no server of this machine', async () => {
      for (const args of [['status'], ['trust', '1', '--why', 'x']]) {
        const { code, stderr } = await accounting(...args)
        assert.equal(code, 1)
        assert.match(stderr, /^regista: (there are no books yet|The database .* has no tables)[^\n]+\n$/)
      }
      assert(!existsSync(join(data, 'node')), 'no server was made')
    })

    test('beside a server lose exactly the doubts that the operator names, and are listed if none is named', async () => {
      await using ledger = await open()
      for (const account of ['anna', 'berta']) await ledger.setAllowance(account, 100, 'operator')
      assert.equal((await accounting('status')).stdout, 'trusted: the books have no unresolved doubt\n')
      await ledger.distrust(DOUBT)
      await ledger.distrust({ account: 'anna', reason: 'example', detail: 'of anna' })
      const [general, anna] = await ids()
      const doubted = await accounting('status')
      assert.equal(doubted.code, 1)
      const listed = [
        `^DOUBT ${general}, all accounts: example, somebody should look \\(2\\S+Z\\)`,
        `DOUBT ${anna}, anna: example, of anna \\(2\\S+Z\\)`,
        'not trusted: the servers refuse all accounts with 503 [^\n]+',
        'The running servers read the result within a second\\.',
        `Examine [^\n]+: regista accounting trust ${general} ${anna} --why "…"\n$`,
      ]
      assert.match(doubted.stdout, new RegExp(listed.join('\n')))
      for (const args of [['trust'], ['trust', '--why', 'x']]) {
        const unnamed = await accounting(...args)
        assert.deepEqual([unnamed.code, unnamed.stdout], [2, doubted.stdout])
        assert.equal(unnamed.stderr, `regista: name the doubts by their ids: ${general} ${anna} (see --help)\n`)
      }
      const { stdout } = await accounting('trust', '--json')
      assert.deepEqual(JSON.parse(stdout), { error: `name the doubts by their ids: ${general} ${anna}` })
      await using _requests = carryingOutRequests(data, url(), ledger)
      // Raised after the operator has looked.
      await ledger.distrust({ account: 'berta', reason: 'example', detail: 'of berta' })
      const { code } = await accounting('trust', `${general}`, `${anna}`, '--why', 'compared with the bank')
      assert.equal(code, 0)
      await answered()
      // The state comes on another channel than the answer.
      await until(() => ledger.trustStatus().state === 'live', 'a server that charges again')
      const { trusted, doubts, last_trust_request: request } = await status()
      assert.deepEqual([trusted, doubts.length, doubts[0].account], [false, 1, 'berta'])
      assert.deepEqual([request.why, request.doubts], ['compared with the bank', [general, anna]])
      assert.equal(request.answer, `resolved: ${general}, ${anna}`)
      assert.match((await accounting('status')).stdout, /the servers refuse the accounts berta with 503/)
      await ledger.trust({ who: 'operator', why: 'looked', doubts: await standing() })
    })

    test('beside a server that does not answer in time keep the request for it', async () => {
      await using ledger = await open()
      await ledger.distrust({ ...DOUBT, detail: 'slow' })
      const slow = await accounting('trust', `${await ids()}`, '--why', 'patience', '--wait', '1')
      assert.equal(slow.code, 1, slow.stderr)
      assert.match(
        slow.stdout,
        /^No server has answered in this time\. [^\n]+\nDOUBT \d+, all accounts: example, slow /,
      )
      assert.equal((await status()).last_trust_request.answer, null)
      await using _requests = carryingOutRequests(data, url(), ledger)
      await answered()
      assert.equal((await accounting('status')).code, 0)
    })

    test('refuse an unknown id, a missing id and an empty reason', async () => {
      for (const args of [
        ['trust', '--why', 'x'],
        ['trust', '1'],
        ['trust', '1', '--why', ' '],
        ['trust', '0', '--why', 'x'],
        ['trust', 'all', '--why', 'x'],
      ]) {
        const { code, stderr } = await accounting(...args)
        assert.equal(code, args.includes(' ') ? 1 : 2, stderr)
        assert.match(stderr, /^regista: [^\n]+\n$/)
      }
      const { code, stderr } = await accounting('trust', '4711', '--why', 'x')
      assert.equal(code, 1)
      assert.match(stderr, /there is no unresolved doubt 4711/)
    })

    test('keep a damaged account stopped whatever is requested, without a wait for the other accounts', async () => {
      {
        await using ledger = await open()
        assert.equal(await buy(ledger, 'anna'), 'charged')
        await ledger.distrust({ account: 'berta', reason: 'example', detail: 'settled' })
        await ledger.distrust({ ...DOUBT, detail: 'settled too' })
        await ledger.distrust({ account: 'anna', reason: 'example', detail: 'edited' })
      }
      const options = url() === undefined ? { path: join(data, 'ledger.db') } : { url: url()!, connections: 1 }
      {
        await using database = await openDatabase({ ...options, migrations: BOOKS_MIGRATIONS, mode: 'write' })
        await database.run(`update account_month set spent = spent + 1 where account = 'anna'`)
      }
      const [berta, general, anna] = await ids()
      {
        // On PostgreSQL a server has to be there; on SQLite the command opens the books itself.
        await using ledger = url() === undefined ? undefined : await open()
        await using _requests = ledger && carryingOutRequests(data, url(), ledger)
        await accounting('trust', `${berta},${general}`, `${anna}`, '--why', 'never mind')
        await answered()
      }
      const { doubts, last_trust_request: request } = await status()
      assert.equal(
        request.answer,
        `resolved: ${berta}, ${general}; not resolved: ${anna}, because the audit finds differences of anna`,
      )
      assert.deepEqual(
        doubts.map(({ account, reason }: DoubtShown) => [account, reason]),
        [
          ['anna', 'example'],
          ['anna', 'audit'],
        ],
      )
      await using ledger = await open()
      assert.deepEqual([await buy(ledger, 'anna'), await buy(ledger, 'berta')], ['untrusted', 'charged'])
    })
  })
}

test('a database that does not answer is reported as such by every command', async () => {
  const env = { REGISTA_DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/nothing' }
  for (const args of [['status'], ['trust', '1', '--why', 'x']]) {
    const { code, stderr } = await regista(['accounting', ...args, '--data', join(dir, 'none')], { env })
    assert.equal(code, 1)
    assert.match(stderr, /^regista: the books cannot be read: [^\n]+ECONNREFUSED[^\n]+\n$/)
    assert.match(stderr, /REGISTA_DATABASE_URL names 127\.0\.0\.1:1\/nothing\. Check that PostgreSQL answers there/)
    assert.doesNotMatch(stderr, /secret/)
  }
})

test('the statement on the page about backups puts a restored database in doubt', async () => {
  const page = readFileSync(join(ROOT, 'docs/operating/backup.md'), 'utf8')
  const [, sql] = /```sql\n([^`]+)```/.exec(page)!
  const data = join(dir, 'put-back')
  await (await Ledger.open({ data, databaseUrl: server.url })).close()
  await using database = await openDatabase({ url: server.url, migrations: BOOKS_MIGRATIONS, connections: 1 })
  await database.run('update doubt set resolved_at_ms = 0')
  for (const statement of sql!.split(';').slice(0, -1)) assert.equal(await database.run(statement), 1)
  const { trusted, doubts } = JSON.parse(
    (await regista(['accounting', 'status', '--json', '--data', data], { env: { REGISTA_DATABASE_URL: server.url } }))
      .stdout,
  )
  assert.deepEqual([trusted, doubts.length, doubts[0].reason], [false, 1, 'restored'])
})

test('on SQLite without a server the command opens and closes the books itself', async () => {
  const data = join(dir, 'alone')
  {
    await using ledger = await Ledger.open({ data, databaseUrl: undefined })
    await ledger.distrust(DOUBT)
  }
  const { code, stdout } = await regista(['accounting', 'trust', '1', '--why', 'looked', '--data', data])
  assert.deepEqual([code, stdout], [0, 'resolved: 1\ntrusted: the books have no unresolved doubt\n'])
  await using ledger = await Ledger.open({ data, databaseUrl: undefined })
  assert.equal(ledger.trustStatus().state, 'live')
})

interface DoubtShown {
  readonly id: number
  readonly account: string | null
  readonly reason: string
  readonly raised_at: string
}

let requests = 0

async function buy(ledger: Ledger, account: string): Promise<string> {
  const subject = { project: 'p', credential: 'k', operation: 'o' }
  const requestId = `${++requests}`.padStart(32, '0')
  const outcome = await ledger.charge({ account, units: 1, subject, requestId }).outcome
  return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome
}

/** As a server does. */
function carryingOutRequests(data: string, databaseUrl: string | undefined, ledger: Ledger): AsyncDisposable {
  let state: 'running' | 'stopping' = 'running'
  const done = (async () => {
    await using database = await openControlDatabase({ data, databaseUrl }, 'write')
    await repeatUntil(
      () => state === 'stopping',
      async () => {
        await passTrustRequests({ database, clock: systemClock }, ledger)
        await setTimeout(100)
      },
    )
  })()
  return {
    async [Symbol.asyncDispose]() {
      state = 'stopping'
      await done
    },
  }
}
