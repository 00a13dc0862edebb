import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { ReleaseParts } from '../../src/http/served-release.ts'
import type { Asked } from '../../src/http/testing/ask.ts'
import type { Reply } from '../../src/http/testing/reply.ts'
import { type Customer, type CustomerOptions, type Service, startService } from '../../src/http/testing/service.ts'

/** Where a sentence is proved: one service, or several that share one database. */
export interface Scene extends AsyncDisposable {
  readonly nodes: readonly [Service, ...Service[]]
  /** May do everything, and is shared by all tests. */
  readonly customer: Customer
  /** Each request goes to the next node. */
  ask(asked: Asked): Promise<Reply>
  /** A customer that all nodes know. */
  newCustomer(given?: CustomerOptions): Promise<Customer>
  /** Lets all nodes see what was changed in the control database. */
  refresh(): Promise<void>
  /** Moves the clock of all of them while something is done. */
  later<T>(ms: number, work: () => Promise<T>): Promise<T>
}

export async function openScene(
  release: ReleaseParts,
  { nodes: count, databaseUrl }: { readonly nodes: number; readonly databaseUrl?: string },
): Promise<Scene> {
  await using opened = new AsyncDisposableStack()
  const started: Service[] = []
  for (let i = 0; i < count; i++) {
    const first8 = (++services).toString(16).padStart(8, '0')
    let requests = 0
    const newRequestId = () => `${first8}${(++requests).toString(16).padStart(24, '0')}`
    const service = await startService({ release, newRequestId, ...(databaseUrl && { databaseUrl }) })
    started.push(opened.use(service))
  }
  const [first, ...others] = started
  assert(first !== undefined)
  const refresh = async () => {
    for (const node of started) await node.refresh()
  }
  const newCustomer = async (given?: CustomerOptions) => {
    const customer = await first.customer(given)
    for (const node of others) await node.refresh()
    return customer
  }
  const customer = await newCustomer()
  let turn = 0
  const parts = opened.move()
  return {
    nodes: [first, ...others],
    customer,
    newCustomer,
    refresh,
    ask: (asked) => started[turn++ % started.length]!.ask(asked),
    async later(ms, work) {
      for (const { clock } of started) clock.moveMs(ms)
      try {
        return await work()
      } finally {
        for (const { clock } of started) clock.moveMs(-ms)
      }
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** Their requests are in the same books, where no id may come twice. */
let services = 0

/**
 * What nodes tell each other through the books takes them a heartbeat or two: asks until it is so, and fails if that
 * never happens.
 */
export async function becomes<T>(wanted: T, look: () => Promise<T>): Promise<void> {
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const seen = await look()
    if (isSame(seen, wanted)) return
    await setTimeout(LOOK_EVERY_MS)
  }
  assert.deepEqual(await look(), wanted)
}

const LOOK_EVERY_MS = 50
const LOOKS_MAX = 200

function isSame(seen: unknown, wanted: unknown): boolean {
  return JSON.stringify(seen) === JSON.stringify(wanted)
}
