import { Command, CommanderError } from 'commander'
import { COMMANDS } from './cli/commands.ts'
import { describeError } from './cli/describe-error.ts'
import { nameDataFolder } from './cli/follow-up.ts'
import { parseName } from './cli/parse.ts'
import { readVariables } from './cli/setting.ts'
import { currentCall, processShell, runCall, type Shell } from './cli/shell.ts'
import { withoutControls } from './cli/terminal.ts'

/** The executable as a function. Returns the exit code: 0 done, 1 failed, 2 wrong command line, 130 interrupted. */
export function main(typed: readonly string[], shell: Shell = processShell): Promise<number> {
  // `help import` is `import --help`.
  const argv = typed[2] === 'help' ? [...typed.slice(0, 2), ...typed.slice(3), '--help'] : typed
  return runCall(argv, shell, async () => {
    // Without the commands: scripts ask for the version.
    if (ASKING_FOR_VERSION.has(argv[2]!))
      return (await import('./cli/version.ts')).printVersion(argv.includes('--json'))
    const name = argv.slice(2).find((word) => !word.startsWith('-'))
    try {
      const program = await makeProgram(name)
      if (argv.length <= 2) return program.outputHelp()
      checkCommand(name, argv.slice(2))
      await program.parseAsync(argv)
    } catch (error) {
      report(error, argv.includes('--json'))
    }
  })
}

const ASKING_FOR_VERSION: ReadonlySet<string> = new Set(['version', '--version', '-V', '-v'])

/** Commander says less: nothing of an unknown name beside `--help`, and nothing of an id behind it. */
function checkCommand(name: string | undefined, words: readonly string[]): void {
  const [first = ''] = words
  const [option] = /^--(data|json)\b/.exec(first) ?? []
  if (option !== undefined) throw new CommanderError(2, 'regista.order', `write ${option} behind the command`)
  if (name === undefined || name in COMMANDS) return
  const prefix = words.map((word) => word.slice(0, 4)).find((start) => start in GROUP_OF_ID)
  const hint = `Commands for an id that begins with ${prefix} begin with: regista ${GROUP_OF_ID[prefix!]}`
  if (prefix !== undefined) throw new CommanderError(2, 'regista.unknownName', `there is no command ${name}. ${hint}`)
  parseName('command', toNamed(Object.keys(COMMANDS)), name)
}

const GROUP_OF_ID: Readonly<Record<string, string>> = { acc_: 'account', prj_: 'project', key_: 'key' }

function toNamed(names: readonly string[]): { readonly name: string }[] {
  return names.map((name) => ({ name }))
}

/** With the code of the named command only: help needs no more than their names. */
async function makeProgram(name = ''): Promise<Command> {
  const program = new Command('regista')
    .description(
      'Suggestions of Slovak and Czech companies and addresses, from the official registries, on your own server.',
    )
    .option('-V, --version', 'print the version, and the formats of files and databases')
    .helpCommand(false)
    .hook('preAction', (_, command) => {
      checkValues(command, currentCall().argv)
      readVariables(command, currentCall().env)
    })
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

/** Commander takes the next word for a value, also another option: `--data --json` is no folder. */
function checkValues({ options }: Command, words: readonly string[]): void {
  const find = (word: string | undefined) => options.find(({ long }) => long === word)
  for (const [i, word] of words.entries()) {
    const option = find(word)
    const next = words[i + 1]
    if (option?.required === true && find(next) !== undefined)
      throw new CommanderError(2, 'regista.noValue', `option '${option.flags}' argument missing: ${next} is an option`)
  }
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
  if (error.code === 'commander.unknownCommand')
    parseName('command', toNamed(command.commands.map((one) => one.name())), command.args[0]!)
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
