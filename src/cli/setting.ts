import { type Command, InvalidArgumentError, Option } from 'commander'

/** An option that has a variable too. Commander reads variables only from the environment of the process. */
export class Setting extends Option {
  readonly what: string
  readonly variable: string

  constructor(flags: string, what: string, variable: string) {
    super(flags, `${what} (env: ${variable})`)
    this.what = what
    this.variable = variable
  }
}

/** Sets what the command line left at its default. */
export function readVariables(command: Command, env: Readonly<Record<string, string | undefined>>): void {
  for (const option of command.options) {
    if (!(option instanceof Setting)) continue
    const name = option.attributeName()
    const text = env[option.variable]
    if (text === undefined || command.getOptionValueSource(name) === 'cli') continue
    try {
      command.setOptionValueWithSource(name, option.parseArg?.(text, undefined) ?? text, 'env')
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error
      const where = `option '${option.flags}' value '${text}' from env '${option.variable}'`
      command.error(`error: ${where} is invalid. ${error.message}`, { code: error.code })
    }
  }
}
