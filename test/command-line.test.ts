import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { LIMITS } from '../src/access/limits/limits.ts'
import { Interruption } from '../src/stdx/interruption.ts'
import { regista } from './testing/regista.ts'
import { writeTinySample } from './testing/tiny-sample.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-cli-'))
after(() => rmSync(dir, { recursive: true }))
const data = join(dir, 'data')
const sample = join(dir, 'sample')
const SOURCES = ['sk-rpo', 'sk-addresses', 'cz-addresses', 'cz-res', 'cz-vr'] as const

function filesOf(source: string, wanted = /./): string[] {
  return readdirSync(join(sample, source))
    .filter((name) => wanted.test(name))
    .map((name) => join(sample, source, name))
}

await writeTinySample(sample)

test('--help on every level lists commands and options', async () => {
  const top = await regista(['--help'])
  assert.equal(top.code, 0)
  const commands = [...top.stdout.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name!)
  const all =
    'demo serve sample inspect import sync publish releases rollback explain clean changes record mcp setup account project key log operator usage audit ledger accounting backup restore doctor'
  assert.deepEqual(commands, all.split(' '))
  for (const path of [
    ...commands.map((name) => [name]),
    ...['addresses', 'companies', 'apply'].map((name) => ['clean', name]),
    ['record', 'remove'],
    ['record', 'restore'],
    ['record', 'show'],
    ['accounting', 'status'],
    ['accounting', 'trust'],
    ['ledger', 'export'],
    ['account', 'credit'],
  ]) {
    const { code, stdout } = await regista([...path, '--help'])
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(`^Usage: regista ${path.join(' ')}`))
    const isGroup =
      ['clean', 'record', 'account', 'project', 'key', 'ledger', 'accounting', 'operator'].includes(path[0]!) &&
      path.length === 1
    if (!isGroup) assert.match(stdout, /--json[\s\S]*--help/)
    assert.deepEqual(await regista(['help', ...path]), { code, stdout, stderr: '' })
  }
})

