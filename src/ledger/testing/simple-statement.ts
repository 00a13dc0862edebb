import type { GrantRow } from '../books/rows.ts'
import type { StatementLine } from '../books/statement.ts'
import type { Rows } from '../books/store.ts'
import { readJournal } from './journal.ts'
import { listGrants } from './rows.ts'

/** Builds a statement in the simplest way: it reads the whole journal forward and looks up every line. */
export async function buildSimpleStatement(rows: Rows, account: string, period: string): Promise<StatementLine[]> {
  const grants = new Map((await listGrants(rows)).map((row) => [row.id, row]))
  const states = new Map((await rows.lineStatesAll()).map(({ requestId, state }) => [requestId, state]))
  const subjects = new Map((await rows.subjects()).map((row) => [row.id, row]))
  const before = new Map<GrantRow, number>()
  const found = new Map<string, { -readonly [Key in keyof StatementLine]: StatementLine[Key] }>()
  for await (const batch of readJournal(rows)) {
    for (const { requestId, grant: id, subject, units } of batch.lines) {
      const grant = grants.get(id)!
      const state = states.get(requestId)
      if (state === 'void' || grant.account !== account || grant.period !== period) continue
      const sum = before.get(grant) ?? 0
      if (state === undefined) before.set(grant, sum + units)
      if (state === 'clipped') continue
      const { project, credential, operation } = subjects.get(subject)!
      const key = `${project} ${credential} ${operation}`
      const noUnits = { requests: 0, confirmedUnits: 0, pendingUnits: 0, holdUnits: 0 }
      const line = found.get(key) ?? { project, credential, operation, ...noUnits }
      found.set(key, line)
      line.requests++
      if (state === 'hold') line.holdUnits += units
      else if (state === undefined && grant.state === 'open' && grant.acked <= sum) line.pendingUnits += units
      else line.confirmedUnits += units
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
}
