import { type Command, InvalidArgumentError } from 'commander'
import { listAccounts, wantedStateOf } from '../access/control/accounts.ts'
import type { OperatorControl } from '../access/control/acts.ts'
import {
  type LastTrustRequest,
  readLastTrustRequest,
  readTrustAnswer,
  requestTrust,
} from '../access/control/control.ts'
import { enforceWithoutServer } from '../ledger/account-differences.ts'
import { type DoubtRow, type NoticeRow, readBooksState } from '../ledger/accounting.ts'
import { isServerRunning, Ledger } from '../ledger/ledger.ts'
import { isoTime } from '../stdx/clock.ts'
import { formatCount } from '../stdx/format-count.ts'
import { InputError } from '../stdx/input-error.ts'
import { pollForAnswer } from '../stdx/poll-for-answer.ts'
import { toOneLine } from '../stdx/to-one-line.ts'
import { addAction, type Context } from './context.ts'
import { nameDataFolder } from './follow-up.ts'
import { wholeNumber } from './parse.ts'
import { currentCall } from './shell.ts'
import { withBooks } from './with-books.ts'
import { hasControl, unwrapOutcome, withControl, withNewControl } from './with-control.ts'

export function accountingCommand(accounting: Command): void {
  const status = accounting
    .command('status')
    .description(
      'List the unresolved doubts in the books, with their ids, and the last trust request. Exit code 1 if there is one.',
    )
  addAction(status, async (context) => {
    const { doubts, notices } = await withBooks(context, (books) => books.snapshot(readBooksState))
    const request = hasControl(context) ? await withControl(context, readLastTrustRequest) : undefined
    const lines = notices.slice(-NOTICES_SHOWN).map(formatNotice)
    print(context, [...lines, ...listDoubts(doubts), ...requestLines(request)])
    context.terminal.json({
      trusted: doubts.length === 0,
      doubts: doubts.map(doubtToJson),
      notices: notices.map(noticeToJson),
      lastTrustRequest: request === undefined ? null : requestToJson(request),
    })
    if (doubts.length !== 0) currentCall().exitCode = 1
  })
  const trust = accounting
    .command('trust')
    .description(
      'Resolve doubts that you have examined. An audit runs first; a doubt about an account with differences stays. Waits for the server that does it. Exit code 1 if one of the named doubts stays.',
    )
    .argument('[id...]', 'the doubts, by the ids that `accounting status` lists', parseDoubtIds)
    .option('--why <reason>', 'what you have examined, in one line')
    .option(
      '--wait <seconds>',
      'how long to wait for a server that does it',
      wholeNumber({ what: 'a whole number of seconds' }),
      WAIT_SECONDS,
    )
  addAction(trust, async (context, ids: readonly number[], options: TrustOptions) => {
    const { why } = options
    if (ids.length === 0) return await refuseUnnamed(trust, context)
    if (why === undefined) return trust.error("error: required option '--why <reason>' not specified")
    const named = findDoubts(ids, await readStandingDoubts(context))
    const answer = await withNewControl(context, (control) =>
      sendTrustRequest(context, control, { why, doubts: named, waitMs: options.wait * 1000 }),
    )
    const doubts = await readStandingDoubts(context)
    print(context, [answer ?? UNANSWERED, ...listDoubts(doubts)])
    context.terminal.json({ answer: answer ?? null, trusted: doubts.length === 0, doubts: doubts.map(doubtToJson) })
    if (answer === undefined || doubts.some(({ id }) => ids.includes(id))) currentCall().exitCode = 1
  })
}

/** The newest notices; `--json` has all of them. */
const NOTICES_SHOWN = 5

const UNANSWERED =
  'No server has answered in this time. A running server answers when it has audited the books, else the next server that starts does. `regista accounting status` shows the result.'

/** A running server audits what is new before it answers. */
const WAIT_SECONDS = 60

interface TrustOptions {
  readonly why?: string
  readonly wait: number
}

/** Lists what the operator may name, and ends the command. */
async function refuseUnnamed(trust: Command, context: Context): Promise<never> {
  const doubts = await readStandingDoubts(context)
  print(context, listDoubts(doubts))
  return trust.error(`error: name the doubts by their ids: ${doubts.map(({ id }) => id).join(' ') || 'there is none'}`)
}

/** Each argument may hold several ids. */
function parseDoubtIds(text: string, before: readonly number[] = []): number[] {
  const ids = text.split(/[\s,]+/).filter((part) => part !== '')
  if (!ids.every((id) => /^[1-9]\d{0,14}$/.test(id)))
    throw new InvalidArgumentError('A doubt is named by its number. `regista accounting status` lists them.')
  return [...before, ...ids.map(Number)]
}

