import { type Command, Option } from 'commander'
import { rotateSessionKeys } from '../access/control/control.ts'
import {
  addOperator,
  listOperators,
  type Operator,
  ROLES,
  type Role,
  revokeOperator,
} from '../access/control/operators.ts'
import { isoDay, isoTime } from '../stdx/clock.ts'
import { formatNumber } from '../stdx/format-count.ts'
import { addAction } from './context.ts'
import { parseUnits, wholeNumber } from './parse.ts'
import { parseScopeList } from './parse-scopes.ts'
import { changeControl, unwrapOutcome, withControl, withNewControl } from './with-control.ts'

interface AddOptions {
  readonly role: Role
  readonly days?: number
  readonly maxAllowance?: number
  readonly scopes?: readonly string[]
}

export function operatorCommand(operator: Command): void {
  const add = operator
    .command('add')
    .description('Make a token for the API of operators. It is shown once and is not stored.')
    .argument('<name>', 'of the person or program, for the log: small letters, digits and hyphens')
    .addOption(
      new Option(
        '--role <role>',
        'read: sees; provision: makes and changes customers; operate: also credits, trusts, closes, rotates session keys',
      )
        .choices(ROLES)
        .makeOptionMandatory(),
    )
    .option('--days <days>', 'how long it works (default: until it is revoked)', wholeNumber({ min: 1, max: 3650 }))
    .option('--max-allowance <units>', 'the largest allowance that it may give (default: any)', parseUnits)
    .option('--scopes <scopes>', 'the scopes that it may give (default: all)', parseScopeList)
  addAction(add, async (context, name: string, { maxAllowance: allowanceMaxUnits, ...options }: AddOptions) => {
    const { operator, text } = await withNewControl(context, async (control) =>
      unwrapOutcome(await addOperator(control, { name, allowanceMaxUnits, ...options })),
    )
    context.terminal.line(`${text}\n${lineOf(operator)}\nIt is shown only now. Keep it secret.`)
    context.terminal.json({ ...toJson(operator), token: text })
  })
  const revoke = operator
    .command('revoke')
    .description('Revoke the token of an operator, at once and for good.')
    .argument('<name>', 'of the operator')
  addAction(revoke, async (context, name: string) => {
    const { operator } = await changeControl(context, (control) => revokeOperator(control, name))
    context.terminal.line(lineOf(operator))
    context.terminal.json(toJson(operator))
  })
  const rotate = operator
    .command('rotate-sessions')
    .description('Add a secret for browser sessions now. After a leak, do it again 15 minutes later.')
  addAction(rotate, async (context) => {
    const done = await changeControl(context, rotateSessionKeys)
    context.terminal.line('The servers seal new browser sessions with the new secret in a minute.')
    context.terminal.json(done)
  })
  const list = operator.command('list').description('List the operators with their roles and bounds.')
  addAction(list, async (context) => {
    const operators = await withControl(context, listOperators)
    for (const one of operators) context.terminal.line(lineOf(one))
    if (operators.length === 0)
      context.terminal.advise('There is no operator yet. Add one with: regista operator add NAME --role ROLE')
    context.terminal.json(operators.map(toJson))
  })
}

function lineOf({ name, role, last4, allowanceMaxUnits, scopes, expiresAtMs, revokedAtMs }: Operator): string {
  const end = expiresAtMs === null ? 'without end' : `until ${isoDay(expiresAtMs)}`
  const state = revokedAtMs === null ? end : `revoked ${isoDay(revokedAtMs)}`
  const most = allowanceMaxUnits === null ? 'any allowance' : `at most ${formatNumber(allowanceMaxUnits)} units`
  return `${name}  ${role}  …${last4}  ${state}  ${most}  ${scopes.join(', ')}`
}

function toJson({ name, role, last4, allowanceMaxUnits, scopes, expiresAtMs, revokedAtMs }: Operator) {
  const [expiresAt, revokedAt] = [expiresAtMs, revokedAtMs].map((ms) => (ms === null ? null : isoTime(ms)))
  return { name, role, last4, allowanceMaxUnits, scopes, expiresAt, revokedAt }
}
