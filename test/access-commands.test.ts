import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { Ledger } from '../src/ledger/ledger.ts'
import { isoTime, systemClock } from '../src/stdx/clock.ts'
import { DAY_MS } from '../src/stdx/time-units.ts'
import { regista, withoutFolder } from './testing/regista.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-access-commands-'))
after(() => rmSync(dir, { recursive: true }))

async function asked<T>(...args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await regista([...args, '--data', dir, '--json'])
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as T
}

test('the printed ids suffice to get from a new account to a key that a program can use', async () => {
  const account = await asked<{ id: string; state: string; allowance_units: number }>(
    ...['account', 'create', 'Acme shop', '--allowance', '5000'],
  )
  assert.deepEqual(Object.keys(account), ['id', 'name', 'state', 'allowance_units', 'browser_budget'])
  assert.deepEqual([account.state, account.allowance_units], ['pending', 5000])
  const verified = await asked<{ state: string; applied: boolean }>('account', 'verify', account.id)
  assert.deepEqual([verified.state, verified.applied], ['verified', false])

  const project = await asked<{ id: string; client_id: string; browser_scopes: string[] }>(
    ...['project', 'create', '--account', account.id, '--name', 'web', '--origin', 'https://shop.example'],
  )
  assert.match(project.client_id, /^rgp_[0-9a-f]{32}$/)
  assert.deepEqual(project.browser_scopes, ['addresses:suggest', 'companies:suggest'])
  const more = await asked<{ origins: string[] }>('project', 'allow-origin', project.id, 'https://other.example')
  assert.deepEqual(more.origins, ['https://other.example', 'https://shop.example'])
  const less = await asked<{ origins: string[] }>('project', 'deny-origin', project.id, 'https://shop.example')
  assert.deepEqual(less.origins, ['https://other.example'])

  const limited = await asked<{ limits: object }>('project', 'limits', project.id, '--mint-ip', '2.5,300')
  assert.deepEqual(limited.limits, { mint_ip: { rate: 2.5, burst: 300 } })
  const { stdout } = await regista(['project', 'limits', project.id, '--ip', '5,10', '--data', dir])
  assert.match(stdout, /^ {2}limit ip: 5 a second, 10 at once\n {2}limit mint_ip: 2\.5 a second, 300 at once$/m)

  const scopes = ['--scopes', 'addresses:suggest,usage:read']
  const key = await asked<{ id: string; key: string; scopes: string[] }>(
    'key',
    'issue',
    '--project',
    project.id,
    ...scopes,
  )
  assert.match(key.key, /^rgk_[0-9a-f]{64}$/)
  assert.deepEqual(key.scopes, ['addresses:suggest', 'usage:read'])
  const keys = await asked<Record<string, unknown>[]>('key', 'list', '--project', project.id)
  assert.deepEqual(
    keys.map(({ id }) => id),
    [key.id],
  )
  assert(!JSON.stringify(keys).includes(key.key), 'a key is shown once')
  await asked('key', 'revoke', key.id)
})

test('setup creates a verified account with a project and a key that works, and prints the key once', async () => {
  const { code, stdout, stderr } = await regista([
    ...['setup', 'My shop', '--origin', 'https://shop.example', '--allowance', '700', '--data', dir],
  ])
  assert.equal(code, 0, stderr)
  assert.equal(stdout.split(/rgk_[0-9a-f]{64}/).length, 3, 'the key, and the command that uses it')
  assert.match(withoutFolder(stdout), /^Nothing is published yet\. Get data first: regista sync && regista publish$/m)
  assert.match(
    withoutFolder(stdout),
    /^Start the server: regista serve\nThen try the key: curl -H 'Authorization: Bearer rgk_/m,
  )
  const made = await asked<Record<string, unknown>>('setup', 'Other shop', '--origin', 'https://other.example')
  assert.deepEqual([made.state, made.origins], ['verified', ['https://other.example']])
  const project = await asked<{ account_id: string; scopes: string[] }>('project', 'show', String(made.project_id))
  assert.deepEqual([project.account_id, project.scopes.length], [made.account_id, 4])
  const keys = await asked<{ id: string; scopes: string[] }[]>('key', 'list', '--project', String(made.project_id))
  assert.deepEqual(
    keys.map(({ id, scopes }) => [id, scopes.length]),
    [[made.key_id, 4]],
  )
})

