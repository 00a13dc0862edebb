import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openControlDatabase } from '../../../src/access/control/control.ts'
import { LIMIT_NAMES, type LimitName } from '../../../src/access/limits/limits.ts'
import { createCustomer, type Key } from '../../../src/access/testing/customers.ts'
import { systemClock } from '../../../src/stdx/clock.ts'
import { publishSample, type Vocabulary } from '../../fuzz/sample-data.ts'
import { type RunningServer, runServer } from '../../testing/running-server.ts'

/** The origin of the pages. Its project allows it. */
export const SHOP = 'https://shop.example'

/** A server with the smallest sample, and customers whose pages are at SHOP. */
export interface WidgetService extends AsyncDisposable {
  readonly data: string
  readonly server: RunningServer
  readonly vocabulary: Vocabulary
  readonly baseUrl: string
  readonly customer: (options?: { units?: number; details?: boolean; origins?: readonly string[] }) => Promise<Key>
  /** Another server on the same data and port. */
  readonly restart: () => Promise<void>
}

export async function startWidgetService(
  limits: Partial<Record<LimitName, { readonly rate: number; readonly burst: number }>> = {},
): Promise<WidgetService> {
  const data = mkdtempSync(join(tmpdir(), 'regista-widgets-'))
  const vocabulary = await publishSample(data)
  const limitsFile = join(data, 'limits.json')
  const off = Object.fromEntries(LIMIT_NAMES.map((name) => [name, null]))
  writeFileSync(limitsFile, JSON.stringify({ ...off, ...limits }))
  const start = (port: number) =>
    runServer(data, { args: ['--workers', '1', '--limits', limitsFile, '--port', `${port}`] })
  let server = await start(0)
  return {
    data,
    vocabulary,
    get server() {
      return server
    },
    baseUrl: `http://127.0.0.1:${server.port}`,
    async customer({ units = 100_000, details = true, origins = [SHOP] } = {}) {
      await using control = await openControlDatabase({ data, databaseUrl: undefined }, 'write')
      const scopes = [
        'addresses:suggest',
        'companies:suggest',
        ...(details ? (['companies:read'] as const) : []),
      ] as const
      return await createCustomer({ database: control, clock: systemClock }, { units, origins, browserScopes: scopes })
    },
    async restart() {
      const { port } = server
      await server.stop()
      server = await start(port)
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      rmSync(data, { recursive: true })
    },
  }
}
