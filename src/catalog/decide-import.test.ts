import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cases } from '../stdx/testing/cases.ts'
import { decideImport, type ImportDecision } from './decide-import.ts'
import type { ImportPlan, PastSet } from './import-plan.ts'
import { examplePlan } from './testing/sets.ts'

/** `full 06-06 x, changes 06-07 d`: the coverage, the day of 2026 and the signature of each set. */
function pastOf(text: string): PastSet[] {
  const sets = text === '' ? [] : text.split(', ').map((one) => one.split(' '))
  return sets.map(([coverage, day, signature, projectionVersion = '1']) => {
    const generation = coverage === 'full' ? 1 : 2
    return {
      generation,
      coverage: coverage as 'full' | 'changes',
      observedOn: `2026-${day}`,
      signature: signature!,
      projectionVersion,
    }
  })
}
type More = { inventedSoFar?: boolean | null; restoring?: boolean; allowGap?: boolean }

const of = (day: string): Partial<ImportPlan> => ({ observedOn: `2026-${day}` })
const changes = (day: string): Partial<ImportPlan> => ({ coverage: 'changes', ...of(day) })
const IMPORT = { outcome: 'import' }
const ALREADY = { outcome: 'already_imported', generation: 1 }
const stepBack = (day: string) => ({ outcome: 'step_back', applied: `2026-${day}` })

describe('decideImport', () => {
  type Case = [name: string, plan: Partial<ImportPlan>, past: string, decision: ImportDecision, more: More]
  for (const [name, plan, past, decision, more] of cases<Case>`
    the first full set                                    | ${{}} |                      | ${IMPORT} | ${{}}
    the files of the last full set                        | ${{}} | full 06-06 now       | ${ALREADY} | ${{}}
    the files of the last full set, whose name has another day now | ${of('05-31')} | full 06-06 now | ${{ outcome: 'dated', generation: 1, observedOn: '2026-05-31' }} | ${{}}
    the files of the last full set with another day, with dailies after it | ${of('05-31')} | full 06-06 now, changes 06-07 d | ${ALREADY} | ${{}}
    the files of the last full set, with dailies after it | ${{}} | full 06-06 now, changes 06-07 d | ${ALREADY} | ${{}}
    the same files for a reader of another version        | ${{}} | full 06-06 now 0     | ${IMPORT} | ${{}}
    the same files while a record waits to be restored    | ${{}} | full 06-06 now       | ${IMPORT} | ${{ restoring: true }}
    files that were the last but one                      | ${{ observedOn: null }} | full 06-01 now, full 06-02 x | ${IMPORT} | ${{}}
    another full set of the same day                      | ${{}} | full 06-06 x         | ${IMPORT} | ${{}}
    a full set older than the last one                    | ${{}} | full 06-07 x         | ${stepBack('06-07')} | ${{}}
    an init older than the dailies that came after the last one | ${of('07-04')} | full 06-06 x, changes 07-05 d | ${IMPORT} | ${{}}
    changes before any full set                           | ${changes('06-06')} |        | ${{ outcome: 'no_base' }} | ${{}}
    changes of the next day                               | ${changes('06-07')} | full 06-06 x | ${IMPORT} | ${{}}
    changes of the next day over the end of a month       | ${changes('07-01')} | full 06-30 x | ${IMPORT} | ${{}}
    changes with a day missing                            | ${changes('06-09')} | full 06-06 x, changes 06-07 d | ${{ outcome: 'gap', missing: '2026-06-08' }} | ${{}}
    changes with a day missing that the operator accepts  | ${changes('06-09')} | full 06-06 x | ${IMPORT} | ${{ allowGap: true }}
    changes of the day of the init                        | ${changes('06-06')} | full 06-06 x | ${stepBack('06-06')} | ${{}}
    other changes of a day that is applied                | ${changes('06-07')} | full 06-06 x, changes 06-07 d | ${stepBack('06-07')} | ${{}}
    changes of a day that later changes went past         | ${changes('06-07')} | full 06-06 x, changes 06-08 d | ${IMPORT} | ${{}}
    changes of a missing day that a full set has covered since | ${changes('06-07')} | full 06-06 x, changes 06-08 d, full 06-07 y | ${stepBack('06-08')} | ${{}}
    changes after a missing day that later changes went past | ${changes('06-09')} | full 06-06 x, changes 06-08 d | ${IMPORT} | ${{}}
    changes that are applied, while a record waits to be restored | ${changes('06-07')} | full 06-06 x, changes 06-07 now | ${IMPORT} | ${{ restoring: true }}
    changes that are applied                              | ${changes('06-07')} | full 06-06 x, changes 06-07 now | ${{ ...ALREADY, generation: 2 }} | ${{}}
    invented data after real ones                         | ${{ invented: true }} |      | ${{ outcome: 'mixed' }} | ${{ inventedSoFar: false }}
    real data after invented ones                         | ${{}} |                      | ${{ outcome: 'mixed' }} | ${{ inventedSoFar: true }}
  `) {
    test(`${name}: ${decision.outcome}`, () => {
      const standing = { signature: 'now', past: pastOf(past), inventedSoFar: null, restoring: false, allowGap: false }
      const input = { plan: { ...examplePlan({ rows: {} }), ...plan }, ...standing, ...more }
      assert.deepEqual(decideImport(input), decision)
    })
  }
})
