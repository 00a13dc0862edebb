import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { regista } from './testing/regista.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-wrong-'))
after(() => rmSync(dir, { recursive: true }))
const file = join(dir, 'cis56.csv')
writeFileSync(file, '')

describe('a wrong argument gives one line that says what to do, and exit code 2', () => {
  const SK_ROP =
    /^regista: there is no source sk-rop \(did you mean sk-rpo\?\)\. There are sk-rpo, sk-addresses, cz-addresses, cz-res, cz-vr/
  const CASES: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['an unknown command', ['imprt'], /there is no command imprt \(did you mean import\?\)\. There are demo, serve/],
    ['help for an unknown command', ['help', 'nonsense'], /there is no command nonsense\. There are demo, serve/],
    ['a command without its group', ['show', 'prj_1'], /an id that begins with prj_ begin with: regista project \(/],
    ['an option before the command', ['--data', 'x', 'account', 'list'], /write --data behind the command/],
    ['a subcommand that sounds alike', ['key', 'rename', 'P', 'B'], /no command rename\. There are issue, revoke/],
    ['an account without a name', ['account', 'rename', 'A'], /missing required argument 'name'/],
    ['a file without its source', ['import', 'x.csv'], /there is no source x\.csv\. There are sk-rpo/],
    ['limits without one', ['project', 'limits', 'prj_1'], /Give --ip, --mint-ip or both\./],
    ['an unknown option', ['publish', '--fast'], /unknown option '--fast'/],
    ['no files', ['import', 'sk-rpo'], /Name the files of sk-rpo too\./],
    ['no files to inspect', ['inspect', 'cz-res'], /Name the files of cz-res too\./],
    ['an unknown source', ['import', 'sk-rop', 'x'], SK_ROP],
    ['an unknown source to inspect', ['inspect', 'sk-rop', 'x'], SK_ROP],
    ['a mistyped source to sync', ['sync', 'cz-vr', 'sk-rop'], SK_ROP],
    ['an unknown source to sync', ['sync', 'everything'], /there is no source everything\. There are sk-rpo/],
    [
      'a number that is too large',
      ['account', 'allowance', 'A', '99999999999999999'],
      /^regista: units '99999999999999999' is invalid\. Expected a whole number of units from 0 to 1000000000000\./,
    ],
    [
      'a value without its option',
      ['project', 'limits', 'PR', '5'],
      /unexpected argument '5'\. Give a value with its option: --ip <limit>, --mint-ip <limit>/,
    ],
    ['a value without one of many options', ['serve', '8080'], /'8080'\. Give a value with its option \(see --help\)/],
    ['an argument too many', ['account', 'list', 'now'], /unexpected argument 'now' \(see --help\)/],
    ['a month to come', ['usage', 'x', '--period', '9000-01'], /The month 9000-01 has not begun\./],
    ['parts that are not a number', ['import', 'sk-rpo', 'x', '--parts', 'many'], /Expected a whole number/],
    [
      'a share over a hundred',
      ['import', 'cz-res', 'x', '--max-rejects', '101'],
      /Expected a percentage from 0 to 100/,
    ],
    ['an unknown scale', ['sample', '--out', 'x', '--scale', 'huge'], /Allowed choices are tiny, small, national/],
    ['no folder for the sample', ['sample'], /required option '--out <dir>' not specified/],
    ['no reason for a withdrawal', ['record', 'remove', 'sk', '1'], /required option '--why <reason>' not specified/],
    [
      'a malformed id of a record',
      ['record', 'remove', 'xx', '--why', 'x'],
      /name a record by its id \(32 hex digits\) or by country and ICO/,
    ],
    ['a command without its subcommand', ['record'], /a subcommand is missing/],
    ['an unknown kind of search', ['explain', 'people', 'x'], /Allowed choices are companies, addresses/],
    ['nothing to explain', ['explain', 'companies'], /missing required argument 'query'/],
    ['an unknown country', ['explain', 'companies', 'x', '--country', 'de'], /Allowed choices are sk, cz/],
    ['half a position', ['explain', 'addresses', 'x', '--near', '48.7'], /Expected two numbers as 48\.72,21\.26/],
    ['a missing account', ['usage'], /Name an account, or use --all/],
    ['an invalid month', ['usage', 'x', '--period', '2026-13'], /Expected a month as 2026-11\./],
    ['no file for the backup', ['backup'], /missing required argument 'file'/],
    ['no reason for trust', ['accounting', 'trust', '1'], /required option '--why <reason>' not specified/],
  ]
  for (const [name, args, message] of CASES) {
    test(name, async () => {
      const { code, stdout, stderr } = await regista(args)
      assert.equal(code, 2)
      assert.equal(stdout, '')
      assert.match(stderr, message)
      assert.match(stderr, /^regista: [^\n]+\n$/)
    })
  }
})

