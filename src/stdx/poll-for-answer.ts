import { setTimeout } from 'node:timers/promises'

const INTERVAL_MS = 100
/** Three seconds. */
const ATTEMPTS = 30

/** Calls `read` every 100 ms for at most three seconds. Undefined: there was no answer in that time. */
export async function pollForAnswer<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let i = 0; i < ATTEMPTS; i++) {
    const answer = await read()
    if (answer !== undefined) return answer
    await setTimeout(INTERVAL_MS)
  }
  return undefined
}
