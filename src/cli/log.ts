import type { Command } from 'commander'
import { type Act, listActs } from '../access/control/acts.ts'
import { isoTime } from '../stdx/clock.ts'
import { toOneLine } from '../stdx/to-one-line.ts'
import { addAction } from './context.ts'
import { wholeNumber } from './parse.ts'
import { withControl } from './with-control.ts'

type LogOptions = { readonly account?: string; readonly limit: number }

export function logCommand(command: Command): void {
  command
    .option('--account <id>', 'only acts on this account, its projects and its keys')
    .option('--limit <count>', 'how many lines, the newest', wholeNumber({ min: 1, max: 10_000 }), 100)
  addAction(command, async (context, { account, limit }: LogOptions) => {
    const acts = (await withControl(context, (control) => listActs(control, { account, limit }))).reverse()
    for (const act of acts) context.terminal.line(formatAct(act))
    if (acts.length === 0) context.terminal.advise('The log has no such act.')
    context.terminal.json(acts.map(({ atMs, ...act }) => ({ at: isoTime(atMs), ...act })))
  })
}

/** One line: time, person and place, act, what changed, request. */
export function formatAct({ atMs, who, via, place, what, account, subject, before, after, requestId }: Act): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changes = names.map((name) => {
    const [was, becomes] = [before?.[name], after?.[name]]
    return was === undefined ? `${name} ${toText(becomes)}` : `${name} ${toText(was)} → ${toText(becomes)}`
  })
  const ids = [...new Set([account, subject])].filter((id) => id !== null).join(' ')
  const request = requestId === null ? [] : [`request ${requestId}`]
  return [isoTime(atMs), `${toOneLine(who)} (${via}, ${place})`, `${what} ${ids}`, ...changes, ...request].join('  ')
}

function toText(value: unknown): string {
  return value === undefined ? 'none' : toOneLine(typeof value === 'string' ? value : JSON.stringify(value))
}
