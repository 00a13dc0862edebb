import { Command } from 'commander'
import { COMMANDS } from '../../../src/cli/commands.ts'

/** `regista account allowance`, `regista publish`, … */
export async function registaCommands(): Promise<string[]> {
  const program = new Command()
  for (const load of Object.values(COMMANDS)) (await load())(program)
  return program.commands.flatMap((command) =>
    command.commands.length === 0
      ? [`regista ${command.name()}`]
      : command.commands.map((one) => `regista ${command.name()} ${one.name()}`),
  )
}
