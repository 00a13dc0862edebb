import type { Command } from 'commander'
import { applyWishes, type Control, lastTrust, requestTrust, type TrustWord, trustAnswer } from '../access/access.ts'
import { booksInUse, type DoubtRow, Ledger } from '../ledger/ledger.ts'
import { isoTime } from '../stdx/clock.ts'
import { GivenError } from '../stdx/given-error.ts'
import { oneLine } from '../stdx/one-line.ts'
import { type Context, type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { untilAnswered } from './until-answered.ts'
import { wishedBooks } from './wished-books.ts'
import { withBooks } from './with-books.ts'
import { granted, withControl } from './with-control.ts'

export function accountingCommand(program: Command): void {
  const accounting = program
    .command('accounting')
    .description('Whether the books are trusted. What is in doubt is not sold.')
  const status = accounting
    .command('status')
    .description('Which doubts stand in the books, and what became of the last word given. Exit code 1 if one stands.')
  withGlobalOptions(status).action(async (options: GlobalOptions) => {
    const context = openContext(options)
    const doubts = await standingDoubts(context)
    const word = await withControl(context, lastTrust)
    tell(context, [...doubts.map(lineOf), doubts.length === 0 ? TRUSTED : UNTRUSTED, ...wordLines(word)])
    context.terminal.json({ trusted: doubts.length === 0, doubts: doubts.map(shown), lastWord: shownWord(word) })
    if (doubts.length !== 0) process.exitCode = 1
  })
  const trust = accounting
    .command('trust')
    .description('You have looked: sell again. It is done after an audit that finds nothing, and kept in the books.')
    .requiredOption('--why <reason>', 'what you have looked at, in one line')
  withGlobalOptions(trust).action(async ({ why, ...options }: GlobalOptions & { why: string }) => {
    const context = openContext(options)
    const seen = await standingDoubts(context)
    const answer = await withControl(context, (control) => give(context, control, { why, seen }))
    const doubts = await standingDoubts(context)
    tell(context, [answer ?? UNANSWERED, ...doubts.map(lineOf)])
    context.terminal.json({ answer: answer ?? null, trusted: doubts.length === 0, doubts: doubts.map(shown) })
    if (answer !== undefined && doubts.length !== 0) process.exitCode = 1
  })
}

const TRUSTED = 'trusted: no doubt stands in the books'
const UNTRUSTED =
  'not trusted: what is in doubt is not sold. Look, run `regista audit`, then say so with: regista accounting trust --why "…"'
const UNANSWERED =
  'No server has answered yet. A running one sums up the journal first, else the next one to start does; `regista accounting status` shows what became of it.'

/**
 * Doubts that nobody has resolved. A server can have reasons of its own besides, and its /readyz names them: `clock` until the clock agrees again or a word of trust is
 * said of it, `commit_unknown` until it is known, `fenced` and `behind` until the server is started again.
 */
function standingDoubts(context: Context): Promise<DoubtRow[]> {
  return withBooks(context, (books) =>
    books.snapshot(async (rows) => (await rows.doubts()).filter(({ resolvedAtMs }) => resolvedAtMs === null)),
  )
}

/** Whoever keeps the books carries out the word: a server, or on SQLite this command if none runs. Undefined: nobody has yet. */
async function give(
  context: Context,
  control: Control,
  { why, seen }: { readonly why: string; readonly seen: readonly DoubtRow[] },
): Promise<string | undefined> {
  await using ledger = await openUnlessServed(context)
  if (ledger !== undefined) refuseUnseen(await standingDoubts(context), seen)
  const { number } = granted(await requestTrust(control, { who: 'operator', why }))
  if (ledger !== undefined) await applyWishes(control, wishedBooks(ledger))
  return await untilAnswered(() => trustAnswer(control, number))
}

/**
 * While it is open no server can start on the folder, and it opens under none that runs: the lock of the folder decides. With PostgreSQL a server may run anywhere, and
 * a node that was never one must not become one by this.
 */
async function openUnlessServed({ dataDir }: Context): Promise<Ledger | undefined> {
  if (process.env.REGISTA_DATABASE_URL) return undefined
  try {
    return await Ledger.open({ data: dataDir, databaseUrl: undefined })
  } catch (error) {
    if (!(error instanceof GivenError) || !booksInUse(dataDir)) throw error
    return undefined
  }
}

/** To open the books is to compare them with what this server remembers. Nobody has looked at what that brings up. */
function refuseUnseen(standing: readonly DoubtRow[], seen: readonly DoubtRow[]): void {
  const known = new Set(seen.map(lineOf))
  const found = standing.find((doubt) => !known.has(lineOf(doubt)))
  if (found === undefined) return
  throw new GivenError(
    `opening the books has brought up a doubt that nobody had seen: ${found.reason}, ${oneLine(found.detail)}. Look at it; if they are right all the same, say so again.`,
  )
}

function tell({ terminal }: Context, lines: readonly string[]): void {
  for (const line of lines) terminal.line(line)
}

function lineOf({ account, reason, detail, raisedAtMs }: DoubtRow): string {
  return `BAD ${account ?? 'all accounts'}: ${reason}, ${oneLine(detail)} (${isoTime(raisedAtMs)})`
}

function wordLines(word: TrustWord | undefined): string[] {
  return word === undefined
    ? []
    : [`last word, ${isoTime(word.wishedAtMs)}: ${oneLine(word.why)}: ${word.answer ?? 'not answered yet'}`]
}

function shown({ account, reason, detail, raisedAtMs }: DoubtRow) {
  return { account, reason, detail, raisedAt: isoTime(raisedAtMs) }
}

function shownWord(word: TrustWord | undefined) {
  return word === undefined ? null : { why: word.why, saidAt: isoTime(word.wishedAtMs), answer: word.answer ?? null }
}