test('setup with an invalid origin creates nothing', async () => {
  const before = await asked<unknown[]>('account', 'list')
  const { code, stderr } = await regista(['setup', 'Shop', '--origin', 'shop.example', '--data', dir])
  assert.equal(code, 2)
  assert.match(stderr, /"shop\.example" is not an origin/)
  assert.deepEqual(await asked<unknown[]>('account', 'list'), before)
})

test('scopes of keys and of web pages can be changed separately, and all stands for every scope', async () => {
  const account = await asked<{ id: string }>('account', 'create', 'Scopes')
  const { id } = await asked<{ id: string }>(
    ...['project', 'create', '--account', account.id, '--name', 'scopes', '--scopes', 'addresses:suggest'],
  )
  const set = async (...args: readonly string[]) => {
    const project = await asked<{ scopes: string[]; browser_scopes: string[] }>('project', 'scopes', id, ...args)
    return [project.scopes.length, project.browser_scopes]
  }
  assert.deepEqual(await set('--scopes', 'all'), [4, ['addresses:suggest']])
  assert.deepEqual(await set('--browser-scopes', 'companies:read'), [4, ['companies:read']])
  assert.equal((await regista(['project', 'scopes', id, '--data', dir])).code, 2)
  const key = await asked<{ scopes: string[] }>('key', 'issue', '--project', id, '--scopes', 'all')
  assert.equal(key.scopes.length, 4)
})

test('a development origin is allowed for one project, with a warning that doctor repeats until it is denied', async () => {
  const account = await asked<{ id: string }>('account', 'create', 'Developers')
  const { id } = await asked<{ id: string }>('project', 'create', '--account', account.id, '--name', 'local')
  const change = (...args: readonly string[]) => regista(['project', ...args, '--data', dir])
  const hint = await change('allow-origin', id, 'http://localhost:5173')
  assert.equal(hint.code, 2)
  assert.match(withoutFolder(hint.stderr), /regista project allow-origin ID http:\/\/localhost --development`/)
  const port = await change('allow-origin', id, 'http://localhost:5173', '--development')
  assert.match(port.stderr, /covers every port\. Write http:\/\/localhost\./)
  const doctor = async () => {
    const { code, stdout } = await regista(['doctor', '--data', dir])
    return [
      code,
      stdout
        .split('\n')
        .filter((line) => line.includes(` project ${id}: `))
        .join(),
    ]
  }
  assert.deepEqual(await doctor(), [0, ''])
  const { code, stdout, stderr } = await change('allow-origin', id, 'http://localhost', '--development')
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^ {2}web sites http:\/\/localhost \(development, every port\)$/m)
  assert.match(
    withoutFolder(stderr),
    new RegExp(`Before real use: regista project deny-origin ${id} http://localhost$`, 'm'),
  )
  const [exit, line] = await doctor()
  assert.equal(exit, 0)
  assert.match(
    String(line),
    /^WARN project prj_\w+: allows the development origins http:\/\/localhost; before real use/,
  )
  await change('deny-origin', id, 'http://localhost')
  assert.deepEqual(await doctor(), [0, ''])
})

test('doctor reports that there is no account, and that no account is verified', async () => {
  const data = join(dir, 'fresh')
  const line = async () => {
    const { code, stdout } = await regista(['doctor', '--data', data])
    return [
      code,
      withoutFolder(stdout)
        .split('\n')
        .find((text) => text.includes(' accounts: ')),
    ]
  }
  assert.deepEqual(await line(), [0, 'NEXT accounts: there are none; create one with `regista setup NAME`'])
  const account = JSON.parse((await regista(['account', 'create', 'A', '--data', data, '--json'])).stdout)
  assert.deepEqual(await line(), [
    0,
    'NEXT accounts: none of 1 is verified, so none can call; `regista account verify ID` lets a pending one call',
  ])
  await regista(['account', 'verify', account.id, '--data', data])
  assert.deepEqual(await line(), [
    0,
    'NEXT accounts: 0 accounts of 1 can call, 1 more when a server has passed changes to the books: `regista serve` does that at its start',
  ])
  const { stdout } = await regista(['doctor', '--data', data])
  assert.match(
    withoutFolder(stdout),
    /^NEXT release: nothing is published, so a server answers 503; run `regista publish`$/m,
  )
})

