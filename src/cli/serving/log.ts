import { type DestinationStream, pino, stdTimeFunctions } from 'pino'
import type { Log } from '../../http/http.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** One line of JSON for each event. What is secret never comes here: whoever logs names the facts one by one. */
export function makeLog({ level, to }: { readonly level: LogLevel; readonly to: DestinationStream }): Log {
  const formatters = { level: (label: string) => ({ level: label }) }
  return pino({ level, base: null, timestamp: stdTimeFunctions.isoTime, formatters }, to)
}
