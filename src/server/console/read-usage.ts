import { showAccount } from '../../access/control/accounts.ts'
import { readNames } from '../../access/control/pages.ts'
import { buildStatement, type Statement } from '../../ledger/accounting.ts'
import { monthAt, monthOf } from '../../ledger/calendar.ts'
import { isoTime } from '../../stdx/clock.ts'
import { toOneLine } from '../../stdx/to-one-line.ts'
import { ConsoleError } from './console-error.ts'
import type { ConsoleSources } from './console-sources.ts'

export interface UsageWanted {
  readonly account: string
  /** Undefined: the running month. */
  readonly period: string | undefined
}

type Line = Statement['lines'][number]
type Units = Pick<Line, 'requests' | 'confirmedUnits'>

/** `/console/api/accounts/ID/usage?period=2026-11`: a month of one account by day, project, key and operation. */
export async function readUsage(sources: ConsoleSources, wanted: UsageWanted) {
  const nowMs = sources.clock.nowMs()
  const period = wanted.period ?? monthAt(nowMs).period
  if (monthOf(period) === undefined)
    throw new ConsoleError('invalid_period', 'The month is not a calendar month. Write it as period=2026-11.')
  const shown = await sources.withControl((control) => showAccount(control, wanted.account))
  if (!('account' in shown))
    throw new ConsoleError('unknown_account', 'There is no account with this id. /console/api/accounts lists them.')
  const found = await sources.withBooks((books) =>
    books.snapshot((rows) => buildStatement(rows, wanted.account, period)),
  )
  if (found.outcome === 'differs')
    throw new ConsoleError(
      'books_differ',
      `The books and their journal disagree (${found.difference}). \`regista audit\` lists all differences.`,
    )
  const { id, name, state, allowanceUnits } = shown.account
  // An account that has never been passed to the books has used nothing.
  const used = found.outcome === 'statement' ? found : nothing(allowanceUnits)
  const names = await sources.withControl((control) => nameLines(control, used.lines))
  return {
    as_of: isoTime(nowMs),
    account: { id, name, state },
    period,
    allowance_units: used.allowanceUnits,
    ...toUnits({ requests: used.lines.reduce((sum, { requests }) => sum + requests, 0), ...used }),
    left_units: used.leftUnits,
    credits: used.credits.map(({ atMs, units, why }) => ({ at: isoTime(atMs), units, why })),
    days: used.days.map((day) => ({ day: day.day, ...toUnits(day) })),
    projects: group(used.lines, ({ project }) => project, names.projects),
    keys: group(used.lines, ({ credential }) => credential, names.credentials),
    operations: group(used.lines, ({ operation }) => operation, new Map()),
    lines: used.lines.map(({ project, credential, operation, ...units }) => ({
      project,
      key: credential,
      operation,
      ...toUnits(units),
    })),
  }
}

function nothing(allowanceUnits: number) {
  return { confirmedUnits: 0, allowanceUnits, leftUnits: allowanceUnits, lines: [], days: [], credits: [] }
}

/** Names for the ids in the books: projects, keys, and the client ids under which browser sessions are charged. */
async function nameLines(control: Parameters<typeof readNames>[0], lines: readonly Line[]) {
  const projects = [...new Set(lines.map(({ project }) => project))]
  const names = await readNames(control, { projects, credentials: [...new Set(lines.map((line) => line.credential))] })
  return {
    projects: new Map([...names.projects].map(([id, { name }]) => [id, toOneLine(name)])),
    credentials: new Map([
      ...[...names.clients].map(([id, { name }]) => [id, `browser sessions of ${name}`] as const),
      ...[...names.keys].map(
        ([id, { name, last4 }]) => [id, `${name === '' ? 'key' : toOneLine(name)} …${last4}`] as const,
      ),
    ]),
  }
}

/** Largest first. */
function group(lines: readonly Line[], keyOf: (line: Line) => string, names: ReadonlyMap<string, string>) {
  const groups = Map.groupBy(lines, keyOf)
  return [...groups]
    .map(([id, ofGroup]) => ({ id, name: names.get(id) ?? id, ...toUnits(sum(ofGroup)) }))
    .sort((a, b) => b.confirmed_units - a.confirmed_units || b.requests - a.requests || (a.id < b.id ? -1 : 1))
}

function sum(lines: readonly Units[]): Units {
  const total = { requests: 0, confirmedUnits: 0 }
  for (const line of lines) {
    total.requests += line.requests
    total.confirmedUnits += line.confirmedUnits
  }
  return total
}

function toUnits({ requests, confirmedUnits }: Units) {
  return { requests, confirmed_units: confirmedUnits }
}