test('budgets of browser sessions are set for accounts and projects by number, none and default', async () => {
  const account = await asked<{ id: string }>('account', 'create', 'Pages')
  const create = ['project', 'create', '--account', account.id, '--name', 'pages'] as const
  const project = await asked<{ id: string; client_id: string }>(...create)
  const set = async (what: 'account' | 'project', ...args: readonly string[]) => {
    const { id } = what === 'account' ? account : project
    return (await asked<{ browser_budget: object }>(what, 'browser-budget', id, ...args)).browser_budget
  }
  assert.deepEqual(await set('account', '500', '--address', 'none'), { all: 500, address: null })
  assert.deepEqual(await set('account', 'default', '--address', '40'), { address: 40 })
  assert.deepEqual(await set('project', 'none'), { all: null })
  const { stdout } = await regista(['account', 'show', account.id, '--data', dir])
  assert.match(stdout, /^ {2}one address in browser sessions: 40 units a day$/m)
  assert(stdout.includes(`\n  ${project.id}  ${project.client_id}  pages (${account.id})\n`), stdout)
  assert.deepEqual(await set('project', 'default'), {})
  assert.deepEqual(await set('account', 'default'), {})
  for (const units of ['0', '1.5', 'all'])
    assert.equal((await regista(['account', 'browser-budget', account.id, units, '--data', dir])).code, 2, units)
})