/** Unresolved doubts in the books. A server can have further reasons, which its /readyz names. */
function readStandingDoubts(context: Context): Promise<DoubtRow[]> {
  return withBooks(context, async (books) => (await books.snapshot(readBooksState)).doubts)
}

function findDoubts(ids: readonly number[], standing: readonly DoubtRow[]): DoubtRow[] {
  return [...new Set(ids)].map((id) => {
    const doubt = standing.find((one) => one.id === id)
    if (doubt !== undefined) return doubt
    throw new InputError(`there is no unresolved doubt ${id}. \`regista accounting status\` lists the unresolved ones.`)
  })
}

/** A running server carries out the request; on SQLite this command does so if none runs. Undefined: not yet. */
async function sendTrustRequest(
  context: Context,
  control: OperatorControl,
  { why, doubts, waitMs }: { readonly why: string; readonly doubts: readonly DoubtRow[]; readonly waitMs: number },
): Promise<string | undefined> {
  await using ledger = await openUnlessServed(context, control)
  const { number } = unwrapOutcome(await requestTrust(control, { who: control.actor.who, why, doubts }))
  // Imported here: it loads the whole server, which no other subcommand needs.
  if (ledger !== undefined) await (await import('../server/server.ts')).passTrustRequests(control, ledger)
  return await pollForAnswer(() => readTrustAnswer(control, number), waitMs)
}

/**
 * Opens the ledger unless a server runs on the folder. The lock of the folder decides; no server can start meanwhile.
 * With PostgreSQL a server may run anywhere, and this command must not make a server of this machine.
 */
async function openUnlessServed(
  { dataDir, databaseUrl }: Context,
  control: OperatorControl,
): Promise<Ledger | undefined> {
  if (databaseUrl !== undefined || isServerRunning(dataDir)) return undefined
  try {
    // As a server does: older books lack accounts of charges that opening the ledger puts back.
    await enforceWithoutServer({ data: dataDir, databaseUrl }, (await listAccounts(control)).map(wantedStateOf))
    return await Ledger.open({ data: dataDir, databaseUrl: undefined })
  } catch (error) {
    if (!(error instanceof InputError) || !isServerRunning(dataDir)) throw error
    return undefined
  }
}

function print({ terminal }: Context, lines: readonly string[]): void {
  for (const line of lines) terminal.line(line)
}

function listDoubts(doubts: readonly DoubtRow[]): string[] {
  return [...doubts.map(formatDoubt), ...describeNextSteps(doubts).map((step) => nameDataFolder(step))]
}

function formatDoubt({ id, account, reason, detail, raisedAtMs }: DoubtRow): string {
  return `DOUBT ${id}, ${account ?? 'all accounts'}: ${reason}, ${toOneLine(detail)} (${isoTime(raisedAtMs)})`
}

/** Only a notice about charges that were left out has more lines: one for each charge. */
export function formatNotice({ atMs, reason, detail }: Omit<NoticeRow, 'id'>): string {
  const [first, ...charges] = detail.split('\n')
  return `NOTICE ${reason}, ${first}${charges.length === 0 ? '' : ` ${formatCount(charges.length, 'charge')}`} (${isoTime(atMs)})`
}

function noticeToJson({ atMs, reason, detail }: NoticeRow) {
  return { at: isoTime(atMs), reason, detail: detail.split('\n') }
}

/** What the servers do now, and what the operator can do. */
function describeNextSteps(doubts: readonly DoubtRow[]): string[] {
  if (doubts.length === 0) return ['trusted: the books have no unresolved doubt']
  const isGeneral = doubts.some(({ account }) => account === null)
  const stopped = isGeneral
    ? 'all accounts'
    : `the accounts ${[...new Set(doubts.map(({ account }) => account))].join(', ')}`
  const ids = doubts.map(({ id }) => id).join(' ')
  return [
    `not trusted: the servers refuse ${stopped} with 503 until these doubts are resolved.`,
    'The running servers read the result within a second.',
    `Examine each doubt, run \`regista audit\`, then resolve the examined ones: regista accounting trust ${ids} --why "…"`,
  ]
}

function requestLines(request: LastTrustRequest | undefined): string[] {
  if (request === undefined) return []
  const { requestedAtMs, why, doubts, answer } = request
  const ids = doubts.map(({ id }) => id).join(', ')
  return [
    `last trust request, ${isoTime(requestedAtMs)}, of ${ids}: ${toOneLine(why)}: ${answer ?? 'no server has answered yet'}`,
  ]
}

function doubtToJson({ id, account, reason, detail, raisedAtMs }: DoubtRow) {
  return { id, account, reason, detail, raisedAt: isoTime(raisedAtMs) }
}

function requestToJson({ why, doubts, requestedAtMs, answer }: LastTrustRequest) {
  return { why, doubts: doubts.map(({ id }) => id), requestedAt: isoTime(requestedAtMs), answer: answer ?? null }
}
