import { hash } from 'node:crypto'

/** An account as a number of 52 bits, for shared memory. */
export function accountKey(account: string): number {
  return Number.parseInt(hash('sha256', account, 'hex').slice(0, 13), 16)
}
