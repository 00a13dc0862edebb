import { type Command, InvalidArgumentError } from 'commander'
import { type Act, listActs } from '../access/control/acts.ts'
import { findRefusedRequest } from '../server/server.ts'
import { isoTime } from '../stdx/clock.ts'
import { toOneLine } from '../stdx/to-one-line.ts'
import { addAction, type Context } from './context.ts'
import { wholeNumber } from './parse.ts'
import { withControl } from './with-control.ts'

type LogOptions = { readonly account?: string; readonly request?: string; readonly limit: number }

export function logCommand(command: Command): void {
  command
    .option('--account <id>', 'only acts on this account, its projects and its keys')
    .option(
      '--request <id>',
      'what became of one request: the act of an operator, or an error that a client of this server got within a day',
      parseRequestId,
    )
    .option('--limit <count>', 'how many lines, the newest', wholeNumber({ min: 1, max: 10_000 }), 100)
  addAction(command, async (context, { account, request, limit }: LogOptions) => {
    if (request !== undefined) return await showRequest(context, request)
    const acts = (await withControl(context, (control) => listActs(control, { account, limit }))).reverse()
    for (const act of acts) context.terminal.line(formatAct(act))
    if (acts.length === 0) context.terminal.advise('The log has no such act.')
    context.terminal.json(acts.map(toJson))
  })
}

/** Acts and refused requests have ids of one kind: who has an id need not know which of them it is. */
async function showRequest(context: Context, request: string): Promise<void> {
  const refused = await findRefusedRequest(context.dataDir, request, context.clock.nowMs())
  const acts = await withControl(context, (control) => listActs(control, { request, limit: 1 }))
  for (const act of acts) context.terminal.line(formatAct(act))
  if (refused !== undefined) {
    const { at, operation, code, project } = refused
    context.terminal.line(`${at}  refused  ${operation}: ${code}  ${project ?? 'no project'}  request ${request}`)
  }
  if (refused === undefined && acts.length === 0)
    context.terminal.advise(
      'Neither the log nor the refused requests of the last day have it. Requests that were charged: `regista ledger export`. With several servers, ask on the one that answered.',
    )
  context.terminal.json({ refused: refused ?? null, acts: acts.map(toJson) })
}

function parseRequestId(text: string): string {
  if (/^[0-9a-f]{32}$/.test(text)) return text
  throw new InvalidArgumentError('Expected the 32 hexadecimal digits of a request_id or of the header X-Request-Id.')
}

function toJson({ atMs, ...act }: Act): object {
  return { at: isoTime(atMs), ...act }
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
