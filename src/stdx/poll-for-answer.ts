import { setTimeout } from 'node:timers/promises'

const INTERVAL_MS = 100

/** Calls `read` every 100 ms, for three seconds unless told otherwise. Undefined: there was no answer in that time. */
export async function pollForAnswer<T>(read: () => Promise<T | undefined>, forMs = 3_000): Promise<T | undefined> {
  for (let i = 0; i < forMs / INTERVAL_MS; i++) {
    const answer = await read()
    if (answer !== undefined) return answer
    await setTimeout(INTERVAL_MS)
  }
  return undefined
}
