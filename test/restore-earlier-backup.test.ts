import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { regista } from './testing/regista.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-earlier-backup-'))
after(() => rmSync(dir, { recursive: true }))

test('a backup of version 0.2.0 is restored, and its books, accounts and sums are read', async () => {
  const archive = join(dir, 'backup-0.2.0.tar')
  writeFileSync(archive, gunzipSync(readFileSync('test/fixtures/backup-0.2.0.tar.gz')))
  const data = join(dir, 'of-0.2.0')
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await regista([...args, '--data', data, '--json'])
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  await run('restore', archive)
  const accounts = await run('account', 'list')
  assert.deepEqual(
    accounts.map(({ id, state, allowance_units }: Record<string, unknown>) => [id, state, allowance_units]),
    [['acc_bh6jg5hwf7', 'verified', 2_500]],
  )
  const used = await run('usage', 'acc_bh6jg5hwf7', '--period', '2026-11')
  assert.deepEqual([used.confirmed_units, used.lines.length], [1_598, 9])
  const { accounts: all } = await run('usage', '--all', '--period', '2026-11')
  assert.deepEqual(
    [all.length, all[0].account, all[0].confirmed_units, all[0].differs],
    [1, 'acc_bh6jg5hwf7', 1_598, false],
  )
  const table = await regista(['usage', '--all', '--csv', '--period', '2026-11', '--data', data])
  assert.equal(
    table.stdout,
    `account,period,allowance_units,confirmed_units,readCompany_units,suggestAddresses_units,suggestCompanies_units
acc_bh6jg5hwf7,2026-11,2500,1598,1220,140,238
`,
  )
  assert.equal((await run('audit', '--full')).ok, true)
})

test('a catalog of version 0.2.0 is published, with its records and its withdrawal', async () => {
  const data = join(dir, 'catalog-of-0.2.0')
  mkdirSync(data)
  writeFileSync(join(data, 'catalog.db'), gunzipSync(readFileSync('test/fixtures/catalog-0.2.0.db.gz')))
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await regista([...args, '--data', data, '--json'])
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const { segments } = await run('publish')
  assert.equal(segments.find(({ name }: { readonly name: string }) => name === 'companies-cz').records, 330)
  for (const [ico, status, name] of [
    ['00247421', 'dissolved', 'Technoprint clean s. r. o.'],
    ['00104086', 'removed', 'Kozadaston Trade s. r. o.'],
  ] as const) {
    const shown = await run('record', 'show', 'cz', ico)
    assert.deepEqual([shown.name, shown.status], [name, status])
  }
})