test('doctor reports a key that expires soon, and the list shows when', async () => {
  const account = await asked<{ id: string }>('account', 'create', 'Ending')
  const project = await asked<{ id: string }>('project', 'create', '--account', account.id, '--name', 'ending')
  const issue = async (name: string, days: number) => {
    const issued = await asked<{ id: string; key: string }>(
      ...['key', 'issue', '--project', project.id, '--scopes', 'usage:read', '--name', name],
    )
    using database = new DatabaseSync(join(dir, 'control.db'))
    const endsMs = systemClock.nowMs() + days * DAY_MS
    database.prepare('update control_key set expires_at_ms = ? where id = ?').run(endsMs, issued.id)
    return { ...issued, endsOn: isoTime(endsMs).slice(0, 10) }
  }
  const doctor = async () => {
    const { code, stdout } = await regista(['doctor', '--data', dir])
    return {
      code,
      lines: withoutFolder(stdout)
        .split('\n')
        .filter((line) => /^\S+ +key/.test(line)),
    }
  }
  const ended = await issue('ended', -0.5)
  const revoked = await issue('revoked', 2.5)
  const fresh = await issue('fresh', 14.5)
  await asked('key', 'revoke', revoked.id)
  assert.deepEqual(await doctor(), { code: 0, lines: ['ok   keys: none expires within 14 days'] })
  const soon = await issue('soon', 2.5)
  const sooner = await issue('sooner', 0.5)
  const expectedWarning = ({ id, endsOn }: { readonly id: string; readonly endsOn: string }) =>
    `BAD  key ${id}: expires on ${endsOn}; \`regista key rotate ${id}\` issues its successor`
  assert.deepEqual(await doctor(), { code: 1, lines: [expectedWarning(sooner), expectedWarning(soon)] })
  // Only books can tell that a key was never used.
  await (await Ledger.open({ data: dir, databaseUrl: undefined })).close()
  const { stdout } = await regista(['key', 'list', '--project', project.id, '--data', dir])
  const today = isoTime(systemClock.nowMs()).slice(0, 10)
  const line = (key: typeof soon, state: string, rest: string) =>
    `${key.id}  …${key.key.slice(-4)}  ${state}  usage:read  ${rest}`
  assert.deepEqual(stdout.trimEnd().split('\n'), [
    line(ended, `until ${ended.endsOn}`, 'ended  never used  EXPIRED'),
    line(revoked, `revoked ${today}`, 'revoked  never used'),
    line(fresh, `until ${fresh.endsOn}`, 'fresh  never used'),
    line(soon, `until ${soon.endsOn}`, 'soon  never used  EXPIRES IN 3 DAYS: rotate it'),
    line(sooner, `until ${sooner.endsOn}`, 'sooner  never used  EXPIRES IN 1 DAY: rotate it'),
  ])
  const rotated = await asked<{ key: string; name: string; old: { id: string } }>('key', 'rotate', soon.id)
  assert.deepEqual([rotated.name, rotated.old.id], ['soon', soon.id])
  assert.match(rotated.key, /^rgk_[0-9a-f]{64}$/)
  assert.deepEqual(await doctor(), { code: 1, lines: [expectedWarning(sooner)] }, 'a key with a successor may end')
  const listed = (await asked<Record<string, unknown>[]>('key', 'list', '--project', project.id)).slice(0, -1)
  assert.deepEqual(
    listed.map(({ name, last4, revoked_at }) => [name, last4, revoked_at === null]),
    [ended, revoked, fresh, soon, sooner].map((key, n) => [
      ['ended', 'revoked', 'fresh', 'soon', 'sooner'][n],
      key.key.slice(-4),
      key !== revoked,
    ]),
  )
  assert.match(String(listed[1]!.revoked_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
})

test('a wrong argument ends with 2 and a failed command with 1, each with one line that says what to do', async () => {
  const account = await asked<{ id: string }>('account', 'create', 'Other')
  const CASES: readonly (readonly [number, readonly string[], RegExp])[] = [
    [2, ['account', 'create', ''], /The name is empty/],
    [2, ['account', 'allowance', account.id, '12x'], /Expected a whole number of units/],
    [1, ['account', 'show', 'acc_none'], /There is no account "acc_none"\. The ids are in: regista account list/],
    [1, ['account', 'show', 'prj_1'], /"prj_1" is the id of a project\. The ids are in: regista account list/],
    [1, ['project', 'show', 'rgp_1'], /"rgp_1" is a client id, which web pages contain\. The ids are in: regista/],
    [1, ['key', 'revoke', `rgk_${'0'.repeat(60)}abcd`], /There is no key rgk_…abcd\. The ids are in: regista key list/],
    [1, ['account', 'resume', account.id], /The account is pending; resume needs an account that is suspended/],
    [
      2,
      ['project', 'create', '--account', account.id, '--name', 'x', '--origin', 'http://a.example'],
      /Write https:\/\/a\.example/,
    ],
    [2, ['project', 'create', '--account', account.id, '--name', 'x', '--scopes', 'any'], /"any" is not a scope/],
    [
      2,
      ['project', 'limits', 'prj_none', '--ip', '5'],
      /Expected two numbers as 0\.5,60 \(per second, at once\), or none/,
    ],
    [2, ['project', 'limits', 'prj_none', '--mint-ip', '0,5'], /The limit mint_ip: rate is a number per second/],
    [1, ['project', 'limits', 'prj_none', '--ip', 'none'], /There is no project "prj_none"/],
    [1, ['key', 'issue', '--project', 'prj_none', '--scopes', 'usage:read'], /There is no project "prj_none"/],
  ]
  for (const [wanted, args, message] of CASES) {
    const { code, stderr } = await regista([...args, '--data', dir])
    assert.equal(code, wanted, args.join(' '))
    assert.match(stderr, message)
    assert.match(stderr, /^regista: [^\n]+\n$/)
  }
})

test('log shows each act of the commands with what changed, and no key', async () => {
  const made = await asked<{ account_id: string; key: string }>('setup', 'Logged shop')
  await asked('account', 'rename', made.account_id, 'Renamed shop')
  await asked('account', 'close', made.account_id)
  await asked('account', 'reopen', made.account_id)
  const { stdout } = await regista(['log', '--account', made.account_id, '--data', dir])
  const lines = stdout.trimEnd().split('\n')
  assert.equal(lines.length, 4)
  assert.match(
    lines[0]!,
    /^2\d{3}-[^ ]+Z {2}\S.* \(command, .+\) {2}customer\.create acc_[0-9a-z]{10} {2}name Logged shop/,
  )
  assert(lines[1]!.endsWith(`account.rename ${made.account_id}  name Logged shop → Renamed shop`), lines[1]!)
  assert(lines[3]!.endsWith(`account.reopen ${made.account_id}  state closed → verified`), lines[3]!)
  assert(!stdout.includes(made.key.slice(4)))
  const [newest] = await asked<{ what: string; before: object }[]>('log', '--limit', '1')
  assert.deepEqual([newest!.what, newest!.before], ['account.reopen', { state: 'closed' }])
})

test('operator add shows its token once, and list and revoke show it no more', async () => {
  const bounds = ['--role', 'provision', '--max-allowance', '5000', '--scopes', 'addresses:suggest', '--days', '30']
  const made = await asked<{ name: string; token: string }>('operator', 'add', 'billing', ...bounds)
  assert.match(made.token, /^rga_[0-9a-f]{64}$/)
  const revoked = await asked<{ revoked_at: string | null }>('operator', 'revoke', 'billing')
  assert.notEqual(revoked.revoked_at, null)
  const { stdout } = await regista(['operator', 'list', '--data', dir])
  assert.match(
    stdout,
    /^billing {2}provision {2}…[0-9a-f]{4} {2}revoked 2\S+ {2}at most 5 000 units {2}addresses:suggest\n$/,
  )
  const again = await regista(['operator', 'add', 'billing', '--role', 'read', '--data', dir])
  assert.deepEqual([again.code, again.stdout], [1, ''])
})
