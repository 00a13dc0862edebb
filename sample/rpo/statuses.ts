import type { SlovakCompany, Spell } from '../companies/slovak-companies.ts'
import type { SlovakTraps } from '../companies/slovak-traps.ts'
import { jsonString } from '../files/json.ts'
import { readTable } from '../read-table.ts'
import { spellJson } from './seat.ts'

/** Codes of CL010108. The labels of 1, 10 and 17 are the register's; the others are in its style. */
const LABELS: ReadonlyMap<number, string> = new Map(
  readTable('slovak/legal-statuses.tsv', ['code', 'label']).map(({ code, label }) => [Number(code), label]),
)
const NO_RECORD = 1
const IN_LIQUIDATION = 2
/** Bankruptcy, restructuring and the like: from this code on, so many. */
const PROCEEDINGS = { first: 3, count: 6 }
/** Why a company was dissolved: it is not erased yet. */
const DISSOLVED = [9, 10, 11, 12, 13, 14, 15, 16, 18] as const
const ERASED = 17
const BY_MISTAKE = 19

/**
 * `"legalStatuses"`: several at once, none of them after the other. A company that was dissolved and then erased has
 * both from one day. `nthDissolved` is negative for a company that lived at the time of the init.
 */
export function statusesJson(company: SlovakCompany, nthDissolved: number, traps: SlovakTraps): string[] {
  const { number, established, dissolved } = company
  if (traps.entryByMistake(number)) return [statusJson(BY_MISTAKE, { value: undefined, from: established, to: null })]
  if (dissolved !== null && 0 <= nthDissolved && traps.twoStatuses(nthDissolved)) {
    const codes = [DISSOLVED[(nthDissolved + 1) % DISSOLVED.length]!, ERASED]
    const spell = { value: undefined, from: dissolved, to: null }
    return (nthDissolved % 2 === 0 ? codes : codes.reverse()).map((code) => statusJson(code, spell))
  }
  const codes: number[] = []
  const isDissolved = traps.dissolvedNotErased(number)
  if (traps.legalStatus(number) || (isDissolved && number % 2 === 0)) codes.push(IN_LIQUIDATION)
  if (traps.proceeding(number)) codes.push(PROCEEDINGS.first + (number % PROCEEDINGS.count))
  if (isDissolved) codes.push(DISSOLVED[number % DISSOLVED.length]!)
  if (codes.length === 0 && traps.noRecordStatus(number)) codes.push(NO_RECORD)
  return codes.map((code) => statusJson(code, lifeOf(company)))
}

export function lifeOf(company: SlovakCompany): Spell<undefined> {
  return { value: undefined, from: company.established, to: company.dissolved }
}

function statusJson(code: number, spell: Spell<undefined>): string {
  const value = `{"value":${jsonString(LABELS.get(code)!)},"code":"${code}","codelistCode":"CL010108"}`
  return `{"value":${value},${spellJson(spell)}}`
}
