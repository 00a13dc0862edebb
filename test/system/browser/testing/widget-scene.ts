import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { openControlDatabase } from '../../../../src/access/control/control.ts'
import { LIMIT_NAMES } from '../../../../src/access/limits/limits.ts'
import { createCustomer, type Key } from '../../../../src/access/testing/customers.ts'
import { systemClock } from '../../../../src/stdx/clock.ts'
import { until } from '../../../../src/stdx/testing/until.ts'
import { publishSample, type Vocabulary } from '../../../fuzz/sample-data.ts'
import { openBrowser } from '../../../testing/browser.ts'
import { runServer } from '../../../testing/running-server.ts'
import { openShop, SHOP, type ShopOptions, type ShopPage } from './shop-page.ts'

/** The server and the browser of a test file with widgets. They end after its tests. */
export interface WidgetScene {
  readonly data: string
  readonly vocabulary: Vocabulary
  readonly baseUrl: string
  /** The attributes of a widget of a customer that the server knows. */
  readonly access: string
  readonly clientId: string
  /** Creates another customer, with its pages at SHOP. */
  readonly newCustomer: (options?: CustomerOptions) => Promise<Pick<Key, 'clientId'> & { readonly access: string }>
  readonly shop: (body: string, options?: Partial<ShopOptions>) => Promise<ShopPage>
  /** Starts another server on the same data and port. */
  readonly restart: () => Promise<void>
}

interface CustomerOptions {
  readonly units?: number
  readonly details?: boolean
  readonly origin?: string
}

/** The server has the smallest sample, and no limits of rates. */
export async function openWidgetScene(): Promise<WidgetScene> {
  const opened = new AsyncDisposableStack()
  after(() => opened.disposeAsync())
  const data = mkdtempSync(join(tmpdir(), 'regista-widgets-'))
  opened.defer(() => rmSync(data, { recursive: true }))
  const vocabulary = await publishSample(data)
  const limitsFile = join(data, 'limits.json')
  writeFileSync(limitsFile, JSON.stringify(Object.fromEntries(LIMIT_NAMES.map((name) => [name, null]))))
  const start = (port: number) =>
    runServer(data, { args: ['--workers', '1', '--limits', limitsFile, '--port', `${port}`] })
  let server = await start(0)
  opened.defer(() => server[Symbol.asyncDispose]())
  const browser = opened.use(await openBrowser())
  const { port } = server
  const baseUrl = `http://127.0.0.1:${port}`

  const newCustomer: WidgetScene['newCustomer'] = async ({ units = 100_000, details = true, origin = SHOP } = {}) => {
    await using control = await openControlDatabase({ data, databaseUrl: undefined }, 'write')
    const browserScopes = (['addresses:suggest', 'companies:suggest', 'companies:read'] as const).slice(
      0,
      details ? 3 : 2,
    )
    const created = { units, origins: [origin], browserScopes }
    const { clientId } = await createCustomer({ database: control, clock: systemClock }, created)
    await openSession(baseUrl, { clientId, origin })
    return { clientId, access: `base-url="${baseUrl}" client-id="${clientId}"` }
  }

  const customer = await newCustomer()
  const headers = await openSession(baseUrl, { ...customer, origin: SHOP })
  const search = `${baseUrl}/v1/autocomplete/addresses?q=dl`
  await until(async () => (await fetch(search, { headers })).ok, 'the server to charge the customer')
  return {
    data,
    vocabulary,
    baseUrl,
    ...customer,
    newCustomer,
    shop: (body, options) => openShop(browser, { baseUrl, body, ...options }),
    async restart() {
      await server.stop()
      server = await start(port)
    },
  }
}

/** Waits until the server has read of the customer. Until then it refuses, and the browser complains about that. */
async function openSession(baseUrl: string, { clientId, origin }: { clientId: string; origin: string }) {
  const request = { method: 'POST', body: JSON.stringify({ client_id: clientId }) }
  const token = await until(async () => {
    const headers = { origin, 'content-type': 'application/json' }
    const response = await fetch(`${baseUrl}/v1/browser-sessions`, { ...request, headers })
    return response.ok && ((await response.json()) as { data: { token: string } }).data.token
  }, 'a session')
  return { origin, authorization: `Bearer ${token}` }
}
