import { Command, CommanderError } from 'commander'
import { COMMANDS } from './cli/commands.ts'
import { describeError } from './cli/describe-error.ts'
import { nameDataFolder } from './cli/follow-up.ts'
import { readVariables } from './cli/setting.ts'
import { currentCall, processShell, runCall, type Shell } from './cli/shell.ts'
import { withoutControls } from './cli/terminal.ts'

/** The executable as a function. Returns the exit code: 0 done, 1 failed, 2 wrong command line, 130 interrupted. */
export function main(typed: readonly string[], shell: Shell = processShell): Promise<number> {
  // `help import` is `import --help`.
  const argv = typed[2] === 'help' ? [...typed.slice(0, 2), ...typed.slice(3), '--help'] : typed
  return runCall(argv, shell, async () => {
    // Without the commands: scripts ask for the version.
    if (argv[2] === '--version' || argv[2] === '-V')
      return (await import('./cli/version.ts')).printVersion(argv.includes('--json'))
    const program = await makeProgram(argv.slice(2).find((word) => !word.startsWith('-')))
    try {
      if (argv.length <= 2) return program.outputHelp()
      await program.parseAsync(argv)
    } catch (error) {
      report(error, argv.includes('--json'))
    }
  })
}

/** With the code of the named command only: help needs no more than their names. */
async function makeProgram(name = ''): Promise<Command> {
  const program = new Command('regista')
    .description(
      'Suggestions of Slovak and Czech companies and addresses, from the official registries, on your own server.',
    )
    .option('-V, --version', 'print the version, and the formats of files and databases')
    .helpCommand(false)
    .hook('preAction', (_, command) => readVariables(command, currentCall().env))
  for (const [one, { description, load }] of Object.entries(COMMANDS)) {
    const command = program.command(one).description(description)
    if (one === name) (await load())(command)
  }
  visitCommands(program, (command) =>
    command
      .exitOverride((error) => rejectUsage(command, error))
      .showHelpAfterError(false)
      .configureOutput(OUTPUT),
  )
  return program
}

const OUTPUT = { writeOut: writeHelp, writeErr: () => {}, outputError: () => {} }

function writeHelp(text: string): void {
  currentCall().stdout.write(text)
}

function report(error: unknown, json: boolean): void {
  if (error instanceof CommanderError && error.exitCode === 0) return
  const call = currentCall()
  /** Erases a bar that stands on the line of a screen. */
  const lineStart = call.stderr.isTTY ? '\r\u001b[2K' : ''
  if (error instanceof Error && error.name === 'AbortError') {
    if (json) call.stdout.write(`${JSON.stringify({ error: 'interrupted' })}\n`)
    call.stderr.write(`${lineStart}regista: interrupted; nothing was left half done\n`)
    call.exitCode = 130
    return
  }
  const text = error instanceof CommanderError ? usageMessage(error) : describeError(error)
  const message = withoutControls(nameDataFolder(text))
  if (json) call.stdout.write(`${JSON.stringify({ error: message })}\n`)
  const help = error instanceof CommanderError ? ' (see --help)' : ''
  call.stderr.write(`${lineStart}regista: ${message}${help}\n`)
  call.exitCode = error instanceof CommanderError ? 2 : 1
}

/** Says in our words what commander refuses. */
function rejectUsage(command: Command, error: CommanderError): never {
  if (error.code === 'commander.excessArguments') {
    const options = command.options.filter(({ long, required }) => required && long !== '--data')
    const unwanted = command.args.slice(command.registeredArguments.length).join(' ')
    const names = options.length < 4 ? `: ${options.map(({ flags }) => flags).join(', ')}` : ''
    const hint = options.length === 0 ? '' : `. Give a value with its option${names}`
    error.message = `unexpected argument '${unwanted}'${hint}`
  }
  throw error
}

function usageMessage(error: CommanderError): string {
  if (error.code === 'commander.help') return 'a subcommand is missing'
  return error.message
    .replace(/^error: /, '')
    .replace(/^command-argument value '(.*)' is invalid for argument '([a-z]+)'/s, "$2 '$1' is invalid")
    .replaceAll('\n', ' ')
}

function visitCommands(command: Command, visit: (command: Command) => void): void {
  visit(command)
  for (const child of command.commands) visitCommands(child, visit)
}
