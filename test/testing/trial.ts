import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'

/** What may be said to a trial. */
export interface TrialOption<Value> {
  readonly what: string
  /** What stands for the value in the help; a flag has none. */
  readonly takes?: string
  readonly choices?: readonly string[]
  /** If nothing is said. */
  readonly otherwise: Value
  /** Throws if the text is no such value. */
  readonly read?: (text: string) => Value
}

type Options = Readonly<Record<string, TrialOption<unknown>>>

export interface Trial<O extends Options> {
  /** `torture:kill`, as package.json names it. */
  readonly name: string
  readonly what: string
  readonly options: O
}

export type Said<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends TrialOption<infer Value> ? Value : never
}

type Reading<O extends Options> =
  | { readonly outcome: 'said'; readonly said: Said<O> }
  | { readonly outcome: 'help'; readonly text: string }
  | { readonly outcome: 'wrong'; readonly message: string }

/**
 * A trial or benchmark that is asked wrongly says so and ends with 2: one that runs no times because of a slip of the
 * hand finds nothing wrong either.
 */
export function sayTrial<const O extends Options>(trial: Trial<O>): Said<O> {
  const reading = readTrial(trial, process.argv.slice(2))
  if (reading.outcome === 'said') return reading.said
  if (reading.outcome === 'help') {
    process.stdout.write(reading.text)
    process.exit(0)
  }
  process.stderr.write(`${trial.name}: ${reading.message} (see npm run ${trial.name} -- --help)\n`)
  process.exit(2)
}

export function readTrial<const O extends Options>(trial: Trial<O>, words: readonly string[]): Reading<O> {
  let help = ''
  const command = new Command(`npm run ${trial.name} --`)
    .description(trial.what)
    .exitOverride()
    .configureOutput({ writeOut: (text) => (help += text), writeErr: () => {}, outputError: () => {} })
  for (const [name, option] of Object.entries(trial.options)) command.addOption(asked(name, option))
  try {
    command.parse(words, { from: 'user' })
    const unsaid = Object.entries(trial.options).map(([name, { otherwise }]) => [name, otherwise])
    return { outcome: 'said', said: { ...Object.fromEntries(unsaid), ...command.opts() } as Said<O> }
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return { outcome: 'help', text: help }
    return { outcome: 'wrong', message: error.message.replace(/^error: /, '').replaceAll('\n', ' ') }
  }
}

function asked(name: string, { what, takes, choices, otherwise, read }: TrialOption<unknown>): Option {
  const option = new Option(takes === undefined ? `--${name}` : `--${name} <${takes}>`, what)
  if (choices !== undefined) option.choices(choices)
  if (read !== undefined) option.argParser(read)
  // Said in the help only where it says something.
  return otherwise ? option.default(otherwise) : option
}

/** How often, how many: once at least. */
export function count<const Otherwise extends number | undefined>(
  what: string,
  otherwise: Otherwise,
): TrialOption<number | Otherwise> {
  const read = (given: string) => Number(matching(given, /^[1-9][0-9]{0,14}$/, 'A number from 1 on is wanted.'))
  return { what, takes: 'n', otherwise, read }
}

export function whole<const Otherwise extends number | undefined>(
  what: string,
  otherwise: Otherwise,
): TrialOption<number | Otherwise> {
  const read = (given: string) => Number(matching(given, /^[0-9]{1,15}$/, 'A whole number is wanted.'))
  return { what, takes: 'n', otherwise, read }
}

export const seed: TrialOption<number> = whole('where chance begins', 1)

export function seconds(what: string, otherwise: number): TrialOption<number> {
  const form = /^(?=.*[1-9])[0-9]{1,6}(\.[0-9]{1,3})?$/
  return { what, takes: 's', otherwise, read: (given) => Number(matching(given, form, 'Seconds are wanted.')) }
}

export function oneOf<const Name extends string, const Otherwise extends Name | undefined>(
  what: string,
  choices: readonly Name[],
  otherwise: Otherwise,
): TrialOption<Name | Otherwise> {
  return { what, takes: 'name', choices, otherwise }
}

export function text<const Otherwise extends string | undefined>(
  what: string,
  otherwise: Otherwise,
  form = /^/,
): TrialOption<string | Otherwise> {
  return { what, takes: 'text', otherwise, read: (given) => matching(given, form, `It has to be like ${form.source}.`) }
}

export function flag(what: string): TrialOption<boolean> {
  return { what, otherwise: false }
}

function matching(given: string, form: RegExp, wanted: string): string {
  if (!form.test(given)) throw new InvalidArgumentError(wanted)
  return given
}
