import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type * as Library from '../../client/src/index.ts'
import { exampleRelease, ICOS } from '../../src/http/testing/example-release.ts'
import { type Customer, type Service, startService } from '../../src/http/testing/service.ts'
import { MINUTE_MS } from '../../src/stdx/time-units.ts'
import { readWebFiles } from '../../src/stdx/web-files.ts'
import { openBrowser } from '../testing/browser.ts'
import { ROOT } from '../testing/source-tree.ts'
import { type PageServer, servePages } from './testing/page-server.ts'

/*
 * The library in a page of a shop, with the real service at another origin. A server sends the page: requests that the
 * test would intercept have no real preflights.
 */

declare global {
  interface Window {
    regista: Library.Regista
    client: typeof Library
    options: Library.RegistaOptions
  }
}

const FILES = readWebFiles(ROOT, ['client/src'])

let browser: Awaited<ReturnType<typeof openBrowser>>
let service: Service
let shop: PageServer
let customer: Customer
/** The methods of the requests that reached the service. */
let methods: string[] = []
before(async () => {
  browser = await openBrowser()
  shop = await startShop()
  service = await startService({ release: await exampleRelease() })
  service.server.on('request', ({ method }) => methods.push(method!))
  customer = await service.customer({ developmentOrigins: ['http://localhost'] })
})
after(async () => {
  await browser.close()
  await service[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})
beforeEach(() => {
  methods = []
})

/** Sends an empty page, and the library to it. */
function startShop(host = 'localhost'): Promise<PageServer> {
  const page = { type: 'text/html', body: '<!doctype html><title>Shop</title>' }
  return servePages((path) => FILES.get(path) ?? page, { host })
}

interface OpenedPage extends AsyncDisposable {
  readonly page: Page
}

/** A page with `regista`, `client` and `options` as globals. */
async function openPage({ origin } = shop): Promise<OpenedPage> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/`)
  const options = {
    baseUrl: `http://127.0.0.1:${service.port}`,
    clientId: customer.project.clientId,
    scopes: ['addresses:suggest', 'companies:suggest', 'companies:read'] as const,
  }
  await page.evaluate(async (given) => {
    const path = '/client/src/index.ts'
    window.client = (await import(path)) as typeof Library
    window.options = given
    window.regista = window.client.createRegista(given)
  }, options)
  return { page, [Symbol.asyncDispose]: () => context.close() }
}

type Failure = Partial<Library.RegistaError>

/** What a call of the page rejects with, without what cannot leave the page. */
function failureOf(page: Page, call: string): Promise<Failure> {
  const pick =
    '({ name, code, status, requestId, retryAfterSeconds }) => ({ name, code, status, requestId, retryAfterSeconds })'
  return page.evaluate<Failure>(`${call}.then(() => ({ message: 'the call succeeded' }), ${pick})`)
}

