import { type DestinationStream, pino, stdTimeFunctions } from 'pino'
import type { Log } from '../http/http.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Where the lines go. A stream of Node also says how many characters of them nobody has taken yet. */
interface LogDestination extends DestinationStream {
  readonly writableLength?: number
}

/** Nobody has read the log for so long that it would take up the memory: from here on lines are dropped until somebody reads again. */
const UNREAD_MAX = 2 ** 20

/** One line of JSON for each event. What is secret never comes here: whoever logs names the facts one by one. */
export function makeLog({ level, to }: { readonly level: LogLevel; readonly to: LogDestination }): Log {
  const formatters = { level: (label: string) => ({ level: label }) }
  const unlessUnread = {
    write(line: string): void {
      if ((to.writableLength ?? 0) < UNREAD_MAX) to.write(line)
    },
  }
  return pino({ level, base: null, timestamp: stdTimeFunctions.isoTime, formatters }, unlessUnread)
}
