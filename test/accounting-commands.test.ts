import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { applyWishes, openControlDatabase } from '../src/access/access.ts'
import { wishedBooks } from '../src/cli/wished-books.ts'
import { BOOKS_MIGRATIONS } from '../src/ledger/books/sql-store.ts'
import { Ledger } from '../src/ledger/ledger.ts'
import { systemClock } from '../src/stdx/clock.ts'
import { openDatabase } from '../src/storage/storage.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'
import { type CommandResult, regista } from './regista.ts'
import { ROOT } from './source-tree.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-accounting-commands-'))
let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(async () => {
  delete process.env.REGISTA_DATABASE_URL
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
    const accounting = (...args: string[]): Promise<CommandResult> => {
      if (url() === undefined) delete process.env.REGISTA_DATABASE_URL
      else process.env.REGISTA_DATABASE_URL = url()
      return regista(['accounting', ...args, '--data', data])
    }
    const status = async () => JSON.parse((await accounting('status', '--json')).stdout)
    const open = (): Promise<Ledger> => Ledger.open({ data, databaseUrl: url() })

    test('that are not there yet are said to be not there', async () => {
      for (const args of [['status'], ['trust', '--why', 'x']]) {
        const { code, stderr } = await accounting(...args)
        assert.equal(code, 1)
        assert.match(stderr, /^regista: (there are no books yet|The database .* has no tables)[^\n]+\n$/)
      }
      assert(!existsSync(join(data, 'node')), 'nobody became a node')
    })

    test('beside a server: trusted, in doubt, and sold from again at a word that it carries out', async () => {
      await using ledger = await open()
      await ledger.setAllowance('anna', 100, 'operator')
      assert.equal((await accounting('status')).stdout, 'trusted: no doubt stands in the books\n')
      await ledger.distrust(DOUBT)
      await ledger.distrust({ account: 'anna', reason: 'example', detail: 'hers' })
      const doubted = await accounting('status')
      assert.equal(doubted.code, 1)
      assert.match(
        doubted.stdout,
        /^BAD all accounts: example, somebody should look \(2\S+Z\)\nBAD anna: example, hers \(2\S+Z\)\nnot trusted: /,
      )
      await using _wishes = carryingOutWishes(data, url(), ledger)
      const { code, stdout } = await accounting('trust', '--why', 'compared with the bank', '--json')
      assert.equal(code, 0)
      // On a machine that is very busy the answer comes later than the command waits.
      if (JSON.parse(stdout).answer === null) while ((await status()).last_word.answer === null);
      else
        assert.deepEqual(JSON.parse(stdout), { answer: 'trusted again; 2 doubts resolved', trusted: true, doubts: [] })
      assert.equal((await ledger.trustStatus()).state, 'live')
      const { trusted, doubts, last_word: word } = await status()
      assert.deepEqual([trusted, doubts, word.why], [true, [], 'compared with the bank'])
      assert.equal(word.answer, 'trusted again; 2 doubts resolved')
    })

    test('beside a server that does not answer in time the word is kept for it', async () => {
      await using ledger = await open()
      await ledger.distrust({ ...DOUBT, detail: 'slow' })
      const slow = await accounting('trust', '--why', 'patience')
      assert.equal(slow.code, 0, slow.stderr)
      assert.match(slow.stdout, /^No server has answered yet\. [^\n]+\nBAD all accounts: example, slow /)
      assert.equal((await status()).last_word.answer, null)
      await using _wishes = carryingOutWishes(data, url(), ledger)
      while ((await status()).last_word.answer === null);
      assert.equal((await accounting('status')).code, 0)
    })

    test('an empty reason is no reason, and one is needed', async () => {
      for (const args of [['trust'], ['trust', '--why', ' '], ['trust', '--why', 'two\nlines']]) {
        const { code, stderr } = await accounting(...args)
        assert.equal(code, 2, stderr)
        assert.match(stderr, /^regista: [^\n]+\n$/)
      }
    })

    test('that do not agree are not trusted, whatever the word', async () => {
      {
        await using ledger = await open()
        const reservation = await ledger.reserve('anna', 1, { project: 'p', credential: 'k', operation: 'o' })
        assert(reservation.outcome === 'reserved')
        await ledger.debit(reservation, '1'.repeat(32))
        await ledger.distrust({ ...DOUBT, detail: 'edited' })
      }
      const options = url() === undefined ? { path: join(data, 'ledger.db') } : { url: url()!, connections: 1 }
      {
        await using database = await openDatabase({ ...options, migrations: BOOKS_MIGRATIONS, mode: 'write' })
        await database.run(`update account_period set confirmed = confirmed + 1 where account = 'anna'`)
      }
      // On PostgreSQL a server has to be there; on SQLite the command opens the books itself.
      await using ledger = url() === undefined ? undefined : await open()
      await using _wishes = ledger && carryingOutWishes(data, url(), ledger)
      const refused = await accounting('trust', '--why', 'never mind')
      assert.equal(refused.code, 1)
      assert.match(
        refused.stdout,
        /^not trusted: the audit finds \d+ differences; see `regista audit`\nBAD all accounts/,
      )
    })
  })
}

test('the statements that the page on backups has for a database that was put back do what it says', async () => {
  process.env.REGISTA_DATABASE_URL = server.url
  const page = readFileSync(join(ROOT, 'docs/operating/backup.md'), 'utf8')
  const [, sql] = /```sql\n([^`]+)```/.exec(page)!
  const data = join(dir, 'put-back')
  const place = ['--data', data]
  await (await Ledger.open({ data, databaseUrl: server.url })).close()
  const slow = await regista(['accounting', 'trust', '--why', 'before', ...place])
  assert.match(slow.stdout, /^No server has answered yet/)
  await using database = await openDatabase({ url: server.url, migrations: BOOKS_MIGRATIONS, connections: 1 })
  await database.run('update doubt set resolved_at_ms = 0')
  for (const statement of sql!.split(';').slice(0, -1)) assert.equal(await database.run(statement), 1)
  const { trusted, doubts, last_word } = JSON.parse(
    (await regista(['accounting', 'status', '--json', ...place])).stdout,
  )
  assert.deepEqual([trusted, doubts.length, doubts[0].reason], [false, 1, 'restored'])
  assert.match(last_word.answer, /^not carried out/)
})

test('on SQLite without a server the command opens the books itself, and lets go of them', async () => {
  delete process.env.REGISTA_DATABASE_URL
  const data = join(dir, 'alone')
  {
    await using ledger = await Ledger.open({ data, databaseUrl: undefined })
    await ledger.distrust(DOUBT)
  }
  const { code, stdout } = await regista(['accounting', 'trust', '--why', 'looked', '--data', data])
  assert.deepEqual([code, stdout], [0, 'trusted again; 1 doubts resolved\n'])
  await using ledger = await Ledger.open({ data, databaseUrl: undefined })
  assert.equal((await ledger.trustStatus()).state, 'live')
})

/** As a server does. */
function carryingOutWishes(data: string, databaseUrl: string | undefined, ledger: Ledger): AsyncDisposable {
  let state: 'running' | 'stopping' = 'running'
  const done = (async () => {
    await using database = await openControlDatabase({ data, databaseUrl }, 'write')
    const books = wishedBooks(ledger)
    while (state === 'running') {
      await applyWishes({ database, clock: systemClock }, books)
      await setTimeout(100)
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      state = 'stopping'
      await done
    },
  }
}
