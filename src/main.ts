import { Command, CommanderError } from 'commander'
import { COMMANDS } from './cli/commands.ts'
import { describeError } from './cli/describe-error.ts'
import { nameDataFolder } from './cli/follow-up.ts'

/** The executable. Exit codes: 0 done, 1 failed, 2 wrong command line, 130 interrupted. */
export async function main(argv: readonly string[]): Promise<void> {
  // `regista doctor | head -3` closes the pipe early; that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  // The log is no longer read, or its disk is full. The server must go on answering.
  process.stderr.on('error', () => {})
  // Without the commands, of which help loads all.
  if (argv[2] === '--version' || argv[2] === '-V')
    return (await import('./cli/version.ts')).printVersion(argv.includes('--json'))
  const program = new Command('regista')
    .description(
      'Suggestions of Slovak and Czech companies and addresses, from the official registries, on your own server.',
    )
    .option('-V, --version', 'print the version, and the formats of files and databases')
    .helpCommand(false)
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {}, outputError: () => {} })
  for (const addCommand of await loadCommands(argv)) addCommand(program)
  visitCommands(program, (command) => {
    command.exitOverride().configureOutput({ writeErr: () => {}, outputError: () => {} })
  })
  try {
    if (argv.length <= 2) return program.outputHelp()
    await program.parseAsync(argv)
  } catch (error) {
    report(error, argv.includes('--json'))
  }
}

/** The named command; all of them for help, and to suggest the one that was meant. */
async function loadCommands([, , name = '']: readonly string[]): Promise<((program: Command) => void)[]> {
  const named = Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]!] : Object.values(COMMANDS)
  return await Promise.all(named.map((load) => load()))
}

/** Erases a bar that stands on the line of a screen. */
const LINE_START = process.stderr.isTTY ? '\r\u001b[2K' : ''

function report(error: unknown, json: boolean): void {
  if (error instanceof CommanderError && error.exitCode === 0) return
  if (error instanceof Error && error.name === 'AbortError') {
    if (json) process.stdout.write(`${JSON.stringify({ error: 'interrupted' })}\n`)
    process.stderr.write(`${LINE_START}regista: interrupted; nothing was left half done\n`)
    process.exitCode = 130
    return
  }
  const message = nameDataFolder(error instanceof CommanderError ? usageMessage(error) : describeError(error))
  if (json) process.stdout.write(`${JSON.stringify({ error: message })}\n`)
  const help = error instanceof CommanderError ? ' (see --help)' : ''
  process.stderr.write(`${LINE_START}regista: ${message}${help}\n`)
  process.exitCode = error instanceof CommanderError ? 2 : 1
}

function usageMessage(error: CommanderError): string {
  if (error.code === 'commander.help') return 'a subcommand is missing'
  return error.message.replace(/^error: /, '').replaceAll('\n', ' ')
}

function visitCommands(command: Command, visit: (command: Command) => void): void {
  visit(command)
  for (const child of command.commands) visitCommands(child, visit)
}
