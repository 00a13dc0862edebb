import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Release, ReleaseFolder } from '../src/release/release.ts'
import { CompanySearch } from '../src/search/search.ts'
import { regista } from './testing/regista.ts'

/*
 * Subjects with several registrations on their whole way: from a file of RPO through import and publish to answers and
 * commands.
 */

const dir = mkdtempSync(join(tmpdir(), 'regista-registrations-'))
after(() => rmSync(dir, { recursive: true }))
const data = join(dir, 'data')

interface Example {
  readonly id: number
  readonly ico: string
  readonly name: string
  readonly register: string
  readonly former?: string
  readonly end?: string
}

const TRADER = '00000011'
const ENDED = '00000012'
const TWO = '00000013'
const EXAMPLES: readonly Example[] = [
  { id: 21, ico: TRADER, name: 'Ján Vzorový', register: 'Register taxislužby', former: 'Ján Vzorový, Taxi Rýchlik' },
  { id: 22, ico: TRADER, name: 'Ing. Ján Vzorový - STAVMONT', register: 'Živnostenský register' },
  { id: 23, ico: ENDED, name: 'Eva Ukážková', register: 'Živnostenský register', end: '2019-05-05' },
  { id: 24, ico: ENDED, name: 'Mgr. Eva Ukážková', register: 'Zoznam znalcov', end: '2020-05-05' },
  { id: 25, ico: TWO, name: 'Peter Príklad', register: 'Živnostenský register' },
  { id: 26, ico: TWO, name: 'Pavol Iný', register: 'Register taxislužby' },
]

const TRADE = 'Živnostenský register'
const SOLE_TRADER = { value: { value: 'Podnikateľ', code: '101', codelistCode: 'CL000056' }, validFrom: '2001-01-01' }

/** Only the trade register gives a legal form here. */
function toRpo({ id, ico, name, register, former, end }: Example): object {
  const validTo = end === undefined ? {} : { validTo: end }
  return {
    id,
    identifiers: [{ value: ico, validFrom: '2001-01-01', ...validTo }],
    fullNames: [
      { value: name, validFrom: '2005-01-01', ...validTo },
      ...(former === undefined ? [] : [{ value: former, validFrom: '2001-01-01', validTo: '2004-12-31' }]),
    ],
    ...(register === TRADE ? { legalForms: [SOLE_TRADER] } : {}),
    establishment: '2001-01-01',
    ...(end === undefined ? {} : { termination: end }),
    sourceRegister: { value: { value: register } },
  }
}

async function importRpo(day: string, examples: readonly Example[]): Promise<void> {
  const path = join(dir, `init_${day}_001.json.gz`)
  writeFileSync(path, gzipSync(JSON.stringify({ exportDate: day, results: examples.map(toRpo) })))
  await run('import', 'sk-rpo', path, '--parts', '1', '--allow-shrink')
}

