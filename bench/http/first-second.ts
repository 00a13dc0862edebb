import { putLoad } from './load.ts'
import type { Requests } from './requests.ts'
import type { BenchServer } from './servers.ts'

/** Requests a second: far below what a server can do, so that only cold code is slow. */
const RATE = 800
const SECOND_MS = 1_000
const WARM_UP_MS = 10_000

/** A server that has just become ready, and the same one when it is warm. p99 in ms. */
export interface FirstSecond {
  readonly first: number
  readonly warm: number
}

/** The calmest of several starts: the one with the least p99 in its first second. */
export async function timeFirstSecond(
  start: () => Promise<BenchServer>,
  { requests, threads, rounds }: { readonly requests: Requests; readonly threads: number; readonly rounds: number },
): Promise<FirstSecond> {
  const all: FirstSecond[] = []
  for (let round = 0; round < rounds; round++) {
    const server = await start()
    const load = (ms: number) =>
      putLoad({ port: server.port, requests, connections: 32, threads, ms, rate: RATE }).then(({ p99 }) => p99)
    const first = await load(SECOND_MS)
    await load(WARM_UP_MS)
    const warm = Math.min(await load(SECOND_MS), await load(SECOND_MS), await load(SECOND_MS))
    all.push({ first, warm })
    await server.stop()
  }
  return all.toSorted((a, b) => a.first - b.first)[0]!
}

export function formatFirstSecond({ first, warm }: FirstSecond): string {
  return `The first second after a start at ${RATE}/s on 32 connections: p99 ${first.toFixed(1)} ms; warm, the best of three seconds: ${warm.toFixed(1)} ms; ${(first / warm).toFixed(1)} ×. The goal is at most 2 ×.`
}
