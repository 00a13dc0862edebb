import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decideImport, type ImportDecision } from './decide-import.ts'
import type { ImportPlan, PastSet } from './import-plan.ts'
import { EXAMPLE_COMPANIES } from './testing/sets.ts'

const full = (observedOn: string, signature: string, projectionVersion = '1'): PastSet => ({
  generation: 1,
  coverage: 'full',
  observedOn,
  signature,
  projectionVersion,
})
const daily = (observedOn: string, signature: string): PastSet => ({
  ...full(observedOn, signature),
  generation: 2,
  coverage: 'changes',
})
const plan = (changes: Partial<ImportPlan>): ImportPlan => ({
  dataset: EXAMPLE_COMPANIES,
  scope: '',
  coverage: 'full',
  complete: true,
  observedOn: '2026-06-06',
  projectionVersion: '1',
  files: [],
  invented: false,
  ...changes,
})

interface Case {
  readonly name: string
  readonly plan: Partial<ImportPlan>
  readonly past: readonly PastSet[]
  readonly decision: ImportDecision
  readonly more?: { inventedSoFar?: boolean | null; restoring?: boolean; allowGap?: boolean }
}

const CHANGES = { coverage: 'changes' } as const
const CASES: readonly Case[] = [
  { name: 'the first full set', plan: {}, past: [], decision: { outcome: 'import' } },
  {
    name: 'the files of the last full set',
    plan: {},
    past: [full('2026-06-06', 'now')],
    decision: { outcome: 'already_imported', generation: 1 },
  },
  {
    name: 'the files of the last full set, whose name has another day now',
    plan: { observedOn: '2026-05-31' },
    past: [full('2026-06-06', 'now')],
    decision: { outcome: 'dated', generation: 1, observedOn: '2026-05-31' },
  },
  {
    name: 'the files of the last full set with another day, with dailies after it',
    plan: { observedOn: '2026-05-31' },
    past: [full('2026-06-06', 'now'), daily('2026-06-07', 'd')],
    decision: { outcome: 'already_imported', generation: 1 },
  },
  {
    name: 'the files of the last full set, with dailies after it',
    plan: {},
    past: [full('2026-06-06', 'now'), daily('2026-06-07', 'd')],
    decision: { outcome: 'already_imported', generation: 1 },
  },
  {
    name: 'the same files for a reader of another version',
    plan: {},
    past: [full('2026-06-06', 'now', '0')],
    decision: { outcome: 'import' },
  },
  {
    name: 'the same files while a record waits to be restored',
    plan: {},
    past: [full('2026-06-06', 'now')],
    decision: { outcome: 'import' },
    more: { restoring: true },
  },
  {
    name: 'files that were the last but one',
    plan: { observedOn: null },
    past: [full('2026-06-01', 'now'), full('2026-06-02', 'x')],
    decision: { outcome: 'import' },
  },
  {
    name: 'another full set of the same day',
    plan: {},
    past: [full('2026-06-06', 'x')],
    decision: { outcome: 'import' },
  },
  {
    name: 'a full set older than the last one',
    plan: {},
    past: [full('2026-06-07', 'x')],
    decision: { outcome: 'step_back', applied: '2026-06-07' },
  },
  {
    name: 'an init older than the dailies that came after the last one',
    plan: { observedOn: '2026-07-04' },
    past: [full('2026-06-06', 'x'), daily('2026-07-05', 'd')],
    decision: { outcome: 'import' },
  },
  { name: 'changes before any full set', plan: CHANGES, past: [], decision: { outcome: 'no_base' } },
  {
    name: 'changes of the next day',
    plan: { ...CHANGES, observedOn: '2026-06-07' },
    past: [full('2026-06-06', 'x')],
    decision: { outcome: 'import' },
  },
  {
    name: 'changes of the next day over the end of a month',
    plan: { ...CHANGES, observedOn: '2026-07-01' },
    past: [full('2026-06-30', 'x')],
    decision: { outcome: 'import' },
  },
  {
    name: 'changes with a day missing',
    plan: { ...CHANGES, observedOn: '2026-06-09' },
    past: [full('2026-06-06', 'x'), daily('2026-06-07', 'd')],
    decision: { outcome: 'gap', missing: '2026-06-08' },
  },
  {
    name: 'changes with a day missing that the operator accepts',
    plan: { ...CHANGES, observedOn: '2026-06-09' },
    past: [full('2026-06-06', 'x')],
    decision: { outcome: 'import' },
    more: { allowGap: true },
  },
  {
    name: 'changes of the day of the init',
    plan: { ...CHANGES, observedOn: '2026-06-06' },
    past: [full('2026-06-06', 'x')],
    decision: { outcome: 'step_back', applied: '2026-06-06' },
  },
  {
    name: 'other changes of a day that is applied',
    plan: { ...CHANGES, observedOn: '2026-06-07' },
    past: [full('2026-06-06', 'x'), daily('2026-06-07', 'd')],
    decision: { outcome: 'step_back', applied: '2026-06-07' },
  },
  {
    name: 'changes of a day that later changes went past',
    plan: { ...CHANGES, observedOn: '2026-06-07' },
    past: [full('2026-06-06', 'x'), daily('2026-06-08', 'd')],
    decision: { outcome: 'import' },
  },
  {
    name: 'changes of a missing day that a full set has covered since',
    plan: { ...CHANGES, observedOn: '2026-06-07' },
    past: [full('2026-06-06', 'x'), daily('2026-06-08', 'd'), full('2026-06-07', 'y')],
    decision: { outcome: 'step_back', applied: '2026-06-08' },
  },
  {
    name: 'changes after a missing day that later changes went past',
    plan: { ...CHANGES, observedOn: '2026-06-09' },
    past: [full('2026-06-06', 'x'), daily('2026-06-08', 'd')],
    decision: { outcome: 'import' },
  },
  {
    name: 'changes that are applied, while a record waits to be restored',
    plan: { ...CHANGES, observedOn: '2026-06-07' },
    past: [full('2026-06-06', 'x'), daily('2026-06-07', 'now')],
    decision: { outcome: 'import' },
    more: { restoring: true },
  },
  {
    name: 'changes that are applied',
    plan: { ...CHANGES, observedOn: '2026-06-07' },
    past: [full('2026-06-06', 'x'), daily('2026-06-07', 'now')],
    decision: { outcome: 'already_imported', generation: 2 },
  },
  {
    name: 'invented data after real ones',
    plan: { invented: true },
    past: [],
    decision: { outcome: 'mixed' },
    more: { inventedSoFar: false },
  },
  {
    name: 'real data after invented ones',
    plan: {},
    past: [],
    decision: { outcome: 'mixed' },
    more: { inventedSoFar: true },
  },
]

describe('decideImport', () => {
  for (const { name, plan: changes, past, decision, more } of CASES) {
    test(`${name}: ${decision.outcome}`, () => {
      const input = {
        plan: plan(changes),
        signature: 'now',
        past,
        inventedSoFar: null,
        restoring: false,
        allowGap: false,
        ...more,
      }
      assert.deepEqual(decideImport(input), decision)
    })
  }
})
