import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { ReleaseParts } from '../../src/http/served-release.ts'
import type { Asked } from '../../src/http/testing/ask.ts'
import type { Reply } from '../../src/http/testing/reply.ts'
import { type Customer, type CustomerOptions, type Service, startService } from '../../src/http/testing/service.ts'
import { until } from '../../src/stdx/testing/until.ts'

/** A request, once it is known in which scene: it has the key of the customer. */
export type Asking = (scene: Scene) => Asked | Promise<Asked>

/** Where a sentence is proved: one service, or several with one database, and a customer that all of them know. */
export interface Scene extends AsyncDisposable {
  readonly servers: readonly [Service, ...Service[]]
  /** May do everything, and is shared by all tests. */
  readonly customer: Customer
  /** The same scene with a customer of its own. */
  withCustomer(given?: CustomerOptions): Promise<Scene>
  /** Each request goes to the next server. */
  ask(asking: Asking): Promise<Reply>
  /** Sends the request to every server. */
  askAll(asking: Asking): Promise<Reply[]>
  /** Requires this response to each request: `200`, or `400 invalid_request`. */
  expect(wanted: string, ...askings: readonly Asking[]): Promise<void>
  /** Lets all servers see what was changed in the control database. */
  refresh(): Promise<void>
  /** Moves the clock of all of them while something is done. */
  later<T>(ms: number, work: () => Promise<T>): Promise<T>
}

export async function openScene(
  release: ReleaseParts,
  { servers: count, databaseUrl }: { readonly servers: number; readonly databaseUrl?: string },
): Promise<Scene> {
  await using opened = new AsyncDisposableStack()
  const started: Service[] = []
  for (let i = 0; i < count; i++) {
    const first8 = (++services).toString(16).padStart(8, '0')
    let requests = 0
    const newRequestId = () => `${first8}${(++requests).toString(16).padStart(24, '0')}`
    started.push(opened.use(await startService({ release, newRequestId, ...(databaseUrl && { databaseUrl }) })))
  }
  const [first, ...others] = started
  assert(first !== undefined)
  const customerOfAll = async (given?: CustomerOptions) => {
    const customer = await first.customer(given)
    for (const server of others) await server.refresh()
    return customer
  }
  let turn = 0
  const customer = await customerOfAll()
  const parts = opened.move()
  const scene: Scene = {
    servers: [first, ...others],
    customer,
    async withCustomer(given) {
      return { ...this, customer: await customerOfAll(given) }
    },
    async ask(asking) {
      return await started[turn++ % started.length]!.ask(await asking(this))
    },
    async askAll(asking) {
      const replies: Reply[] = []
      for (const server of started) replies.push(await server.ask(await asking(this)))
      return replies
    },
    async expect(wanted, ...askings) {
      assert(0 < askings.length)
      for (const asking of askings) {
        const reply = await this.ask(asking)
        assert.equal(outcomeOf(reply), wanted, reply.text)
      }
    },
    async refresh() {
      for (const server of started) await server.refresh()
    },
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
  return scene
}

/** Their requests are in the same books, where no id may come twice. */
let services = 0

/** `200`, or the status and the code of an error. */
export function outcomeOf({ status, json }: Reply): string {
  return json.error === undefined ? `${status}` : `${status} ${json.error.code}`
}

/** What servers tell each other through the books takes them a heartbeat or two. */
export async function becomes<T>(wanted: T, look: () => Promise<T>): Promise<void> {
  await until<T>(look, JSON.stringify(wanted), (seen) => isDeepStrictEqual(seen, wanted))
}