describe('from files to a release', () => {
  test('every command works on the sample, and its JSON has the same content as its text', async () => {
    for (const source of SOURCES) {
      const { code, stdout, stderr } = await regista(['import', source, ...filesOf(source), '--data', data, '--json'])
      assert.equal(code, 0, stderr)
      const { sets } = JSON.parse(stdout) as {
        sets: { outcome: string; observed_on: string | null; counts: { added: number } }[]
      }
      assert(sets.every((set) => set.outcome === 'imported' && 0 < set.counts.added))
    }
    const published = JSON.parse((await regista(['publish', '--data', data, '--json'])).stdout) as {
      id: string
      segments: { name: string; records: number; counts: Record<string, number> }[]
    }
    assert.deepEqual(
      published.segments.map(({ name }) => name),
      ['addresses-cz', 'companies-cz', 'addresses-sk', 'companies-sk'],
    )
    assert(published.segments.every(({ records }) => 100 < records))
    for (const { name, counts } of published.segments.filter((segment) => segment.name.startsWith('companies'))) {
      assert(0 < counts.seats_joined!, name)
      assert('seats_missing' in counts && 'seats_contradictory' in counts, name)
    }
    const { releases, current } = JSON.parse((await regista(['releases', '--data', data, '--json'])).stdout) as {
      current: string
      releases: { id: string }[]
    }
    assert.deepEqual([releases.map(({ id }) => id), current], [[published.id], published.id])
    assert.match(
      (await regista(['releases', '--data', data])).stdout,
      new RegExp(`^\\* ${published.id}  addresses-cz \\d+`),
    )
    const doctor = await regista(['doctor', '--data', data, '--json'])
    assert.equal(doctor.code, 0, doctor.stdout)
    assert.equal((JSON.parse(doctor.stdout) as { ok: boolean }).ok, true)
  })

  test('doctor shows the limits that a server would have, by flag or by variable, and rejects wrong ones', async () => {
    const file = join(dir, 'limits.json')
    writeFileSync(file, '{"ip": null, "key": {"rate": 5.5, "burst": 7}}')
    const expected = { ...LIMITS, ip: null, key: { rate: 5.5, burst: 7 } }
    const limits = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await regista(['doctor', '--data', data, '--json', ...args])
      assert.equal(code, 0, stderr)
      return (JSON.parse(stdout) as { limits: object }).limits
    }
    assert.deepEqual(await limits(), LIMITS)
    assert.doesNotMatch((await regista(['doctor', '--data', data])).stdout, /limits in force/)
    assert.deepEqual(await limits('--limits', file), expected)
    const named = await regista(['doctor', '--data', data, '--json'], { env: { REGISTA_LIMITS: file } })
    assert.deepEqual(JSON.parse(named.stdout).limits, expected)
    const { stdout } = await regista(['doctor', '--data', data, '--limits', file])
    for (const text of ['ip off\n', 'key 5.5/7\n', 'session_life 600', 'ip_guesses 0.167/100\n'])
      assert(stdout.includes(text), stdout)
    writeFileSync(file, '{"keys": null}')
    const wrong = await regista(['doctor', '--data', data, '--limits', file])
    assert.equal(wrong.code, 2)
    assert.match(wrong.stderr, /There is no limit "keys"/)
  })

  test('doctor changes no byte of a catalog, and says what to do about one that it cannot read', async () => {
    const sound = readFileSync(join(data, 'catalog.db'))
    /** What a program leaves that is killed in the middle of a change which did not fit into its memory. */
    const cutOff = () => {
      const path = join(dir, 'cut-off.db')
      writeFileSync(path, sound)
      using database = new DatabaseSync(path)
      database.exec('pragma journal_mode = truncate; pragma cache_size = 1; begin; create table filler (content)')
      for (let n = 0; n < 10; n++) database.exec('insert into filler values (zeroblob(9000))')
      return { 'catalog.db': readFileSync(path), 'catalog.db-journal': readFileSync(`${path}-journal`) }
    }
    const numbered = (schema: number) => {
      const path = join(dir, 'numbered.db')
      writeFileSync(path, sound)
      using database = new DatabaseSync(path)
      database.exec(`pragma user_version = ${schema}; pragma application_id = ${schema}`)
      return { 'catalog.db': readFileSync(path) }
    }
    const CASES: readonly (readonly [number, Readonly<Record<string, Buffer>>, RegExp])[] = [
      [0, { 'catalog.db': sound }, /^ok {3}catalog: sound$/m],
      [
        1,
        { 'catalog.db': Buffer.alloc(0) },
        /^BAD {2}catalog: \S+ is empty\. Restore a backup .* `regista import --data \S+` fills/m,
      ],
      [
        1,
        numbered(0),
        /^BAD {2}catalog: \S+ was written by an older Regista \(schema 0, this one knows 3\)\. The next .* up to date\.$/m,
      ],
      [
        1,
        numbered(9),
        /^BAD {2}catalog: \S+ was written by a newer Regista \(schema 9, this one knows 3\)\. Use that version\.$/m,
      ],
      [1, cutOff(), /^BAD {2}catalog: \S+: a command was interrupted while it wrote\. .* undoes its changes/m],
      [1, { 'catalog.db': Buffer.from('no database') }, /^BAD {2}catalog: \S+ is damaged .* Restore it from a backup/m],
      [
        1,
        { 'control.db': Buffer.alloc(0) },
        /^BAD {2}keys: \S+ was written by an older Regista \(schema 0, .* Start the server once/m,
      ],
    ]
    for (const [n, [wanted, files, message]] of CASES.entries()) {
      const folder = join(dir, `looked-at-${n}`)
      mkdirSync(folder)
      for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
      const { code, stdout } = await regista(['doctor', '--data', folder])
      assert.match(stdout, message)
      assert.equal(code, wanted, stdout)
      const now = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const)
      assert.deepEqual(Object.fromEntries(now), files, String(message))
    }
  })

  test('an import without a day in its files says which day is shown, and takes the day of a better file name', async () => {
    const folder = join(dir, 'undated')
    mkdirSync(folder)
    copyFileSync(join(sample, 'regista-sample.json'), join(folder, 'regista-sample.json'))
    const [csv] = filesOf('sk-addresses', /[.]csv$/)
    const imported = async (name: string) => {
      copyFileSync(csv!, join(folder, name))
      const { code, stdout, stderr } = await regista(['import', 'sk-addresses', join(folder, name), '--data', folder])
      assert.equal(code, 0, stderr)
      return stdout
    }
    assert.match(
      await imported('addresses.csv'),
      /the files state no day: customers are shown \d{4}-\d\d-\d\d, the day of/,
    )
    assert.match(
      await imported('addresses_2026-10-31.csv'),
      /customers are shown 2026-10-31 as their day after the next/,
    )
    assert.match(await imported('addresses_2026-10-31.csv'), /imported already; nothing to do/)
  })

  test('an import names the missing lists, and refuses a set without those of the set before', async () => {
    const points = filesOf('cz-addresses', /_OB_ADR_csv\.zip$/)
    const { code, stdout, stderr } = await regista([
      'import',
      'cz-addresses',
      ...points,
      '--data',
      join(dir, 'no-lists'),
    ])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /strukt_ADR, UI_OKRES, UI_VUSC were not given: fields that need them are empty/)
    for (const command of ['inspect', 'import']) {
      const words = [command, 'cz-addresses', ...points, '--data', data]
      const alone = await regista(words)
      assert.equal(alone.code, 1)
      assert.match(alone.stdout + alone.stderr, /UI_VUSC were not given.*nothing was imported.*--allow-shrink/)
      if (command === 'inspect') assert.equal((await regista([...words, '--allow-shrink'])).code, 0)
    }
  })

  test('a second import of the same files does nothing', async () => {
    const { stdout } = await regista(['import', 'cz-res', ...filesOf('cz-res'), '--data', data])
    assert.match(stdout, /^cz-res, as of \d{4}-\d\d-\d\d: these files are imported already; nothing to do\n$/)
  })

  test('a truncated file imports nothing of its set, and doctor finds no fault', async () => {
    const [zip] = filesOf('cz-addresses', /_OB_ADR_csv\.zip$/)
    const cut = join(dir, '20261130_OB_ADR_csv.zip')
    copyFileSync(join(sample, 'regista-sample.json'), join(dir, 'regista-sample.json'))
    writeFileSync(cut, readFileSync(zip!).subarray(0, 20_000))
    const soundness = async () => (await regista(['doctor', '--data', data])).stdout.replace(/[\d ]+MB free/, '')
    const before = await soundness()
    const { code, stderr } = await regista(['import', 'cz-addresses', cut, '--data', data])
    assert.equal(code, 1)
    assert.match(stderr, /20261130_OB_ADR_csv\.zip/)
    assert.equal(await soundness(), before)
  })

  test('a withdrawn company keeps its identity, and returns with the next import after it is restored', async () => {
    const ico = async (): Promise<string> => {
      const text = readFileSync(join(sample, 'cz-res/res_data.csv'), 'utf8')
      return /^(\d{8}),[^\n]*,112,/m.exec(text)![1]!
    }
    const show = async () =>
      JSON.parse((await regista(['record', 'show', 'cz', await ico(), '--data', data, '--json'])).stdout) as {
        status: string | null
        name: string
      }
    const original = await show()
    assert.equal((await regista(['record', 'remove', 'cz', await ico(), '--why', 'a test', '--data', data])).code, 0)
    assert.equal((await regista(['publish', '--data', data])).code, 0)
    assert.deepEqual([(await show()).status, (await show()).name], ['removed', original.name])
    assert.equal((await regista(['record', 'restore', 'cz', await ico(), '--data', data])).code, 0)
    for (const source of ['cz-res', 'cz-vr'])
      assert.equal((await regista(['import', source, ...filesOf(source), '--data', data])).code, 0)
    assert.equal((await regista(['publish', '--data', data])).code, 0)
    const { provenance: _now, ...restored } = (await show()) as { provenance?: unknown }
    const { provenance: _then, ...before } = original as { provenance?: unknown }
    assert.deepEqual(restored, before)
  })

  test('explain shows each step for a person, and the same as JSON for a program', async () => {
    const json = (await regista(['explain', 'companies', 'novak', '--data', data, '--json'])).stdout
    const { name } = firstCompany(json)
    const { stdout, code } = await regista(['explain', 'companies', name.toLowerCase(), '--data', data])
    assert.equal(code, 0)
    assert.match(stdout, /^query {6}.*\nwords {6}.*asked in this order.*\n {3}1\. /s)
    assert(stdout.includes(name))
    const addresses = await regista(['explain', 'addresses', 'hlavna 1', '--data', data])
    assert.equal(addresses.code, 0)
    assert.match(addresses.stdout, /^query {6}hlavna 1\nreading 1.*asked in this order/s)
  })
  test('rollback switches to the previous release and reports it', async () => {
    const ids = (
      JSON.parse((await regista(['releases', '--data', data, '--json'])).stdout) as { releases: { id: string }[] }
    ).releases.map(({ id }) => id)
    const { stdout } = await regista(['rollback', '--data', data, '--json'])
    assert.deepEqual(JSON.parse(stdout), { current: ids.at(-2), was: ids.at(-1), withdrawn_since: [] })
  })
  test('a release that another build made is listed as one that cannot be used', async () => {
    const { stdout: before } = await regista(['releases', '--data', data])
    const id = before.split('\n').at(-2)!.trim().split(' ')[0]!
    const path = join(data, 'releases', id, 'manifest.json')
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"formats": "columns ', '"formats": "columns 9'))
    const { stdout } = await regista(['releases', '--data', data])
    assert.match(stdout.split('\n').at(-2)!, new RegExp(`^  ${id}  addresses-cz has the file formats "columns 9`))
    const { releases } = JSON.parse((await regista(['releases', '--data', data, '--json'])).stdout) as {
      releases: { problem: string | null }[]
    }
    assert(releases.at(-1)!.problem !== null)
  })
})

