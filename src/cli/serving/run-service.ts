import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import {
  Concurrency,
  Limiter,
  type LimitSettings,
  LimitTable,
  NO_PROXIES,
  type OriginPolicy,
} from '../../access/access.ts'
import { buildServer, makeLog } from '../../http/http.ts'
import { Ledger } from '../../ledger/ledger.ts'
import { ReleaseFolder } from '../../release/release.ts'
import type { Clock } from '../../stdx/clock.ts'
import { GivenError } from '../../stdx/given-error.ts'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import { adminServer } from './admin-server.ts'

import { watchAccess } from './watched-access.ts'
import { watchRelease } from './watched-release.ts'

export interface ServiceOptions {
  readonly data: string
  readonly databaseUrl: string | undefined
  readonly releases: string
  readonly host: string
  readonly port: number
  readonly adminPort: number
  readonly limits: LimitSettings
  readonly policy: OriginPolicy
  readonly clock: Clock
  /** Ends the service in good order. */
  readonly stop: AbortSignal
}

/** Entries of the table of limits: addresses and credentials that call within the same minute. */
const LIMIT_ENTRIES = 2 ** 18

/** The only place where the parts of the service meet. Opened in this order, closed in the other: the last thing that ends is the books. */
export async function runService(options: ServiceOptions, whenReady: () => void | Promise<void>): Promise<void> {
  const { data, databaseUrl, clock, policy } = options
  const log = makeLog({ level: 'info', to: process.stderr })
  if (policy !== 'https') log.warn({ policy }, 'web pages on http://localhost are let in: for development only')
  const trouble = (text: string): void => log.error({ trouble: text }, 'the books')
  await using ledger = await Ledger.open({ data, databaseUrl, audits: 'hourly', trouble })
  await using access = await watchAccess({ data, databaseUrl, policy, ledger, clock, log })
  using release = watchRelease(new ReleaseFolder(options.releases), log)
  const server = buildServer({
    ...{ clock, monotonic: monotonicClock, newRequestId, ledger, log },
    access: { view: () => access.view(), isFresh: () => access.isFresh(), proxies: NO_PROXIES },
    limits: {
      limiter: new Limiter(LimitTable.make({ entries: LIMIT_ENTRIES, nowMs: clock.nowMs() }), {
        settings: options.limits,
      }),
      concurrency: Concurrency.make({ threads: 1 }),
      thread: 0,
      concurrentMax: options.limits.concurrent?.burst ?? null,
    },
    release: () => release.served(),
  })
  const admin = adminServer({
    async problems() {
      const trust = await ledger.trustStatus()
      return [
        ...(release.served() === undefined ? ['nothing is published'] : []),
        ...[release.problem() ?? []].flat(),
        ...(access.isFresh() ? [] : ['the control database does not answer']),
        ...trust.reasons.map(({ reason, detail }) => `the books are not trusted: ${reason}, ${detail}`),
      ]
    },
    metrics: () => ledger.counters(),
  })
  try {
    await listening(
      server.server,
      () => server.listen({ port: options.port, host: options.host }),
      options.port,
      '--port',
    )
    await listening(admin, () => void admin.listen(options.adminPort, '127.0.0.1'), options.adminPort, '--admin-port')
    await whenReady()
    if (!options.stop.aborted) await once(options.stop, 'abort')
    log.info({}, 'stopping: requests that have begun are answered')
  } finally {
    admin.close()
    admin.closeAllConnections()
    await server.close()
  }
}

async function listening(server: Server, listen: () => unknown, port: number, option: string): Promise<void> {
  try {
    await listen()
    if (!server.listening) await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new GivenError(`port ${port} is taken by another program. Stop that one, or choose another with ${option}.`)
  }
}

/** Random bytes are fetched for many requests at once: each fetch costs a microsecond. */
const RANDOM = Buffer.alloc(16 * 256)
let unused = 0

function newRequestId(): string {
  if (unused === 0) {
    randomFillSync(RANDOM)
    unused = RANDOM.length
  }
  unused -= 16
  return RANDOM.toString('hex', unused, unused + 16)
}
