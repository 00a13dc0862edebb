import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseIco } from '../records/ico.ts'
import { fc } from '../stdx/testing/properties.ts'
import { Catalog } from './catalog.ts'
import { clock, readRecords } from './testing/open-test-catalog.ts'
import { exampleCompany, importExample } from './testing/sets.ts'

const KEYS = 6
const icoOf = (key: number) => parseIco(String(key).padStart(8, '0'))!

interface ModelRecord {
  readonly name: string
  readonly retired: boolean
  /** The day of the data that last told of it. */
  readonly day: number
  readonly state: 'shown' | 'withdrawn' | 'restoring'
}

interface ModelSet {
  readonly coverage: 'full' | 'changes'
  readonly day: number
  readonly names: ReadonlyMap<number, string>
}

/** Imports the set into both, and returns whether the catalog took it. */
function apply(catalog: Catalog, model: Map<number, ModelRecord>, set: ModelSet, isRepeated: boolean): boolean {
  const { coverage, day, names } = set
  const { outcome } = importExample(catalog, {
    coverage,
    observedOn: `2026-06-${String(day).padStart(2, '0')}`,
    rows: [...names].map(([key, name]) => [key, exampleCompany({ ico: icoOf(key), name })]),
    allowGap: true,
    finish: { allowShrink: true },
  })
  if (outcome !== 'imported') return false
  const standing = readRecords(catalog)
  for (const [key, name] of names) {
    const known = model.get(key)
    // Changes that were imported before may only bring restored records back.
    if (isRepeated && coverage === 'changes' && known?.state !== 'restoring') continue
    const state = known === undefined || known.state === 'restoring' ? 'shown' : known.state
    if (known === undefined || known.day <= day) model.set(key, { name, retired: false, day, state })
    // Older data that have the record as the newest do may bring it back, and need not.
    else if (known.name === name && !standing.get(key)!.withdrawn) model.set(key, { ...known, state })
  }
  if (coverage === 'changes') return true
  for (const [key, known] of model) {
    if (names.has(key) || day < known.day || known.retired) continue
    model.set(key, { ...known, retired: true, day, state: known.state === 'restoring' ? 'shown' : known.state })
  }
  return true
}

function assertSame(catalog: Catalog, model: ReadonlyMap<number, ModelRecord>): void {
  const standing = readRecords(catalog)
  for (const [key, { name, retired, state }] of model) {
    const found = standing.get(key)!
    assert.deepEqual([found.retired, found.withdrawn], [retired, state !== 'shown'], `record ${key}`)
    if (state === 'shown' && !retired) assert.equal(found.company.name, name)
  }
}

test('any history of imports, repeated imports, withdrawals and restorations leaves what the rules say (250 histories)', () => {
  const key = fc.nat(KEYS - 1)
  const names = fc
    .uniqueArray(fc.tuple(key, fc.constantFrom('Alfa', 'Beta')), { selector: ([one]) => one })
    .map((rows) => new Map(rows))
  const coverage = fc.constantFrom('full' as const, 'changes' as const)
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ op: fc.constant('import' as const), coverage, names, back: fc.nat(3) }) },
    { weight: 3, arbitrary: fc.record({ op: fc.constant('repeat' as const), which: fc.nat(10), key }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('withdraw' as const), key }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('restore' as const), key }) },
  )
  fc.assert(
    fc.property(
      names.filter(({ size }) => 2 < size),
      fc.array(step, { maxLength: 12 }),
      (first, steps) => {
        const catalog = Catalog.open(':memory:', clock)
        const model = new Map<number, ModelRecord>()
        const sets: ModelSet[] = []
        const take = (set: ModelSet): void => void (apply(catalog, model, set, false) && sets.push(set))
        const withdraw = (one: number): void => {
          const [target] = catalog.find({ country: 'sk', ico: icoOf(one) })
          if (target === undefined) return
          catalog.withdraw(target, 'asked for')
          model.set(one, { ...model.get(one)!, state: 'withdrawn' })
        }
        const restore = (one: number): void => {
          const known = model.get(one)
          if (known?.state !== 'withdrawn') return
          assert.equal(catalog.restore(catalog.find({ country: 'sk', ico: icoOf(one) })[0]!), true)
          model.set(one, { ...known, state: known.retired ? 'shown' : 'restoring' })
        }
        take({ coverage: 'full', day: 1, names: first })
        for (const one of steps) {
          const last = Math.max(...sets.map(({ day }) => day))
          const lastFull = Math.max(...sets.map((set) => (set.coverage === 'full' ? set.day : 1)))
          if (one.op === 'withdraw') withdraw(one.key)
          else if (one.op === 'restore') restore(one.key)
          else if (one.op === 'import') {
            if (one.coverage === 'full' && one.names.size === 0) continue
            take({ ...one, day: one.coverage === 'full' ? Math.max(lastFull, last + 1 - one.back) : last + 1 })
          } else {
            // Only while a record is to come back are the same files taken once more.
            withdraw(one.key)
            restore(one.key)
            apply(catalog, model, sets[one.which % sets.length]!, true)
          }
          assertSame(catalog, model)
        }
        catalog.close()
      },
    ),
    { numRuns: 250 },
  )
})
