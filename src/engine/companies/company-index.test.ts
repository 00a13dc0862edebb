import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { InputError } from '../../stdx/input-error.ts'
import { writeSections } from '../../stdx/section-file.ts'
import { BY_ROW, type ExampleCompany, writeExampleCompanies } from '../testing/companies.ts'
import { COMPANY_INDEX, CompanyIndex } from './company-index.ts'
import { CompanyIndexCheck } from './company-index-check.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-company-index-'))
after(() => rmSync(dir, { recursive: true }))

const EXAMPLES = Array.from({ length: 60 }, (_, i): ExampleCompany => {
  return { name: `Firma ${i % 7} ${i}`, ico: String(10_000_000 + i), municipality: 'Brno' }
})

describe('an index file', () => {
  const path = join(dir, 'sound')
  const columns = writeExampleCompanies(path, EXAMPLES)
  test('is the same for the same companies', () => {
    writeExampleCompanies(join(dir, 'again'), EXAMPLES)
    assert.deepEqual(readFileSync(`${path}.index`), readFileSync(join(dir, 'again.index')))
  })
  test('of another format is refused with the command that makes a new one', () => {
    writeSections(join(dir, 'other'), { ...COMPANY_INDEX, format: 99 }, { rows: Uint32Array.of() })
    const message =
      /has company-index format 99; this build reads format \d+\. Run `regista publish` to make a new one\.$/
    assert.throws(() => CompanyIndex.open(join(dir, 'other'), columns), { message })
  })
  test('made for other columns is refused', () => {
    const fewer = writeExampleCompanies(join(dir, 'fewer'), EXAMPLES.slice(1))
    assert.throws(() => CompanyIndex.open(`${path}.index`, fewer), /was made for other columns.*regista publish/)
  })
  test('that is truncated anywhere is refused', () => {
    const sound = readFileSync(`${path}.index`)
    for (let length = 0; length < sound.length; length += 97) {
      writeFileSync(join(dir, 'cut'), sound.subarray(0, length))
      assert.throws(() => CompanyIndex.open(join(dir, 'cut'), columns), InputError)
    }
  })
  test('with a flipped bit is refused, or has the same content', () => {
    const sound = readFileSync(`${path}.index`)
    const content = ({ toShare }: CompanyIndex) => JSON.stringify([...toShare.index].map(([, array]) => [...array]))
    const expected = content(CompanyIndex.open(`${path}.index`, columns))
    let refused = 0
    for (let bit = 3; bit < sound.length * 8; bit += 211) {
      const damaged = Buffer.from(sound)
      damaged[bit >> 3]! ^= 1 << (bit & 7)
      writeFileSync(join(dir, 'flipped'), damaged)
      try {
        assert.equal(content(CompanyIndex.open(join(dir, 'flipped'), columns)), expected)
      } catch (error) {
        assert(error instanceof InputError, String(error))
        refused += 1
      }
    }
    assert(100 < refused)
  })
})

describe('the check of an index against its columns', () => {
  const columns = (examples: readonly ExampleCompany[]) => writeExampleCompanies(join(dir, 'checked'), examples)
  for (const [changed, problem] of [
    [{}, null],
    [{ name: 'Beta s.r.o.' }, 'is indexed as alfa, omega, @brno'],
    [{ otherNames: [] }, 'is indexed as alfa, omega, @brno'],
    [{ municipality: 'Zlín' }, 'is indexed as alfa, omega, @brno'],
    [{ status: 'removed' }, 'was withdrawn and can be found'],
  ] as const) {
    test(`${JSON.stringify(changed)}: ${problem ?? 'nothing'}`, () => {
      const example: ExampleCompany = { name: 'Alfa a.s.', otherNames: ['Omega', '!'], municipality: 'Brno' }
      columns([example, { name: 'Gama' }])
      const path = join(dir, 'checked.index')
      const sound = readFileSync(path)
      const other = columns([{ ...example, ...changed }, { name: 'Gama' }])
      writeFileSync(path, sound)
      const check = new CompanyIndexCheck(CompanyIndex.open(path, other), BY_ROW)
      assert.equal(check.problemOf(0), problem)
      assert.equal(check.problemOf(1), null)
    })
  }
  test('reports a company that the index lacks', () => {
    columns([{ name: 'Alfa', status: 'removed' }])
    const sound = readFileSync(join(dir, 'checked.index'))
    const other = columns([{ name: 'Alfa' }])
    writeFileSync(join(dir, 'checked.index'), sound)
    const check = new CompanyIndexCheck(CompanyIndex.open(join(dir, 'checked.index'), other), BY_ROW)
    assert.equal(check.problemOf(0), 'cannot be found')
  })
})

test('a second thread reads the same memory, not a copy of it', async () => {
  const path = join(dir, 'shared')
  const index = CompanyIndex.open(`${path}.index`, writeExampleCompanies(path, EXAMPLES))
  const code = `
    import { parentPort, workerData } from 'node:worker_threads'
    import { CompanyIndex } from ${JSON.stringify(new URL('./company-index.ts', import.meta.url).href)}
    const index = CompanyIndex.fromShared(workerData)
    parentPort.postMessage({ name: index.columns.nameAt(index.rows[0]), documents: index.rows.length })
    parentPort.on('message', () => { parentPort.postMessage(index.rows[0]); parentPort.close() })`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData: index.toShare })
  const answers: unknown[] = []
  await new Promise<void>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('message', (answer) => {
      answers.push(answer)
      if (answers.length === 2) return resolve()
      // Written here, seen there: there is one memory.
      index.rows[0] = 4_000_000
      worker.postMessage('look again')
    })
  })
  assert.deepEqual(answers, [{ name: index.columns.nameAt(0), documents: 60 }, 4_000_000])
})