test('a call leaves no listener, exit code or variable behind, and does not see those of another call', async () => {
  const look = () => {
    const listeners = process.eventNames().map((name) => [name, process.listenerCount(name)] as const)
    const streams = [process.stdout, process.stderr].map((stream) => stream.listenerCount('error'))
    return { listeners: Object.fromEntries(listeners), streams, code: process.exitCode, env: { ...process.env } }
  }
  // Once: a library may begin to listen when it is loaded.
  await regista(['doctor', '--data', data])
  const before = look()
  const [bad, good, interrupted] = await Promise.all([
    regista(['doctor', '--data', data], { env: { REGISTA_LIMITS: join(dir, 'none.json') } }),
    regista(['doctor', '--data', data]),
    regista(['publish', '--data', data, '--json'], { signal: AbortSignal.abort(new Interruption('SIGTERM')) }),
  ])
  assert.deepEqual([bad.code, good.code, good.stderr, interrupted.code], [2, 0, '', 130])
  assert.deepEqual(look(), before)
})

test('Ctrl-C during a publish ends with 130 and leaves no partial release', async () => {
  const interrupt = new AbortController()
  const onProgress = (stderr: string) => {
    if (stderr.includes('building')) interrupt.abort(new Interruption('SIGINT'))
  }
  const words = ['publish', '--data', data, '--allow-shrink']
  const interrupted = await regista(words, { signal: interrupt.signal, onProgress })
  const left = readdirSync(join(data, 'releases')).filter((name) => name.startsWith('.'))
  assert.equal(interrupted.code, 130, interrupted.stderr)
  assert.deepEqual(left, [])
  assert.match(interrupted.stderr, /interrupted; nothing was left half done/)
})

function firstCompany(json: string): { readonly name: string } {
  const { hits } = JSON.parse(json) as { hits: { company: { name: string } }[] }
  assert(hits[0] !== undefined, 'somebody is called Novák')
  return hits[0].company
}
