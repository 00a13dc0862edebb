import { setTimeout } from 'node:timers/promises'

const LOOK_EVERY_MS = 100
/** Three seconds. */
const LOOKS = 30

/** Looks every 100 ms, for three seconds at most. Undefined: there was no answer in that time. */
export async function pollForAnswer<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let i = 0; i < LOOKS; i++) {
    const answer = await look()
    if (answer !== undefined) return answer
    await setTimeout(LOOK_EVERY_MS)
  }
  return undefined
}
