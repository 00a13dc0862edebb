import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { LIMITS } from '../src/access/limits/limit-settings.ts'
import { ADMIN_ERRORS } from '../src/http/admin/faults.ts'
import { ADMIN_OPERATIONS } from '../src/http/admin/operations/operations.ts'
import { API_ERRORS } from '../src/http/errors.ts'
import { REGISTRIES } from '../src/registries/registries.ts'
import { splitCsvRow } from '../src/stdx/csv.ts'
import { sampleDataDir } from './conformance/sample-release.ts'
import { listGuideSamples, readGuideSample } from './testing/guide-samples.ts'
import { regista } from './testing/regista.ts'
import { ROOT } from './testing/source-tree.ts'

function readGuide(name: string): string {
  return readFileSync(join(ROOT, `docs/guides/${name}.md`), 'utf8')
}

test('each code sample of the guides is run or compiled by a test', () => {
  const browser = ['test/system/browser/guides.test.ts', 'test/system/browser/shops.test.ts']
  const system = [
    'guides-on-servers.test.ts',
    'woocommerce/plugin.test.ts',
    'mcp.test.ts',
    'provisioning-guide.test.ts',
  ]
  const servers = system.map((file) => `test/system/${file}`)
  const files = ['test/guides.test.ts', ...servers, ...browser]
  const tests = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
  for (const { name } of listGuideSamples()) {
    const isCompiled = /\((?:ts|tsx|vue)\)$/.test(name)
    assert(isCompiled || tests.includes(`'${name}'`), `no test runs the sample "${name}"`)
  }
})

test('the guide to attribution has the text of each source, and an example with its terms', () => {
  const guide = readGuide('attribution').replaceAll(/\s+/g, ' ')
  const datasets = REGISTRIES.flatMap((registry) => registry.datasets)
  assert(5 <= datasets.length)
  for (const { attribution, name } of datasets) assert(guide.includes(`*${attribution}*`), name)
  const sample = readGuideSample('attribution: On pages that show the data (html)')
  const text = sample.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')
  const source = datasets.find(({ attribution }) => text.includes(attribution))
  assert(source !== undefined && sample.includes(`href="${source.licenseUrl}"`))
})

test('the guide to cleaning shows what the command makes of its list', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'regista-guide-'))
  try {
    writeFileSync(join(dir, 'in.csv'), readGuideSample('cleaning: Before (csv)'))
    const files = [join(dir, 'in.csv'), join(dir, 'out.csv')]
    const options = ['--yes', '--country', 'sk', '--data', await sampleDataDir()]
    const { code, stderr } = await regista(['clean', 'addresses', ...files, ...options])
    assert.equal(code, 0, stderr)
    const shown = readGuideSample('cleaning: After (csv)')
    const wanted = shown.split('\n')[0]!.split(';')
    const rows = readFileSync(files[1]!, 'utf8').trimEnd().split('\n')
    const all = rows.map((row) => splitCsvRow(row, ';'))
    const columns = wanted.map((name) => all[0]!.indexOf(name))
    const cells = all.map((row) => columns.map((at) => (row[at]!.includes(';') ? `"${row[at]}"` : row[at])).join(';'))
    assert.equal(`${cells.join('\n')}\n`, shown)
  } finally {
    rmSync(dir, { recursive: true })
  }
})

test('the guide to errors has each code with its status', () => {
  const rows = [...readGuide('errors').matchAll(/^\| (\d{3}) \| (.+?) \|/gm)]
  const listed = rows.flatMap(([, status, codes]) =>
    [...codes!.matchAll(/`(\w+)`/g)].map(([, code]) => [code!, Number(status)] as const),
  )
  const actual = Object.entries(API_ERRORS).map(([code, { status }]) => [code, status] as const)
  assert.deepEqual(Object.fromEntries(listed), Object.fromEntries(actual))
})

test('the guide to provisioning has each code with its status, and each operation', () => {
  const guide = readGuide('provisioning')
  const rows = [...guide.matchAll(/^\| (\d{3}) \| (.+?) \|/gm)]
  const listed = rows.flatMap(([, status, codes]) =>
    [...codes!.matchAll(/`(\w+)`/g)].map(([, code]) => [code!, Number(status)] as const),
  )
  const actual = Object.entries(ADMIN_ERRORS).map(([code, { status }]) => [code, status] as const)
  assert.deepEqual(Object.fromEntries(listed), Object.fromEntries(actual))
  const calls = guide.replaceAll(/`\/(\w+)`/g, '`POST accounts/ID/$1` `POST keys/ID/$1`')
  for (const { method, path } of ADMIN_OPERATIONS) {
    const call = `${method} ${path.slice('/admin/v1/'.length).replaceAll(/\{\w+\}/g, 'ID')}`
    assert(calls.includes(`\`${call}`), `no task needs ${call}`)
  }
})

test('the guide to errors has the limits in force', () => {
  const guide = readGuide('errors')
  const row = (name: string) => guide.split('\n').find((line) => line.startsWith(`| ${name} |`))
  for (const [name, limit] of [
    ['a server key', LIMITS.key],
    ['a server key', LIMITS.details],
    ['all keys of an account', LIMITS.account],
    ['all sessions of a project', LIMITS.project_sessions],
  ] as const)
    assert.match(row(name)!, new RegExp(`\\b${limit.rate} (?:requests )?a second, ${limit.burst} at once`), name)
  const { rate } = LIMITS.session
  assert.match(row('a browser session')!, new RegExp(`${rate} requests a second, ${LIMITS.session_life.burst} in`))
  assert.match(row('requests in progress of an account')!, new RegExp(`\\| ${LIMITS.concurrent.burst} \\|`))
  assert.equal(1 / LIMITS.mint_ip.rate, 2)
  assert.match(row('new sessions from one address')!, new RegExp(`1 in two seconds, ${LIMITS.mint_ip.burst} at once`))
})
