import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findColumns } from './columns.ts'

const rules = { file: 'x.csv', required: ['ID', 'NAME'], optional: ['NOTE'], renamed: { TITLE: 'NAME' } } as const

describe('findColumns', () => {
  test('finds columns in any order, and a missing optional one at -1', () => {
    assert.deepEqual({ ...findColumns(['NAME', 'ID'], rules) }, { ID: 1, NAME: 0, NOTE: -1 })
    assert.deepEqual({ ...findColumns(['NOTE', 'ID', 'NAME'], rules) }, { ID: 1, NAME: 2, NOTE: 0 })
  })

  test('an old name stands for the new one', () => {
    assert.deepEqual({ ...findColumns(['ID', 'TITLE'], rules) }, { ID: 0, NAME: 1, NOTE: -1 })
  })

  test('ignores unknown columns if the rules say so', () => {
    const columns = findColumns(['A', 'ID', 'NAME', 'A'], { ...rules, others: 'ignored' })
    assert.deepEqual({ ...columns }, { ID: 1, NAME: 2, NOTE: -1 })
  })

  const unknown = 'is an unknown column; the file format may have changed'
  for (const [what, header, message] of [
    ['a missing column', ['ID'], 'x.csv, line 1, column NAME: is missing; the columns are ID'],
    ['an unknown column', ['ID', 'NAME', 'AGE'], `x.csv, line 1, column AGE: ${unknown}`],
    ['a column twice', ['ID', 'NAME', 'ID'], 'x.csv, line 1, column ID: occurs twice'],
    ['old and new name together', ['ID', 'NAME', 'TITLE'], 'x.csv, line 1, column TITLE: occurs twice'],
  ] as const) {
    test(`${what} is an error that names the column`, () => {
      assert.throws(() => findColumns(header, rules), { message })
    })
  }

  test('reports every problem of a header and finds the other columns', () => {
    const faults: string[] = []
    const columns = findColumns(['AGE', 'NAME', 'NAME'], { ...rules, report: ({ message }) => faults.push(message) })
    assert.deepEqual({ ...columns }, { ID: -1, NAME: 1, NOTE: -1 })
    assert.deepEqual(faults, [
      'x.csv, line 1, column ID: is missing; the columns are AGE, NAME, NAME',
      `x.csv, line 1, column AGE: ${unknown}`,
      'x.csv, line 1, column NAME: occurs twice',
    ])
  })
})
