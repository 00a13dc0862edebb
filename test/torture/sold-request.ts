/**
 * The id of a request says what it was for, so that a line in the journal can be judged by itself:
 *
 *     life of a process (8 digits) | thread (2) | number within the thread (8) | account (4) | units (4) | mark (6)
 */
export interface SoldRequest {
  /** A number that the parent gives to every process it starts. */
  readonly life: number
  readonly thread: number
  readonly counter: number
  /** Its place in the list of accounts. */
  readonly account: number
  readonly units: number
}

const MARK = '5e11e7'

export function requestIdOf({ life, thread, counter, account, units }: SoldRequest): string {
  return hex(life, 8) + hex(thread, 2) + hex(counter, 8) + hex(account, 4) + hex(units, 4) + MARK
}

/** Undefined: no seller made this id. */
export function chargeRequest(requestId: string): SoldRequest | undefined {
  if (!requestId.endsWith(MARK)) return undefined
  const part = (from: number, to: number): number => Number.parseInt(requestId.slice(from, to), 16)
  return { life: part(0, 8), thread: part(8, 10), counter: part(10, 18), account: part(18, 22), units: part(22, 26) }
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