describe('a command that fails gives one line that says what to do, and exit code 1', () => {
  const empty = join(dir, 'empty')
  const CASES: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['a missing file', ['import', 'cz-res', join(dir, 'none.csv')], /none\.csv: no such file\. Check the path\./],
    ['a folder in place of a file', ['import', 'cz-res', dir], /is a folder\. Name the files in it/],
    [
      'a folder without a catalog',
      ['publish'],
      /has no catalog\. Check --data, or run `regista sync --data \S+` or `regista import --data \S+` first\./,
    ],
    [
      'a search without a release',
      ['explain', 'companies', 'x'],
      /there is no release yet\. Run `regista import --data/,
    ],
    ['a position for companies', ['explain', 'companies', 'x', '--near', '48.72,21.26'], /--near is for addresses/],
    ['no release to go back to', ['rollback'], /there is no earlier release/],
    ['a release that does not exist', ['rollback', '2020-01-01T00-00-00Z'], /there is no release 2020-01-01T00-00-00Z/],
    ['a folder without accounts', ['account', 'list'], /there are no accounts yet: .*control\.db does not exist/],
    ['a key in a folder without accounts', ['key', 'revoke', 'key_1'], /there are no accounts yet/],
    ['a withdrawal without a catalog', ['record', 'remove', 'sk', '1', '--why', 'x'], /has no catalog/],
    ['an empty name of the data folder', ['account', 'list', '--data', ''], /--data is empty\. Name a folder/],
    ['a month that no books can have', ['ledger', 'export', '--out', 'x', '--before', '2999-01'], /-\d\d at most\./],
    ['a record without a release', ['record', 'show', 'sk', '1'], /nothing is published yet/],
    [
      'an audit without books',
      ['audit'],
      /there are no books yet: .*ledger\.db does not exist\. The server creates it/,
    ],
    ['the state of missing books', ['accounting', 'status'], /there are no books yet: .*ledger\.db does not exist/],
    ['the usage without books', ['usage', 'x'], /there are no books yet: .*ledger\.db does not exist/],
    [
      'a backup into no folder',
      ['backup', '/no/such/folder/x.tar', '--data', dir],
      /the folder \/no\/such\/folder does not exist; create it or check the path \(ENOENT\)/,
    ],
    ['a sample below a file', ['sample', '--out', join(file, 'x')], /cis56\.csv is a file; name a folder \(ENOTDIR\)/],
    ['a file as data folder', ['serve', '--data', file], /\/cis56\.csv is a file\. Name a folder with --data\./],
    ['a data folder below a file', ['doctor', '--data', join(file, 'x')], /\/cis56\.csv is a file\. Name a folder/],
    [
      'two listeners on one port',
      ['serve', '--port', '20210', '--admin-port', '20210'],
      /the API and the admin port both want port 20210\. Choose another port with --admin-port\./,
    ],
  ]
  for (const [name, args, message] of CASES) {
    test(name, async () => {
      const words = args.includes('--data') ? args : [...args, '--data', empty]
      const plain = await regista(words)
      assert.equal(plain.code, 1)
      assert.match(plain.stderr, message)
      assert.match(plain.stderr, /^regista: [^\n]+\n$/)
      const json = await regista([...words, '--json'])
      assert.equal(json.code, 1)
      assert.match((JSON.parse(json.stdout) as { error: string }).error, message)
    })
  }
})

describe('a folder where a database is expected is named, by each command that needs it', () => {
  const data = join(dir, 'folders')
  for (const name of ['control.db', 'ledger.db', 'catalog.db']) mkdirSync(join(data, name), { recursive: true })
  const CASES: readonly (readonly [string, readonly string[]])[] = [
    ...['account list', 'project list', 'account create X', 'setup X', 'key revoke key_1'].map(
      (command) => ['control.db', command.split(' ')] as const,
    ),
    ...['usage --all', 'audit', 'accounting status', 'account credit a 1 --why x'].map(
      (command) => ['ledger.db', command.split(' ')] as const,
    ),
    ['ledger.db', ['ledger', 'export', '--out', join(dir, 'exported'), '--before', '2026-01']],
    ...['publish', 'backup x.tar', 'sync cz-res', 'record remove sk 1 --why x'].map(
      (command) => ['catalog.db', command.split(' ')] as const,
    ),
  ]
  for (const [name, args] of CASES) {
    test(args.slice(0, 2).join(' '), async () => {
      const { code, stderr } = await regista([...args, '--data', data])
      assert.equal(code, 1)
      assert.match(stderr, new RegExp(`/folders/${name} is a folder, and a database is expected there\\. Move it away`))
    })
  }
})

test('none of these commands makes a folder', () => {
  assert(!existsSync(join(dir, 'empty')))
})

test('an empty REGISTA_DATA is not the working folder', async () => {
  const { code, stderr } = await regista(['account', 'list'], { env: { REGISTA_DATA: '' } })
  assert.deepEqual([code, stderr.includes('REGISTA_DATA is empty')], [1, true])
})

test('version is a command too, and -v an option', async () => {
  const asked = await Promise.all(['version', '-v', '-V', '--version'].map((word) => regista([word])))
  for (const { code, stdout } of asked) assert.deepEqual([code, stdout], [0, asked[0]!.stdout])
})
