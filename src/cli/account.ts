import { type Command, InvalidArgumentError } from 'commander'
import {
  type Account,
  type AccountStep,
  type Control,
  createAccount,
  listAccounts,
  setAccountBudget,
  setAllowance,
  showAccount,
  stepAccount,
} from '../access/access.ts'
import { pollForAnswer } from '../stdx/poll-for-answer.ts'
import { toOneLine } from '../stdx/to-one-line.ts'
import { budgetArguments, budgetLines } from './browser-budget.ts'
import { type Context, type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { grouped } from './terminal.ts'
import { granted, withControl } from './with-control.ts'

export function accountCommand(program: Command): void {
  const account = program.command('account').description('Who may call: open accounts, verify, suspend, close them.')
  const create = account
    .command('create')
    .description('Open an account. It may call when it is verified.')
    .argument('<name>', 'a name for people')
    .option('--allowance <units>', 'units a month (default: 100000)', parseUnits)
  withGlobalOptions(create).action(async (name: string, options: GlobalOptions & { allowance?: number }) => {
    const context = openContext(options)
    const allowance = options.allowance === undefined ? {} : { allowanceUnits: options.allowance }
    const { account } = await withControl(context, async (control) =>
      granted(await createAccount(control, { name, ...allowance })),
    )
    context.terminal.line(`${lineOf(account)}\nVerify it with: regista account verify ${account.id}`)
    context.terminal.json(shown(account))
  })
  for (const [step, description] of Object.entries(STEPS)) {
    const command = account.command(step).description(description).argument('<id>', 'the id of the account')
    withGlobalOptions(command).action(async (id: string, options: GlobalOptions) => {
      await changed(openContext(options), (control) => stepAccount(control, { id, step: step as AccountStep }))
    })
  }
  const allowance = account
    .command('allowance')
    .description('Set what an account may use in a month, this one included.')
    .argument('<id>', 'the id of the account')
    .argument('<units>', 'units a month', parseUnits)
  withGlobalOptions(allowance).action(async (id: string, allowanceUnits: number, options: GlobalOptions) => {
    await changed(openContext(options), (control) => setAllowance(control, { id, allowanceUnits }))
  })
  const budget = account
    .command('browser-budget')
    .description('Limit what browser sessions use in a day; not those of projects that have a budget of their own.')
    .argument('<id>', 'the id of the account')
  budgetArguments(budget, async (id, parts, options) => {
    const context = openContext(options)
    const { account } = await withControl(context, async (control) =>
      granted(await setAccountBudget(control, { id, parts })),
    )
    for (const line of linesOf(account)) context.terminal.line(line)
    context.terminal.json(shown(account))
  })
  const list = account.command('list').description('All accounts.')
  withGlobalOptions(list).action(async (options: GlobalOptions) => {
    const context = openContext(options)
    const accounts = await withControl(context, listAccounts)
    for (const line of accounts.flatMap(linesOf)) context.terminal.line(line)
    if (accounts.length === 0)
      context.terminal.line('There is no account yet. Open one with: regista account create NAME')
    context.terminal.json(accounts.map(shown))
  })
  const show = account.command('show').description('One account.').argument('<id>', 'the id of the account')
  withGlobalOptions(show).action(async (id: string, options: GlobalOptions) => {
    const context = openContext(options)
    const { account } = await withControl(context, async (control) => granted(await showAccount(control, id)))
    for (const line of linesOf(account)) context.terminal.line(line)
    context.terminal.json(shown(account))
  })
}

const STEPS: Readonly<Record<AccountStep, string>> = {
  verify: 'Let a new account call.',
  suspend: 'Stop an account. Its requests are refused within a second.',
  resume: 'Let a suspended account call again.',
  close: 'Close an account for good.',
}

type Changed = Awaited<ReturnType<typeof stepAccount>>

async function changed(context: Context, change: (control: Control) => Promise<Changed>): Promise<void> {
  const { account, applied } = await withControl(context, async (control) => {
    const { account } = granted(await change(control))
    return await untilApplied(control, account)
  })
  context.terminal.line(lineOf(account))
  if (!applied)
    context.terminal.line(
      'No server has applied it yet. A running one does so within a second, else the next one to start.',
    )
  context.terminal.json({ ...shown(account), applied })
}

/** Who asked for a change should see that the books have heard of it. */
async function untilApplied(control: Control, account: Account): Promise<{ account: Account; applied: boolean }> {
  const applied = await pollForAnswer(async () => {
    const now = granted(await showAccount(control, account.id)).account
    return now.appliedAtMs === null ? undefined : now
  })
  return { account: applied ?? account, applied: applied !== undefined }
}

function lineOf({ id, name, state, allowanceUnits }: Account): string {
  return `${id}  ${state.padEnd(9)}  ${grouped(allowanceUnits).padStart(13)} units a month  ${toOneLine(name)}`
}

function linesOf(account: Account): string[] {
  return [lineOf(account), ...budgetLines(account.budget)]
}

function shown({ id, name, state, allowanceUnits, budget }: Account) {
  return { id, name, state, allowanceUnits, browserBudget: budget }
}

export function parseUnits(text: string): number {
  if (!/^[0-9]{1,13}$/.test(text)) throw new InvalidArgumentError('A whole number of units is wanted.')
  return Number(text)
}
