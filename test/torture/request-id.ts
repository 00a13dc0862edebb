/**
 * The id of a request has its parameters, so a line in the journal can be checked by itself:
 *
 *     run of a process (8 digits) | thread (2) | number within the thread (8) | account (4) | units (4) | mark (6)
 */
export interface ChargeRequest {
  /** The number that the parent gave to the process. */
  readonly run: number
  readonly thread: number
  readonly counter: number
  /** Its place in the list of accounts. */
  readonly account: number
  readonly units: number
}

const MARK = '5e11e7'

export function requestIdOf({ run, thread, counter, account, units }: ChargeRequest): string {
  return hex(run, 8) + hex(thread, 2) + hex(counter, 8) + hex(account, 4) + hex(units, 4) + MARK
}

/** Undefined if no charging process made this id. */
export function parseRequestId(requestId: string): ChargeRequest | undefined {
  if (!requestId.endsWith(MARK)) return undefined
  const part = (from: number, to: number): number => Number.parseInt(requestId.slice(from, to), 16)
  return { run: part(0, 8), thread: part(8, 10), counter: part(10, 18), account: part(18, 22), units: part(22, 26) }
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
