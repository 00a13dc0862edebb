import { type Command, InvalidArgumentError } from 'commander'
import type { BudgetSettings } from '../access/limits/limits.ts'
import { formatCount } from '../stdx/format-count.ts'
import { addAction, type Context } from './context.ts'

/** `project browser-budget` and `account browser-budget` take the same arguments. */
export function addBudgetArguments(
  command: Command,
  set: (context: Context, id: string, settings: BudgetSettings) => Promise<unknown>,
): void {
  command
    .argument('<units>', 'units of all browser sessions in a day, none, or default', parseUnits)
    .option(
      '--address <units>',
      'units of one IPv4 address or IPv6 /64 within it: a number, none, or default',
      parseUnits,
    )
  addAction(command, (context, id: string, all: Units, { address = 'default' }: { address?: Units }) =>
    set(context, id, { all: unitsOf(all), address: unitsOf(address) }),
  )
}

/** Formats the parts of the budget that the operator has set, one line each. */
export function formatBudget({ all, address }: BudgetSettings): string[] {
  return [
    ...(all === undefined ? [] : [`  browser sessions together: ${formatUnits(all)}`]),
    ...(address === undefined ? [] : [`  one address in browser sessions: ${formatUnits(address)}`]),
  ]
}

function formatUnits(units: number | null): string {
  return units === null ? 'no daily budget' : `${formatCount(units, 'unit')} a day`
}

/** Commander treats null and undefined as missing, so other values stand for them. */
type Units = number | 'none' | 'default'

function parseUnits(text: string): Units {
  if (text === 'none' || text === 'default') return text
  if (!/^[1-9][0-9]{0,11}$/.test(text))
    throw new InvalidArgumentError('Expected a whole number of units, none, or default.')
  return Number(text)
}

function unitsOf(units: Units): number | null | undefined {
  if (units === 'default') return undefined
  return units === 'none' ? null : units
}
