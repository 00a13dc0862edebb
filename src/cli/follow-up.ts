import { quoteForShell } from '../stdx/quote-for-shell.ts'
import { currentCall } from './shell.ts'

/** A command in a message: between backquotes, or from a colon to the end of the line. */
const COMMAND = /(`|: )((?:regista|npm run -s regista --) [a-z][^`\n]*?)(?=`|$)/gm

/** The same message, whose commands have the data folder that was given to this one: they are pasted as they stand. */
export function nameDataFolder(message: string, argv: readonly string[] = currentCall().argv): string {
  const folder = findDataFolder(argv)
  if (folder === undefined) return message
  return message.replaceAll(COMMAND, (text, start: string, command: string) =>
    command.includes('--data') ? text : `${start}${command.split(' && ').join(` ${folder} && `)} ${folder}`,
  )
}

/** As it was typed, quotes included where the shell needs them. */
function findDataFolder(argv: readonly string[]): string | undefined {
  const at = argv.findLastIndex((word) => word === '--data' || word.startsWith('--data='))
  if (at === -1) return undefined
  const folder = argv[at] === '--data' ? argv[at + 1] : argv[at]!.slice('--data='.length)
  return folder === undefined ? undefined : `--data ${quoteForShell(folder)}`
}
