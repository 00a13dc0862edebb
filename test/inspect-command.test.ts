import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { regista } from './testing/regista.ts'
import { writeTinySample } from './testing/tiny-sample.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-inspect-'))
after(() => rmSync(dir, { recursive: true }))
const data = join(dir, 'data')
const sample = join(dir, 'sample')
const SOURCES = ['sk-rpo', 'sk-addresses', 'cz-addresses', 'cz-res', 'cz-vr'] as const

interface Counts {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly ended: number
  readonly skipped: number
  readonly rejected: number
  readonly skipped_by: Readonly<Record<string, number>>
  readonly missing_by: Readonly<Record<string, number>>
}

interface InspectedJson {
  readonly accepted: boolean
  readonly reasons: readonly string[]
  readonly notes: readonly string[]
  readonly files: readonly { readonly path: string; readonly problem: string | null }[]
  readonly sets: readonly {
    readonly dataset: string
    readonly scope: string
    readonly observed_on: string | null
    readonly records: number
    readonly counts: Counts
    readonly read_to_end: boolean
  }[]
}

const filesOf = (source: string) => readdirSync(join(sample, source)).map((name) => join(sample, source, name))

async function inspect(source: string, files: readonly string[], ...options: string[]) {
  const { code, stdout, stderr } = await regista(['inspect', source, ...files, '--data', data, '--json', ...options])
  return { code, stderr, inspection: JSON.parse(stdout) as InspectedJson }
}

await writeTinySample(sample)

describe('inspect', () => {
  for (const source of SOURCES) {
    test(`accepts the sample of ${source}, counts as the import then does, and writes nothing`, async () => {
      const files = filesOf(source)
      const before = existsSync(data) ? readdirSync(data) : undefined
      const { code, stderr, inspection } = await inspect(source, files)
      assert.deepEqual([code, inspection.reasons, inspection.accepted], [0, [], true], stderr)
      assert.deepEqual(existsSync(data) ? readdirSync(data) : undefined, before)
      assert.ok(inspection.files.every(({ problem }) => problem === null))

      const imported = await regista(['import', source, ...files, '--data', data, '--json'])
      assert.equal(imported.code, 0, imported.stderr)
      const { sets } = JSON.parse(imported.stdout) as { sets: (InspectedJson['sets'][number] & { counts: Counts })[] }
      assert.deepEqual(
        inspection.sets.map(({ dataset, scope, observed_on, records, counts }) => ({
          dataset,
          scope,
          observed_on,
          records,
          skipped: counts.skipped,
          rejected: counts.rejected,
          skippedBy: counts.skipped_by,
          missingBy: counts.missing_by,
        })),
        sets.map(({ dataset, scope, observed_on, counts }) => ({
          dataset,
          scope,
          observed_on,
          records: counts.added + counts.changed + counts.unchanged + counts.ended,
          skipped: counts.skipped,
          rejected: counts.rejected,
          skippedBy: counts.skipped_by,
          missingBy: counts.missing_by,
        })),
      )

      const again = await inspect(source, files)
      assert.equal(again.code, 0)
      assert.match(again.inspection.notes.join(), /these files are imported already/)
    })
  }

  test('refuses a snapshot that is much smaller than the catalog, as an import does', async () => {
    const [file] = filesOf('cz-res').filter((path) => path.endsWith('res_data.csv'))
    const lines = readFileSync(file!, 'utf8').split('\r\n')
    const small = join(dir, 'res_data.csv')
    writeFileSync(small, `${lines.slice(0, lines.length / 2).join('\r\n')}\r\n`)
    writeFileSync(join(dir, 'regista-sample.json'), '{"invented":true}')
    const { code, inspection } = await inspect('cz-res', [small])
    const imported = await regista(['import', 'cz-res', small, '--data', data])
    assert.deepEqual([code, imported.code], [1, 1])
    assert.match(inspection.reasons[0]!, /^the set has \d+ records, the previous one had \d+/)
    assert.ok(imported.stderr.includes(inspection.reasons[0]!), imported.stderr)
    assert.equal((await inspect('cz-res', [small], '--allow-shrink')).code, 0)
  })

  test('prints the verdict and each file, and ends with 1 for files that would be refused', async () => {
    const [good] = filesOf('cz-vr')
    const { code, stdout } = await regista(['inspect', 'cz-vr', good!, join(sample, 'cz-res', 'cis56.csv')])
    assert.equal(code, 1)
    assert.match(stdout, /archive of the public registers\n/)
    assert.match(stdout, /cis56\.csv\n {2}not usable: cis56\.csv: is a code list of ČSÚ\./)
    assert.match(stdout, /\ncz-vr: \d+ rows, \d+ records\n/)
    assert.match(stdout, /\nAn import would be refused:\n {2}cis56\.csv: is a code list of ČSÚ\./)
    assert.match((await regista(['inspect', 'cz-vr', good!])).stdout, /\nAn import would be accepted\.\n$/)
  })

  test('ends with 2 for wrong arguments', async () => {
    for (const args of [
      ['inspect', 'cz-res'],
      ['inspect', 'cz', 'x'],
      ['inspect', 'cz-res', 'x', '--max-rejects', '200'],
      ['inspect', 'cz-res', 'x', '--rejects', '-1'],
    ]) {
      assert.equal((await regista(args)).code, 2, args.join(' '))
    }
  })
})
