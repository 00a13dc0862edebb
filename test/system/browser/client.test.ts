import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type * as Library from '../../../client/src/index.ts'
import { exampleRelease, ICOS } from '../../../src/http/testing/example-release.ts'
import { startService } from '../../../src/http/testing/service.ts'
import { LIMIT_MS } from '../../../src/stdx/testing/until.ts'
import { MINUTE_MS } from '../../../src/stdx/time-units.ts'
import { readWebFiles } from '../../../src/stdx/web-files.ts'
import { openBrowser } from '../../testing/browser.ts'
import { ROOT } from '../../testing/source-tree.ts'
import { passTime, stopClock } from './testing/page-clock.ts'
import { servePages } from './testing/page-server.ts'

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

const browser = await openBrowser()
after(() => browser.close())
const EMPTY = { type: 'text/html', body: '<!doctype html><title>Shop</title>' }
const shop = await servePages((path) => FILES.get(path) ?? EMPTY)
after(() => shop[Symbol.asyncDispose]())
/** No session of a test but one sends so many requests. */
const BURST = 10
const service = await startService({
  release: await exampleRelease(),
  limits: { session: { rate: 1 / 60, burst: BURST } },
})
after(() => service[Symbol.asyncDispose]())
/** The methods of the requests that reached the service. */
let methods: string[] = []
service.server.on('request', ({ method }) => methods.push(method!))
beforeEach(() => {
  methods = []
})
const customer = await service.customer({ developmentOrigins: ['http://localhost'] })

interface OpenedPage extends AsyncDisposable {
  readonly page: Page
}

/** A page with `regista`, `client` and `options` as globals. All names of this machine lead to the shop. */
async function openPage(host = 'localhost'): Promise<OpenedPage> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`http://${host}:${shop.port}/`)
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
      // Its attempts end before its time does, on every machine.
      const patient = `client.createRegista({ ...options, timeoutMs: ${LIMIT_MS} })`
      await stopClock(page)
      const failure = await passTime(page, failureOf(page, `${patient}.suggestCompanies({ q: 'mlyn' })`))
      assert.deepEqual([failure.name, failure.code, failure.status], ['RegistaError', 'data_unavailable', 503])
      assert.match(String(failure.requestId), /^[0-9a-f]{32}$/)
      assert(1 <= Number(failure.retryAfterSeconds))
    } finally {
      service.state.release = release
    }
  })

  test('learns that it sends too many requests, and when to retry', async () => {
    await using opened = await openPage()
    const calls = `async () => { for (let i = 0; i <= ${BURST}; i++) await regista.suggestCompanies({ q: 'mlyn ' + i }) }`
    const failure = await failureOf(opened.page, `(${calls})()`)
    assert.deepEqual([failure.code, failure.status], ['rate_limited', 429])
    assert(1 <= Number(failure.retryAfterSeconds))
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
    await using opened = await openPage('stranger.localhost')
    const { code, status } = await failureOf(opened.page, "regista.suggestCompanies({ q: 'mlyn' })")
    assert.deepEqual([code, status], ['unreachable', null])
  })

  test('of an origin that another project allows gets origin_not_allowed', async () => {
    await service.customer({ developmentOrigins: ['http://127.0.0.1'] })
    await using opened = await openPage('127.0.0.1')
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
