import type { Queries } from '../../storage/storage.ts'
import { findLimitProblem } from '../limits/limit-file.ts'
import { type Limit, PROJECT_LIMIT_NAMES, type ProjectLimitName, type ProjectLimits } from '../limits/limit-settings.ts'
import { type IdList, matchIds } from './id-list.ts'
import { invalid, type OperatorMistake } from './operator-mistake.ts'

/** The limits to set; null removes one, and a limit that is not in it stays. */
export type LimitChanges = { readonly [name in ProjectLimitName]?: Limit | null | undefined }

export function checkLimits(changes: LimitChanges): OperatorMistake | undefined {
  for (const [name, limit] of entriesOf(changes)) {
    const problem = limit === null ? undefined : findLimitProblem(name, limit)
    if (problem !== undefined) return invalid(`The limit ${name}: ${problem}`)
  }
  return undefined
}

export async function putLimits(queries: Queries, project: string, changes: LimitChanges): Promise<void> {
  for (const [name, limit] of entriesOf(changes)) {
    await queries.run('delete from control_limit where project = $1 and name = $2', project, name)
    if (limit === null) continue
    const sql = 'insert into control_limit (project, name, rate, burst) values ($1, $2, $3, $4)'
    await queries.run(sql, project, name, limit.rate, limit.burst)
  }
}

/** By project, of all or of some. Projects without limits of their own are not in it. */
export async function readLimits(
  queries: Queries,
  projects?: string | IdList,
): Promise<ReadonlyMap<string, ProjectLimits>> {
  const { where, values } = matchIds('project', projects)
  const sql = `select project, name, rate, burst from control_limit${where} order by project, name`
  const rows = await queries.query<readonly [string, ProjectLimitName, number, number]>(sql, ...values)
  return new Map(
    [...Map.groupBy(rows, ([project]) => project)].map(([project, own]) => [
      project,
      Object.fromEntries(own.map(([, name, rate, burst]) => [name, { rate, burst }])),
    ]),
  )
}

export function isSame(before: ProjectLimits, changes: LimitChanges): boolean {
  return entriesOf(changes).every(([name, limit]) => {
    const { [name]: own = null } = before
    return own?.rate === limit?.rate && own?.burst === limit?.burst
  })
}

function entriesOf(changes: LimitChanges): [ProjectLimitName, Limit | null][] {
  return PROJECT_LIMIT_NAMES.flatMap((name) => {
    const limit = changes[name]
    return limit === undefined ? [] : [[name, limit]]
  })
}
