import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, test } from 'node:test'
import { sampleDataDir, sampleRelease } from './conformance/sample-release.ts'
import { makeCleaner, parseRows as parse } from './testing/clean-list.ts'
import { regista } from './testing/regista.ts'

const data = await sampleDataDir()
using release = await sampleRelease()
const companies = release.explainableCompanyIndex('cz')!.columns
const firms = Array.from({ length: companies.length }, (_, row) => companies.at(row)).filter(({ ico }) => ico !== null)
const living = firms.find(({ status, municipality }) => status === null && municipality !== null)!
const ended = firms.find(({ status }) => status === 'dissolved')!

const cleaner = makeCleaner(data)
const { clean } = cleaner
let dir: string
beforeEach(() => {
  dir = cleaner.begin()
})

test('an ended company without its number is named as ended, and is no record', async () => {
  const list = `Firma;Mesto\n"${ended.name.replaceAll('"', '""')}";${ended.municipality}\n`
  const { code, stderr, read } = await clean(list, 'companies', '--yes', '--country', 'cz')
  assert.equal(code, 0, stderr)
  const [row] = parse(String(read()))
  assert.deepEqual([row!.regista_status, row!.regista_id], ['ended', ''])
  assert(Number(row!.regista_score) < 70)
})

test('companies are found by number and by name, and ended ones are named', async () => {
  const list = `IČO,Firma,Mesto\n${living.ico},"${living.name.replaceAll('"', '""')}",${living.municipality}\n${ended.ico},,\n12345678,Neexistuje s.r.o.,\n`
  const { code, stderr, read } = await clean(list, 'companies', '--yes', '--country', 'cz')
  assert.equal(code, 0, stderr)
  const rows = parse(String(read()), ',')
  assert.deepEqual(
    rows.map((row) => [row.regista_status, row.regista_ico, row.regista_company_status]),
    [
      ['exact', living.ico, 'active'],
      ['ended', ended.ico, 'dissolved'],
      ['none', '', ''],
    ],
  )
  assert.equal(rows[0]!.regista_name, living.name)
  assert.notEqual(rows[0]!.regista_seat, '')
})

test('an ended company that a person chose is named as ended', async () => {
  const list = `IČO;Firma\n;"${ended.name.replaceAll('"', '""')}"\n`
  await clean(list, 'companies', '--yes', '--country', 'cz', '--review', join(dir, 'review.csv'))
  const review = readFileSync(join(dir, 'review.csv'), 'utf8').trimEnd()
  const [row] = parse(review)
  const choice = [1, 2, 3].find((n) => row![`candidate_${n}`]!.startsWith(ended.ico!))
  writeFileSync(join(dir, 'chosen.csv'), `${review}${choice}\n`)
  const files = ['out.csv', 'chosen.csv', 'final.csv'].map((name) => join(dir, name))
  await regista(['clean', 'apply', ...files, '--data', data])
  const [final] = parse(readFileSync(files[2]!, 'utf8'))
  assert.deepEqual([final!.regista_status, final!.regista_ico], ['ended', ended.ico])
})
