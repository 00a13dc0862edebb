import type { Command } from 'commander'
import {
  type Account,
  type AccountTransition,
  changeAccountState,
  createAccount,
  listAccounts,
  renameAccount,
  reopenAccount,
  setAccountBudget,
  setAllowance,
  showAccount,
} from '../access/control/accounts.ts'
import type { OperatorControl } from '../access/control/acts.ts'
import { noteCredit } from '../access/control/credits.ts'
import { listProjects } from '../access/control/projects.ts'
import { creditUnits, readAccounts } from '../ledger/accounting.ts'
import { monthAt } from '../ledger/calendar.ts'
import { formatCount, formatNumber } from '../stdx/format-count.ts'
import { InputError } from '../stdx/input-error.ts'
import { pollForAnswer } from '../stdx/poll-for-answer.ts'
import { toOneLine } from '../stdx/to-one-line.ts'
import { addBudgetArguments, formatBudget } from './browser-budget.ts'
import { addAction, type Context } from './context.ts'
import { parseUnits } from './parse.ts'
import { linesOfProject, projectToJson } from './project.ts'
import { booksPlace, readingBooks, tryWithBooks, withBooks } from './with-books.ts'
import { changeControl, unwrapOutcome, withControl, withNewControl } from './with-control.ts'

export function accountCommand(account: Command): void {
  const create = account
    .command('create')
    .description('Create an account. It can call after it is verified.')
    .argument('<name>', 'a name for people')
    .option('--allowance <units>', 'units a month (default: 100000)', parseUnits)
  addAction(create, async (context, name: string, { allowance: allowanceUnits }: { allowance?: number }) => {
    const { account } = await withNewControl(context, async (control) =>
      unwrapOutcome(await createAccount(control, { name, allowanceUnits })),
    )
    context.terminal.line(lineOf(account))
    context.terminal.advise(`Verify it with: regista account verify ${account.id}`)
    context.terminal.json(toJson(account))
  })
  for (const [transition, description] of Object.entries(TRANSITIONS)) {
    const command = account.command(transition).description(description).argument('<id>', 'the id of the account')
    addAction(command, (context, id: string) =>
      runChange(context, (control) => changeAccountState(control, { id, transition: transition as AccountTransition })),
    )
  }
  const reopen = account
    .command('reopen')
    .description('Open an account again that was closed within the last 31 days, in the state that it had.')
    .argument('<id>', 'the id of the account')
  addAction(reopen, (context, id: string) => runChange(context, (control) => reopenAccount(control, id)))
  const rename = account
    .command('rename')
    .description('Give an account another name. Its id, keys and books stay.')
    .argument('<id>', 'the id of the account')
    .argument('<name>', 'a name for people')
  addAction(rename, (context, id: string, name: string) =>
    runChange(context, (control) => renameAccount(control, { id, name })),
  )
  const allowance = account
    .command('allowance')
    .description('Set how many units an account may use in a month, the current one included.')
    .argument('<id>', 'the id of the account')
    .argument('<units>', 'units a month', parseUnits)
  addAction(allowance, (context, id: string, allowanceUnits: number) =>
    runChange(context, (control) => setAllowance(control, { id, allowanceUnits })),
  )
  const budget = account
    .command('browser-budget')
    .description('Limit what browser sessions use in a day. Projects with a budget of their own are not included.')
    .argument('<id>', 'the id of the account')
  addBudgetArguments(budget, async (context, id, settings) => {
    const { account } = await changeControl(context, (control) => setAccountBudget(control, { id, settings }))
    for (const line of linesOf(account)) context.terminal.line(line)
    context.terminal.json(toJson(account))
  })
  const credit = account
    .command('credit')
    .description(
      'Give units of the running month back after a fault of yours. The statement shows them, with the reason.',
    )
    .argument('<id>', 'the id of the account')
    .argument('<units>', 'how many units', parseUnits)
    .requiredOption('--why <reason>', 'the reason, in one line')
    .option('--yes', 'also if it is larger than ten allowances: no credit can be taken back')
  addAction(credit, async (context, id: string, units: number, options: { why: string; yes?: true }) => {
    const why = toOneLine(options.why)
    if (why === '') throw new InputError('a credit needs a reason. Give one with --why.')
    const isConfirmed = options.yes === true
    // Reports missing books before the line is written.
    await withBooks(context, async () => undefined)
    const { credit } = await changeControl(context, (control) =>
      noteCredit(control, { account: id, units, why }, { isConfirmed }),
    )
    const period = await readingBooks(() => creditUnits(booksPlace(context), credit))
    context.terminal.line(`${id} may use ${formatCount(units, 'unit')} more in ${period}`)
    context.terminal.json({ account: id, units, period })
  })
  const list = account.command('list').description('List all accounts.')
  addAction(list, async (context) => {
    const accounts = await withControl(context, listAccounts)
    for (const line of accounts.flatMap(linesOf)) context.terminal.line(line)
    if (accounts.length === 0) context.terminal.advise('There is no account yet. Create one with: regista setup NAME')
    context.terminal.json(accounts.map(toJson))
  })
  const show = account
    .command('show')
    .description('Show one account with what it has used this month, its budgets and its projects.')
    .argument('<id>', 'the id of the account')
  addAction(show, async (context, id: string) => {
    const { account, projects } = await withControl(context, async (control) => ({
      ...unwrapOutcome(await showAccount(control, id)),
      projects: await listProjects(control, id),
    }))
    const { period } = monthAt(context.clock.nowMs())
    const [month] = (await tryWithBooks(context, (books) => readAccounts(books, [id], period))) ?? []
    for (const line of linesOf(account)) context.terminal.line(line)
    if (month !== undefined)
      context.terminal.line(`  ${period}: ${formatNumber(month.spent)} of ${formatNumber(month.allowance)} units used`)
    for (const line of projects.flatMap(linesOfProject)) context.terminal.line(`  ${line}`)
    if (projects.length === 0)
      context.terminal.advise(
        `  It has no project. Create one with: regista project create --account ${id} --name NAME`,
      )
    const confirmedUnits = month?.spent ?? 0
    context.terminal.json({ ...toJson(account), period, confirmedUnits, projects: projects.map(projectToJson) })
  })
}

