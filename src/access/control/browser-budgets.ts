import type { Queries } from '../../storage/storage.ts'
import type { BudgetSettings } from '../limits/browser-budget.ts'
import { type IdList, matchIds } from './id-list.ts'
import { invalid, type OperatorMistake } from './operator-mistake.ts'

export function checkBudget(settings: BudgetSettings): OperatorMistake | undefined {
  for (const part of PARTS) {
    const units = settings[part]
    if (units === undefined || units === null || (Number.isSafeInteger(units) && 0 < units)) continue
    return invalid('A daily budget is a whole number of units, at least 1, or none.')
  }
  return undefined
}

/** `owner`: the id of an account or a project. A part that is undefined returns to the default. */
export async function putBudget(
  queries: Queries,
  owner: string,
  settings: BudgetSettings,
): Promise<'changed' | 'unchanged'> {
  const before = (await readBudgets(queries, owner)).get(owner)
  if (before?.all === settings.all && before?.address === settings.address) return 'unchanged'
  await queries.run('delete from control_browser_budget where owner = $1', owner)
  for (const part of PARTS) {
    const units = settings[part]
    if (units === undefined) continue
    const sql = 'insert into control_browser_budget (owner, part, units_daily) values ($1, $2, $3)'
    await queries.run(sql, owner, part, units)
  }
  return 'changed'
}

/** By the id of the account or project, of all or of some. Those with the default are not in it. */
export async function readBudgets(
  queries: Queries,
  owners?: string | IdList,
): Promise<ReadonlyMap<string, BudgetSettings>> {
  const { where, values } = matchIds('owner', owners)
  const sql = `select owner, part, units_daily from control_browser_budget${where} order by owner, part`
  const budgets = new Map<string, { all?: number | null; address?: number | null }>()
  const rows = await queries.query<readonly [string, 'all' | 'address', number | null]>(sql, ...values)
  for (const [owner, part, units] of rows) budgets.getOrInsertComputed(owner, () => ({}))[part] = units
  return budgets
}

const PARTS = ['all', 'address'] as const
