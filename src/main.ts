import { Command, CommanderError } from 'commander'
import { COMMANDS } from './cli/commands.ts'
import { GivenError } from './stdx/given-error.ts'

/** The executable: the first words of the command line name a file in cli/. Exit codes: 0 done, 1 could not be done, 2 asked wrongly, 130 interrupted. */
export async function main(argv: readonly string[]): Promise<void> {
  const program = new Command('regista')
    .description(
      'Suggestions of Slovak and Czech companies and addresses, from the official registries, on your own server.',
    )
    .helpCommand(false)
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {}, outputError: () => {} })
  for (const command of COMMANDS) command(program)
  everyCommand(program, (command) => {
    command.exitOverride().configureOutput({ writeErr: () => {}, outputError: () => {} })
  })
  try {
    if (argv.length <= 2) return program.outputHelp()
    await program.parseAsync(argv)
  } catch (error) {
    report(error, argv.includes('--json'))
  }
}

function report(error: unknown, json: boolean): void {
  if (error instanceof CommanderError && error.exitCode === 0) return
  if (error instanceof Error && error.name === 'AbortError') {
    process.stderr.write('regista: interrupted; nothing was left half done\n')
    process.exitCode = 130
    return
  }
  const message =
    error instanceof CommanderError ? error.message.replace(/^error: /, '').replaceAll('\n', ' ') : messageOf(error)
  if (json) process.stdout.write(`${JSON.stringify({ error: message })}\n`)
  const help = error instanceof CommanderError ? ' (see --help)' : ''
  process.stderr.write(`regista: ${message}${help}\n`)
  process.exitCode = error instanceof CommanderError ? 2 : 1
}

/** One line for the person; the stack of our own bugs only on request. */
function messageOf(error: unknown): string {
  if (error instanceof GivenError) return error.message
  if (process.env.REGISTA_DEBUG !== undefined && error instanceof Error) return `${error.stack}`
  return `unexpected: ${error instanceof Error ? error.message : String(error)}. This is a fault of Regista; REGISTA_DEBUG=1 shows where.`
}

function everyCommand(command: Command, visit: (command: Command) => void): void {
  visit(command)
  for (const child of command.commands) everyCommand(child, visit)
}
