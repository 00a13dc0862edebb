import { type Command, InvalidArgumentError } from 'commander'
import { parseOrigin } from '../access/access.ts'
import { createCustomer } from '../access/control/customers.ts'
import { ReleaseFolder } from '../release/release.ts'
import { isoDay, isoTime } from '../stdx/clock.ts'
import { formatCount } from '../stdx/format-count.ts'
import { addAction, releasesDir } from './context.ts'
import { KEY_ADVICE } from './key.ts'
import { parseUnits } from './parse.ts'
import { currentCall } from './shell.ts'
import { unwrapOutcome, withNewControl } from './with-control.ts'

interface SetupOptions {
  readonly origin?: readonly string[]
  readonly allowance?: number
}

export function setupCommand(command: Command): void {
  command
    .argument('<name>', 'a name for people, of the account and of its project')
    .option('--origin <origin>', 'a web site that may use it: https://www.example.com; may be repeated', parseOrigins)
    .option('--allowance <units>', 'units a month (default: 100000)', parseUnits)
  addAction(command, async (context, name: string, { origin: origins = [], allowance }: SetupOptions) => {
    const { account, project, key, text } = await withNewControl(context, async (control) =>
      unwrapOutcome(await createCustomer(control, { name, allowanceUnits: allowance, origins })),
    )
    const { REGISTA_PORT: port = 8080, REGISTA_STORE: store } = currentCall().env
    const example = `curl -H 'Authorization: Bearer ${text}' 'http://127.0.0.1:${port}/v1/autocomplete/companies?country=sk&q=mlyn'`
    const isPublished = store || new ReleaseFolder(releasesDir(context)).currentId() !== null
    const lines = [
      `account ${account.id}, ${account.state}, ${formatCount(account.allowanceUnits, 'unit')} a month`,
      `project ${project.id}, web sites ${project.origins.join(', ') || 'none'}`,
      `client id for web pages ${project.clientId}`,
      `key ${key.id}, until ${isoDay(key.expiresAtMs)}: ${text}`,
      KEY_ADVICE,
      '',
      ...(isPublished ? [] : ['Nothing is published yet. Get data first: regista sync && regista publish']),
      'Start the server: regista serve',
      `Then try the key: ${example}`,
    ]
    for (const line of lines) context.terminal.advise(line)
    context.terminal.json({
      accountId: account.id,
      state: account.state,
      allowanceUnits: account.allowanceUnits,
      projectId: project.id,
      clientId: project.clientId,
      origins: project.origins,
      keyId: key.id,
      key: text,
      expiresAt: isoTime(key.expiresAtMs),
    })
  })
}

function parseOrigins(text: string, before: readonly string[] = []): readonly string[] {
  const parsed = parseOrigin(text)
  if ('sentence' in parsed) throw new InvalidArgumentError(parsed.sentence)
  return [...before, parsed.origin]
}
