import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Catalog } from '../src/catalog/catalog.ts'
import { decodeCompany } from '../src/records/canonical.ts'
import type { Company } from '../src/records/company.ts'
import { deriveRecordId } from '../src/records/record-id.ts'
import { formatSourceKey } from '../src/records/source-key.ts'
import { deriveStatus } from '../src/records/status.ts'
import { mayBePerson } from '../src/records/subject.ts'
import { systemClock } from '../src/stdx/clock.ts'
import { parseRows } from './testing/clean-list.ts'
import { regista } from './testing/regista.ts'
import { writeTinySample } from './testing/tiny-sample.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-changes-'))
const data = join(dir, 'data')
await writeTinySample(join(dir, 'files'))
const rpo = join(dir, 'files', 'sk-rpo')

async function run(...args: string[]) {
  const { code, stdout, stderr } = await regista([...args, '--data', data])
  assert.equal(code, 0, stderr)
  return { stdout, stderr }
}

interface Exported {
  readonly company: Company
  readonly status: string | null
}

/** Numbers with one record, as the catalog has them now. */
function exportCompanies(): Map<string, Exported> {
  using catalog = Catalog.open(join(data, 'catalog.db'), systemClock)
  using snapshot = catalog.snapshot()
  const found = new Map<string, Exported>()
  const several = new Set<string>()
  for (const [, , , body, , retired] of snapshot.records(snapshot.datasets()[0]!.id)) {
    const company = decodeCompany(body)
    const number = company.ico ?? ''
    if (found.has(number)) several.add(number)
    const { dissolvedOn } = company
    found.set(number, { company, status: deriveStatus({ withdrawn: false, dissolvedOn, retired: retired !== null }) })
  }
  for (const number of [...several, '']) found.delete(number)
  return found
}

// The init, a release of it, and then the days behind it.
const files = readdirSync(rpo).map((name) => join(rpo, name))
await run('import', 'sk-rpo', ...files.filter((name) => name.includes('init')))
const before = exportCompanies()
await run('publish')
const [release] = readdirSync(join(data, 'releases')).filter((name) => /^\d/.test(name))
await run('import', 'sk-rpo', ...files)
const now = exportCompanies()
// Not earlier: hooks of a process run when no test is left, and other files may have ended theirs.
after(() => rmSync(dir, { recursive: true }))

/** The stupid difference of what a person may be told of both. */
function differ(number: string): string[] {
  const [was, is] = [before.get(number), now.get(number)!]
  const isPerson = [was, is].some((one) => one !== undefined && mayBePerson(one.company))
  if (was === undefined) return isPerson || is.status === 'source_removed' ? [] : ['new']
  const found: string[] = []
  if (was.status !== is.status && (is.status !== null || !isPerson))
    found.push(
      { dissolved: 'ended', source_removed: 'removed', removed: 'removed', none: 'revived' }[is.status ?? 'none']!,
    )
  if (!isPerson && was.company.name !== is.company.name) found.push('renamed')
  if (!isPerson && was.company.legalForm?.code !== is.company.legalForm?.code) found.push('legal_form')
  if (!isPerson && was.company.legalStatus?.code !== is.company.legalStatus?.code) found.push('status')
  return found
}

const COMPARED = ['new', 'ended', 'removed', 'revived', 'renamed', 'legal_form', 'status']

test('between a release and now the command tells the difference of two exports', async () => {
  const { stdout } = await run('changes', '--since', release!, '--json')
  const changes = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>)
  const told = changes.filter(({ number, what }) => now.has(number!) && COMPARED.includes(what!))
  const expected = [...now.keys()].flatMap((number) => differ(number).map((what) => `${number} ${what}`))
  assert(3 < expected.length)
  assert.deepEqual(told.map(({ number, what }) => `${number} ${what}`).toSorted(), expected.toSorted())
})

test('a list is answered by its rows, in a file, and what it lacks is named', async () => {
  const changed = [...now.keys()].find((number) => differ(number).includes('ended'))!
  const list = join(dir, 'list.csv')
  const same = [...before.keys()].find((number) => now.has(number) && differ(number).length === 0)!
  writeFileSync(list, `Firma;IČO\nA;${same}\nB;${changed}\nC;99999999\nD;\n`)
  const out = join(dir, 'out.csv')
  const { stdout, stderr } = await run('changes', '--since', release!, '--list', list, '--out', out, '--country', 'sk')
  assert.equal(stdout, '')
  assert.match(stderr, /1 row of the list without a number\n2 lines: ended 1, unknown 1/)
  const rows = parseRows(readFileSync(out, 'utf8').trimEnd())
  assert.deepEqual(
    rows.map(({ row, number, what }) => [row, number, what]),
    [
      ['3', changed, 'ended'],
      ['4', '', 'unknown'],
    ],
  )
})

/** One id of each dataset. */
function listFirstIds(): string[] {
  using catalog = Catalog.open(join(data, 'catalog.db'), systemClock)
  using snapshot = catalog.snapshot()
  return snapshot.datasets().map(({ id, dataset }) => {
    const [key] = snapshot.records(id)[Symbol.iterator]().next().value!
    return deriveRecordId(dataset.country, dataset.kind, formatSourceKey(key, dataset.keyForm))
  })
}

test('a list of nothing but ids may have records of both kinds, and an output has a name', async () => {
  const folder = join(dir, 'files', 'sk-addresses')
  await run('import', 'sk-addresses', ...readdirSync(folder).map((name) => join(folder, name)))
  const ids = listFirstIds()
  const list = join(dir, 'ids.csv')
  writeFileSync(list, `regista_id\n${ids.join('\n')}\n${'0'.repeat(32)}\n`)
  const { stdout } = await run('changes', '--since', '2026-01-01', '--list', list)
  assert.deepEqual(
    parseRows(stdout.trimEnd()).flatMap(({ row, what }) => (what === 'unknown' ? row : [])),
    [String(ids.length + 2)],
  )
  const { stderr } = await regista(['changes', '--since', '2026-01-01', '--out', '', '--data', data])
  assert.match(stderr, /the output is a file of its own/)
})

test('before the first import nothing is known, and a moment must exist', async () => {
  const { stderr } = await run('changes', '--since', '2020-01-01')
  assert.match(stderr, /sk-rpo: unknown before \d{4}-\d\d-\d\d, the day of its first import/)
  for (const [moments, said] of [
    [['--since', 'yesterday'], /yesterday is neither a day as 2026-11-01 nor a kept release/],
    [['--since', '2099-01-01'], /--since is a day to come/],
    [['--since', '2026-01-01', '--out', join(dir, 'x.XLSX')], /--out is written as CSV/],
    [['--since', '2026-02-02', '--until', '2026-02-01'], /--until is not after --since/],
  ] as const) {
    const wrong = await regista(['changes', ...moments, '--data', data])
    assert.notEqual(wrong.code, 0)
    assert.match(wrong.stderr, said)
  }
  const [now, always] = [await run('changes', '--since', release!), ['--until', '9999-12-31']]
  assert.deepEqual(await run('changes', '--since', release!, ...always), now)
})