describe('the library in a page', () => {
  test('suggests addresses and companies and reads a company, with one session', async () => {
    await using opened = await openPage()
    const { page } = opened
    const { addresses, companies, detail } = await page.evaluate(
      async (ico) => ({
        addresses: await window.regista.suggestAddresses({ q: 'mlynska' }),
        companies: await window.regista.suggestCompanies({ q: 'mlyn pri moste' }),
        detail: await window.regista.readCompany('sk', ico),
      }),
      ICOS.living,
    )
    assert.match(addresses.data[0]!.name, /^Mlynská/)
    assert.equal(companies.data[0]!.name, 'Mlyn pri moste, s.r.o.')
    assert.equal(detail.data.ico, ICOS.living)
    assert.deepEqual([companies.credits.chargedUnits, detail.credits.chargedUnits], [1, 10])
    assert.match(detail.credits.period!, /^\d{4}-\d{2}$/)
    assert.equal(typeof detail.credits.availableUnits, 'number')
    assert.equal(methods.filter((method) => method === 'POST').length, 1)
  })

  test('keeps the session in memory only', async () => {
    await using opened = await openPage()
    const { page } = opened
    assert.equal(await page.evaluate(() => window.regista.canReadCompanies()), true)
    const kept = await page.evaluate(async () => ({
      entries: [localStorage.length, sessionStorage.length, (await indexedDB.databases()).length],
      caches: (await caches?.keys().catch(() => [])) ?? [],
      cookie: document.cookie,
      secrets: Object.values(window.regista).filter((member) => typeof member !== 'function'),
    }))
    assert.deepEqual(kept, { entries: [0, 0, 0], caches: [], cookie: '', secrets: [] })
  })

  test('sends a preflight before each new query, and nothing for a recent one', async () => {
    await using opened = await openPage()
    const { page } = opened
    await page.evaluate(() => window.regista.canReadCompanies())
    assert.deepEqual(methods, ['OPTIONS', 'POST'])
    methods = []
    const isFromCache = await page.evaluate(async () => {
      for (const q of ['ml', 'mly', 'mlyn']) await window.regista.suggestCompanies({ q })
      return (await window.regista.suggestCompanies({ q: 'mly' })).fromCache
    })
    assert.equal(isFromCache, true)
    assert.deepEqual(methods, ['OPTIONS', 'GET', 'OPTIONS', 'GET', 'OPTIONS', 'GET'])
  })

  test('continues with a new session when the old one has expired', async () => {
    await using opened = await openPage()
    const { page } = opened
    await page.evaluate(() => window.regista.suggestCompanies({ q: 'mlyn' }))
    service.clock.moveMs(15 * MINUTE_MS)
    const found = await page.evaluate(() => window.regista.suggestCompanies({ q: 'mlyn pri' }))
    assert.equal(found.data[0]!.name, 'Mlyn pri moste, s.r.o.')
    assert.equal(methods.filter((method) => method === 'POST').length, 2)
  })

  test('learns why the service refused, when to retry, and the request id', async () => {
    await using opened = await openPage()
    const { page } = opened
    const release = service.state.release
    service.state.release = undefined
    try {
      const impatient = 'client.createRegista({ ...options, timeoutMs: 1000 })'
      const failure = await failureOf(page, `${impatient}.suggestCompanies({ q: 'mlyn' })`)
      assert.deepEqual([failure.name, failure.code, failure.status], ['RegistaError', 'data_unavailable', 503])
      assert.match(String(failure.requestId), /^[0-9a-f]{32}$/)
      assert(1 <= Number(failure.retryAfterSeconds))
    } finally {
      service.state.release = release
    }
  })

  for (const [code, call] of [
    ['company_not_found', `regista.readCompany('sk', '${ICOS.unknown}')`],
    ['company_identity_ambiguous', `regista.readCompany('sk', '${ICOS.severalCurrent}')`],
    ['scope_not_allowed', 'regista.getUsage()'],
  ] as const)
    test(`receives ${code}`, async () => {
      await using opened = await openPage()
      assert.equal((await failureOf(opened.page, call)).code, code)
    })

  test('of an origin that no project allows gets unreachable, because the browser hides the reason', async () => {
    await using stranger = await startShop('127.0.0.2')
    await using opened = await openPage(stranger)
    const { code, status } = await failureOf(opened.page, "regista.suggestCompanies({ q: 'mlyn' })")
    assert.deepEqual([code, status], ['unreachable', null])
  })

  test('of an origin that another project allows gets origin_not_allowed', async () => {
    await using neighbour = await startShop('127.0.0.1')
    await service.customer({ developmentOrigins: ['http://127.0.0.1'] })
    await using opened = await openPage(neighbour)
    const { code, status } = await failureOf(opened.page, "regista.suggestCompanies({ q: 'mlyn' })")
    assert.deepEqual([code, status], ['origin_not_allowed', 403])
  })

  test('says that the device is offline, and works again when it is online', async () => {
    await using opened = await openPage()
    const { page } = opened
    await page.evaluate(() => window.regista.canReadCompanies())
    await page.context().setOffline(true)
    assert.equal((await failureOf(page, "regista.suggestCompanies({ q: 'mlyn' })")).code, 'offline')
    await page.context().setOffline(false)
    await page.evaluate(() => window.regista.suggestCompanies({ q: 'mlyn' }))
  })

  test('ends an aborted call with AbortError', async () => {
    await using opened = await openPage()
    const failure = await failureOf(
      opened.page,
      `(() => {
        const abort = new AbortController()
        const call = regista.suggestCompanies({ q: 'mlyn' }, { signal: abort.signal })
        abort.abort()
        return call
      })()`,
    )
    assert.equal(failure.name, 'AbortError')
  })

  test('refuses a server key in a page and in a worker, and never sends it', async () => {
    await using opened = await openPage()
    const { page } = opened
    const options = { baseUrl: `http://127.0.0.1:${service.port}`, serverKey: customer.key }
    const inPage = await page.evaluate((given) => {
      try {
        window.client.createRegista(given)
        return 'accepted'
      } catch (error) {
        return String(error)
      }
    }, options)
    const inWorker = await page.evaluate((given) => {
      const source = `import('${location.origin}/client/src/index.ts').then((client) => client.createRegista(${JSON.stringify(given)}))
        .then(() => 'accepted', String).then(postMessage)`
      const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
      return new Promise<string>((resolve) => worker.addEventListener('message', ({ data }) => resolve(data as string)))
    }, options)
    for (const outcome of [inPage, inWorker])
      assert.match(outcome, /^RegistaError: A server key is in a browser\. Revoke it/)
    assert.deepEqual(methods, [])
  })
})
