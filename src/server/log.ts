import { type DestinationStream, pino, stdTimeFunctions } from 'pino'
import type { Log } from '../http/http.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Where the lines go. A Node stream also knows how many characters are not written yet. */
interface LogDestination extends DestinationStream {
  readonly writableLength?: number
}

/** From this many unwritten characters on, lines are dropped: a log that is not read must not fill the memory. */
const UNREAD_MAX = 2 ** 20

/** One line of JSON for each event. Callers log named facts, never whole objects, so no secret gets into a line. */
export function makeLog({ level, to }: { readonly level: LogLevel; readonly to: LogDestination }): Log {
  const formatters = { level: (label: string) => ({ level: label }) }
  const unlessUnread = {
    write(line: string): void {
      if ((to.writableLength ?? 0) < UNREAD_MAX) to.write(line)
    },
  }
  return pino({ level, base: null, timestamp: stdTimeFunctions.isoTime, formatters }, unlessUnread)
}