async function run(...args: string[]) {
  const { code, stdout, stderr } = await regista([...args, '--data', data, '--json'])
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

/** The message of a command that must fail. */
async function fail(...args: string[]): Promise<string> {
  const { code, stderr } = await regista([...args, '--data', data])
  assert.notEqual(code, 0)
  return stderr
}

const ID = /[0-9a-f]{32}/g

const show = async (...what: string[]) => {
  const { provenance, name, status, other_registrations } = await run('record', 'show', ...what)
  const others = other_registrations as readonly { readonly id: string; readonly name: string }[]
  return { key: provenance.source_key as string, name, status, others: others.map((one) => one.name) }
}

/** The keys of the suggested records. */
function suggest(query: string): string[] {
  const folder = new ReleaseFolder(join(data, 'releases'))
  using release = Release.open(folder.path(folder.currentId()!))
  const hits = new CompanySearch(release.companyIndex('sk')!).search(query, { limit: 10 })
  return hits.map(({ company }) => String(company.key))
}

const count = async () => {
  const { segments } = await run('publish', '--allow-shrink')
  const { counts } = segments.find(({ name }: { name: string }) => name === 'companies-sk')
  return [counts.subjects_with_registrations, counts.numbers_of_several_subjects]
}

test('a subject has one record, in details, lists and commands, until it is withdrawn as a whole', async () => {
  await importRpo('2026-06-06', EXAMPLES)
  assert.deepEqual(await count(), [2, 1])
  const main = { key: '22', name: 'Ing. Ján Vzorový - STAVMONT', status: null, others: ['Ján Vzorový'] }
  assert.deepEqual(await show('sk', TRADER), main)
  const ended = { key: '24', name: 'Mgr. Eva Ukážková', status: 'dissolved', others: ['Eva Ukážková'] }
  assert.deepEqual(await show('sk', ENDED), ended)
  assert.match(await fail('record', 'show', 'sk', TWO), /several subjects have this ICO/)

  for (const query of [TRADER, 'ján vzorový', 'stavmont', 'taxi rýchlik', 'ing. ján vzorový'])
    assert.deepEqual(suggest(query), ['22'], query)
  assert.deepEqual([suggest('eva ukážková'), suggest(TWO)], [['24'], ['26', '25']])
  const { hits } = await run('explain', 'companies', 'taxi rýchlik')
  assert.deepEqual(hits[0].other_registrations, ['Ján Vzorový'])

  // One registration ends: only its row changes.
  await importRpo('2026-07-04', [EXAMPLES[0]!, { ...EXAMPLES[1]!, end: '2026-07-01' }, ...EXAMPLES.slice(2)])
  assert.deepEqual(await count(), [2, 1])
  const second = { key: '21', name: 'Ján Vzorový', status: null, others: ['Ing. Ján Vzorový - STAVMONT'] }
  assert.deepEqual(await show('sk', TRADER), second)
  assert.deepEqual(suggest('stavmont'), ['21'])

  // Named by either registration, all of them go, before the next publish and after it.
  const { other_registrations: others } = await run('record', 'show', 'sk', TRADER)
  const removed = await run('record', 'remove', others[0].id, '--why', 'a test')
  assert.equal(removed.other_registrations.length, 1)
  const gone = { key: '22', name: TRADER, status: 'removed', others: [] }
  assert.deepEqual(await show('sk', TRADER), gone)
  assert.deepEqual(await count(), [1, 1])
  assert.deepEqual(await show('sk', TRADER), gone)
  assert.deepEqual([suggest('ján vzorový'), suggest(TRADER), suggest('stavmont')], [[], [], []])

  const both = await fail('record', 'restore', 'sk', TRADER)
  assert.match(both, /restore each by its id: [0-9a-f]{32} \(Register taxislužby\), [0-9a-f]{32} \(Živ/)
  for (const id of both.match(ID)!) await run('record', 'restore', id)
  await importRpo('2026-08-01', EXAMPLES)
  assert.deepEqual(await count(), [2, 1])
  assert.deepEqual(await show('sk', TRADER), main)
  assert.match(await fail('record', 'remove', 'sk', TWO, '--why', 'a test'), /several subjects have this ICO/)
})

test('of two persons with one number who were withdrawn, the one comes back whose record is restored', async () => {
  const [peter, pavol] = (await fail('record', 'show', 'sk', TWO)).match(ID)!.toSorted() as [string, string]
  for (const id of [peter, pavol]) await run('record', 'remove', id, '--why', 'a test')
  const { id, still_withdrawn: still } = await run('record', 'restore', peter)
  assert.deepEqual([id, still], [peter, [pavol]])
  await importRpo('2026-08-02', EXAMPLES)
  await count()
  assert.deepEqual([(await show(peter)).status, (await show(pavol)).name], [null, TWO])
  await run('record', 'restore', pavol)
  await importRpo('2026-08-03', EXAMPLES)
  await count()
  assert.equal((await show(pavol)).status, null)
})

test('a withdrawn subject that comes back with a later registration is reported, and goes by its number or its id', async () => {
  const { id } = await run('record', 'show', 'sk', ENDED)
  const remove = ['record', 'remove', id, '--why', 'a test']
  await run(...remove)
  const later = { id: 27, ico: ENDED, name: 'Eva Ukážková', register: 'Register taxislužby' }
  await importRpo('2026-08-04', [...EXAMPLES, later])
  const warning = async () => {
    const { stderr } = await regista(['publish', '--allow-shrink', '--data', data])
    return stderr.split('\n').filter((line) => line.includes('withdrawn'))
  }
  const [line, ...more] = await warning()
  const command = `regista record remove sk ${ENDED} --why REASON --data ${data}`
  assert.equal(
    line,
    `sk ${ENDED} has withdrawn records and visible ones. If they are of one subject, withdraw these too with \`${command}\`.`,
  )
  assert.deepEqual([more, suggest('eva ukážková')], [[], ['27']])
  const refusal =
    /is withdrawn already; visible under its ICO, each to be named by its own id: [0-9a-f]{32} Eva Ukážková$/m
  assert.match(await fail(...remove), refusal)
  assert.deepEqual(suggest('eva ukážková'), ['27'])
  await run('record', 'remove', 'sk', ENDED, '--why', 'a test')
  assert.deepEqual([await warning(), suggest('eva ukážková')], [[], []])
  await run(...remove)
})
