import { type Command, InvalidArgumentError } from 'commander'
import type { BudgetSettings } from '../access/limits/limits.ts'
import { formatCount } from '../stdx/format-count.ts'
import { type GlobalOptions, withGlobalOptions } from './context.ts'

/** `project browser-budget` and `account browser-budget` take the same arguments. */
export function addBudgetArguments(
  command: Command,
  set: (id: string, settings: BudgetSettings, options: GlobalOptions) => Promise<void>,
): void {
  command
    .argument('<units>', 'units of all browser sessions in a day, none, or default', parseUnits)
    .option(
      '--address <units>',
      'units of one IPv4 address or IPv6 /64 within it: a number, none, or default',
      parseUnits,
    )
  withGlobalOptions(command).action(async (id: string, all: Units, options: GlobalOptions & { address?: Units }) => {
    await set(id, { all: unitsOf(all), address: unitsOf(options.address ?? 'default') }, options)
  })
}

/** Formats the parts of the budget that the operator has set, one line each. */
export function formatBudget({ all, address }: BudgetSettings): string[] {
  const lines = [
    ...(all === undefined ? [] : [`  browser sessions together: ${formatUnits(all)}`]),
    ...(address === undefined ? [] : [`  one address in browser sessions: ${formatUnits(address)}`]),
  ]
  return lines
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
