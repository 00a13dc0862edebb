import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'

/** An option of a trial. */
export interface TrialOption<Value> {
  readonly what: string
  /** The name of the value in the help; a flag has none. */
  readonly takes?: string
  readonly choices?: readonly string[]
  /** The value without the option. */
  readonly fallback: Value
  /** Throws if the text is not a value. */
  readonly read?: (text: string) => Value
}

type Options = Readonly<Record<string, TrialOption<unknown>>>

export interface Trial<O extends Options> {
  /** The name of the script in package.json: `torture:kill`. */
  readonly name: string
  readonly what: string
  readonly options: O
}

export type TrialValues<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends TrialOption<infer Value> ? Value : never
}

type Reading<O extends Options> =
  | { readonly outcome: 'parsed'; readonly values: TrialValues<O> }
  | { readonly outcome: 'help'; readonly text: string }
  | { readonly outcome: 'wrong'; readonly message: string }

/**
 * Reads the command line of a trial or benchmark. Ends the process with 2 if it is wrong: a trial that runs zero times
 * because of a typing error would find no fault.
 */
export function readTrialOptions<const O extends Options>(trial: Trial<O>): TrialValues<O> {
  const reading = parseTrial(trial, process.argv.slice(2))
  if (reading.outcome === 'parsed') return reading.values
  if (reading.outcome === 'help') {
    process.stdout.write(reading.text)
    process.exit(0)
  }
  process.stderr.write(`${trial.name}: ${reading.message} (see npm run ${trial.name} -- --help)\n`)
  process.exit(2)
}

export function parseTrial<const O extends Options>(trial: Trial<O>, words: readonly string[]): Reading<O> {
  let help = ''
  const command = new Command(`npm run ${trial.name} --`)
    .description(trial.what)
    .exitOverride()
    .configureOutput({ writeOut: (text) => (help += text), writeErr: () => {}, outputError: () => {} })
  for (const [name, option] of Object.entries(trial.options)) command.addOption(toOption(name, option))
  try {
    command.parse(words, { from: 'user' })
    const fallbacks = Object.entries(trial.options).map(([name, { fallback }]) => [name, fallback])
    return { outcome: 'parsed', values: { ...Object.fromEntries(fallbacks), ...command.opts() } as TrialValues<O> }
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return { outcome: 'help', text: help }
    return { outcome: 'wrong', message: error.message.replace(/^error: /, '').replaceAll('\n', ' ') }
  }
}

function toOption(name: string, { what, takes, choices, fallback, read }: TrialOption<unknown>): Option {
  const option = new Option(takes === undefined ? `--${name}` : `--${name} <${takes}>`, what)
  if (choices !== undefined) option.choices(choices)
  if (read !== undefined) option.argParser(read)
  // The help shows no empty default.
  return fallback ? option.default(fallback) : option
}

/** A number from 1 on. */
export function count<const Fallback extends number | undefined>(
  what: string,
  fallback: Fallback,
): TrialOption<number | Fallback> {
  const read = (given: string) =>
    Number(requireMatch(given, /^[1-9][0-9]{0,14}$/, 'Expected a whole number from 1 on.'))
  return { what, takes: 'n', fallback, read }
}

export function whole<const Fallback extends number | undefined>(
  what: string,
  fallback: Fallback,
): TrialOption<number | Fallback> {
  const read = (given: string) => Number(requireMatch(given, /^[0-9]{1,15}$/, 'Expected a whole number.'))
  return { what, takes: 'n', fallback, read }
}

export const seed: TrialOption<number> = whole('the seed of the random numbers', 1)

export function seconds(what: string, fallback: number): TrialOption<number> {
  const form = /^(?=.*[1-9])[0-9]{1,6}(\.[0-9]{1,3})?$/
  return {
    what,
    takes: 's',
    fallback,
    read: (given) => Number(requireMatch(given, form, 'Expected a number of seconds.')),
  }
}

export function oneOf<const Name extends string, const Fallback extends Name | undefined>(
  what: string,
  choices: readonly Name[],
  fallback: Fallback,
): TrialOption<Name | Fallback> {
  return { what, takes: 'name', choices, fallback }
}

export function text<const Fallback extends string | undefined>(
  what: string,
  fallback: Fallback,
  form = /^/,
): TrialOption<string | Fallback> {
  return {
    what,
    takes: 'text',
    fallback,
    read: (given) => requireMatch(given, form, `Expected a text that matches ${form.source}.`),
  }
}

export function flag(what: string): TrialOption<boolean> {
  return { what, fallback: false }
}

function requireMatch(given: string, form: RegExp, message: string): string {
  if (!form.test(given)) throw new InvalidArgumentError(message)
  return given
}
