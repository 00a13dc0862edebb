import { checkAnyAnswer } from './check-answer.ts'
import { sendAnything } from './raw-connection.ts'

/** The maximum number of attempts. Each takes some hundredths of a second. */
const TRIES_MAX = 300

/**
 * Finds fewer bytes that fail too, by leaving out halves, quarters and so on. Undefined if the bytes do not fail again
 * on a connection of their own.
 */
export async function shrunk(port: number, bytes: Buffer): Promise<Buffer | undefined> {
  if (!(await fails(port, bytes))) return undefined
  let least = bytes
  let tries = 0
  for (let size = least.length >> 1; 1 <= size && tries < TRIES_MAX; size >>= 1) {
    for (let at = 0; at < least.length && tries < TRIES_MAX; tries++) {
      const fewer = Buffer.concat([least.subarray(0, at), least.subarray(at + size)])
      if (await fails(port, fewer)) least = fewer
      else at += size
    }
  }
  return least
}

/** Checks the rules for every response. */
async function fails(port: number, bytes: Buffer): Promise<boolean> {
  try {
    for (const reply of await sendAnything(port, { bytes })) checkAnyAnswer(reply)
    return false
  } catch {
    return true
  }
}