const TRANSITIONS: Readonly<Record<AccountTransition, string>> = {
  verify: 'Let a new account call.',
  suspend: 'Stop an account. Its requests are rejected within a second.',
  resume: 'Let a suspended account call again.',
  close: 'Close an account. `regista account reopen` undoes it within 31 days.',
}

type ChangeOutcome = Awaited<ReturnType<typeof changeAccountState>>

async function runChange(
  context: Context,
  change: (control: OperatorControl) => Promise<ChangeOutcome>,
): Promise<void> {
  const { account, applied } = await withControl(context, async (control) => {
    const { account } = unwrapOutcome(await change(control))
    return await waitUntilApplied(control, account)
  })
  context.terminal.line(lineOf(account))
  if (!applied)
    context.terminal.line(
      'No server has applied the change yet. A running server does so within a second, else the next one that starts.',
    )
  context.terminal.json({ ...toJson(account), applied })
}

/** Waits a moment for a running server to apply the change to the books, so that the command can report it. */
async function waitUntilApplied(
  control: OperatorControl,
  account: Account,
): Promise<{ account: Account; applied: boolean }> {
  const applied = await pollForAnswer(async () => {
    const now = unwrapOutcome(await showAccount(control, account.id)).account
    return now.appliedAtMs === null ? undefined : now
  })
  return { account: applied ?? account, applied: applied !== undefined }
}

function lineOf({ id, name, state, allowanceUnits }: Account): string {
  return `${id}  ${state.padEnd(9)}  ${formatNumber(allowanceUnits).padStart(13)} units a month  ${toOneLine(name)}`
}

function linesOf(account: Account): string[] {
  return [lineOf(account), ...formatBudget(account.budget)]
}

function toJson({ id, name, state, allowanceUnits, budget }: Account) {
  return { id, name, state, allowanceUnits, browserBudget: budget }
}
