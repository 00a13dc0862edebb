import { Command } from 'commander'
import { COMMANDS } from '../../../../src/cli/commands.ts'

/** `regista account allowance`, `regista publish`, … */
export async function registaCommands(): Promise<string[]> {
  const commands = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, { load }]) => {
      const command = new Command(name)
      ;(await load())(command)
      return command
    }),
  )
  return commands.flatMap((command) =>
    command.commands.length === 0
      ? [`regista ${command.name()}`]
      : command.commands.map((one) => `regista ${command.name()} ${one.name()}`),
  )
}
