import { setTimeout as after } from 'node:timers/promises'

/** It is passed in, so that a test of retries takes no time. Rejects when the signal aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export const systemSleep: Sleep = (ms, signal) => after(ms, undefined, signal === undefined ? {} : { signal })
