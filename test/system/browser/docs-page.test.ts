import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { startService } from '../../../src/http/testing/service.ts'
import { sampleRelease } from '../../conformance/sample-release.ts'
import { openBrowser } from '../../testing/browser.ts'
import { checkWithAxe } from './testing/shop-page.ts'
import { sendFence, watchComplaints, watchRequests } from './testing/watch-page.ts'

const run = promisify(execFile)

const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const release = opened.use(await sampleRelease())
const service = opened.use(await startService({ release }))
const browser = opened.use(await openBrowser())
const ORIGIN = `http://127.0.0.1:${service.port}`
const newCustomer = () => service.customer({ developmentOrigins: ['http://127.0.0.1'] })
const customer = await newCustomer()
const { columns } = release.companyIndex('sk')!
const companies = Array.from({ length: columns.length }, (_, i) => columns.summaryAt(i))
const company = companies.find((one) => one.ico !== null)!
const ico = company.ico!
const typed = company.name.split(' ')[0]!

async function openDocs(options: BrowserContextOptions = {}, hash = `#client_id=${customer.project.clientId}`) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints = watchComplaints(page)
  const requests = watchRequests(page)
  await page.goto(`${ORIGIN}/docs${hash}`)
  return { page, complaints, requests, [Symbol.asyncDispose]: () => context.close() }
}

const formOf = (page: Page, id: string) => page.locator(`section[aria-labelledby="${id}"] form.try`)

/** Sends the form of companies, and returns the answer. */
async function suggestCompanies(page: Page, q = typed): Promise<string> {
  const form = formOf(page, 'suggestCompanies')
  await form.getByLabel('q').fill(q)
  await form.getByRole('button', { name: 'Send' }).click()
  return await answerOf(page, 'suggestCompanies', /^200 in \d+ ms, 1 unit charged$/)
}

async function answerOf(page: Page, id: string, expected: RegExp): Promise<string> {
  const form = formOf(page, id)
  await form.locator('.answer', { hasText: expected }).waitFor()
  return await form.locator('.reply').innerText()
}

/** Runs a line as a shell does, with the key in its environment. The machine may lack curl, so we send what it gets. */
async function runCurl(line: string) {
  const curl = `curl() { ${process.execPath} -p 'JSON.stringify(process.argv.slice(1))' -- "$@"; }`
  const env = { ...process.env, REGISTA_KEY: customer.key }
  const { stdout } = await run('sh', ['-c', `${curl}\n${line}`], { env })
  const [flag, header, url] = JSON.parse(stdout) as [string, string, string]
  assert.equal(flag, '-H')
  const [name, value] = header.split(': ') as [string, string]
  return await (await fetch(url, { headers: { [name]: value } })).json()
}

describe('/docs in a browser', () => {
  test('sends each operation with one session, over a page of the same origin', async () => {
    await using docs = await openDocs()
    const { page } = docs
    const found = JSON.parse(await suggestCompanies(page))
    assert(found.data.some((company: { ico: string | null }) => company.ico === ico))
    await formOf(page, 'suggestAddresses').getByLabel('q').fill('hl')
    await formOf(page, 'suggestAddresses').getByLabel('q').press('Enter')
    await answerOf(page, 'suggestAddresses', /^200 in/)
    assert.equal(docs.requests.filter((url) => url.endsWith('/v1/browser-sessions')).length, 1)
    const detail = formOf(page, 'readCompany')
    assert.equal(await detail.getByLabel('ico').inputValue(), found.data[0].ico, 'what was found can be read')
    await detail.getByLabel('ico').fill(ico)
    await detail.getByRole('button', { name: 'Send' }).click()
    await answerOf(page, 'readCompany', /^403 in/)
    const session = formOf(page, 'createBrowserSession')
    await session.getByLabel('companies:read').check()
    await session.getByRole('button', { name: 'Create the session' }).click()
    assert.match(await answerOf(page, 'createBrowserSession', /^200 in \d+ ms, 0 units charged$/), /"companies:read"/)
    await detail.getByRole('button', { name: 'Send' }).click()
    assert.equal(JSON.parse(await answerOf(page, 'readCompany', /^200 in \d+ ms, 10 units charged$/)).data.ico, ico)
    assert.deepEqual(
      docs.requests.filter((url) => !url.startsWith(`${ORIGIN}/`)),
      [],
    )
  })

  test('creates one new session after a 401, and repeats the request', async () => {
    await using docs = await openDocs()
    const { page, requests } = docs
    const companies = formOf(page, 'suggestCompanies')
    await suggestCompanies(page)
    service.clock.moveMs(16 * 60_000)
    await companies.getByLabel('country').selectOption('cz')
    const refused = page.waitForResponse((response) => response.status() === 401)
    await companies.getByRole('button', { name: 'Send' }).click()
    await refused
    await answerOf(page, 'suggestCompanies', /^200 in/)
    assert.equal(requests.filter((url) => url.endsWith('/v1/browser-sessions')).length, 2)
  })

  test('sends nothing with a session of another client id than the form shows', async () => {
    const other = await newCustomer()
    await using docs = await openDocs()
    const { page } = docs
    await suggestCompanies(page)
    await formOf(page, 'createBrowserSession').getByLabel('client_id').fill(other.project.clientId)
    await page.getByText('no session yet').first().waitFor()
    const created = page.waitForRequest(/browser-sessions$/)
    await formOf(page, 'suggestCompanies').getByRole('button', { name: 'Send' }).click()
    assert.deepEqual((await created).postDataJSON(), { client_id: other.project.clientId })
    await answerOf(page, 'suggestCompanies', /^200 in/)
  })

  test('breaks no rule of its own policy, and asks for nothing before a form is sent', async () => {
    await using docs = await openDocs()
    await docs.page.getByRole('heading', { level: 1 }).waitFor()
    assert.deepEqual(docs.complaints, [])
    await sendFence(docs.page, '/fence')
    const paths = docs.requests.map((url) => new URL(url).pathname).filter((path) => path !== '/favicon.ico')
    assert.deepEqual(paths, ['/docs', '/fence'])
  })

  test('asks for what is missing, and says what a number must be', async () => {
    await using docs = await openDocs({}, '')
    const { page } = docs
    const companies = formOf(page, 'suggestCompanies')
    await companies.getByLabel('q').fill('')
    await companies.getByRole('button', { name: 'Send' }).click()
    await companies.locator('.answer.bad', { hasText: /^q: / }).waitFor()
    await companies.getByLabel('q').fill(typed)
    await companies.getByRole('button', { name: 'Send' }).click()
    await companies.locator('.answer.bad', { hasText: 'client id' }).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'client_id')
    assert.deepEqual(
      docs.requests.filter((url) => url.includes('/v1/')),
      [],
    )
  })

  test('has no field for a key, and prints calls with $REGISTA_KEY that work in a shell and in Node', async () => {
    await using docs = await openDocs()
    const { page } = docs
    assert.equal(await page.locator('input[name*=key], input[type=password], textarea').count(), 0)
    assert.equal(await formOf(page, 'getUsage').getByRole('button', { name: 'Send' }).count(), 0)
    const companies = formOf(page, 'suggestCompanies')
    await companies.getByLabel('q').fill(`${typed} 'x" $HOME \\`)
    const env = { ...process.env, REGISTA_KEY: customer.key }
    const curl = await companies.locator('.code').innerText()
    assert.match(curl, /^curl -H "Authorization: Bearer \$REGISTA_KEY" '/)
    assert.equal((await runCurl(curl)).meta.charged_units, 1)
    const usage = await formOf(page, 'getUsage').locator('.code').innerText()
    assert.equal((await runCurl(usage)).data.accounting_status, 'live')
    await companies.getByLabel('JavaScript').check()
    const script = await companies.locator('.code').innerText()
    const session = `const session = { token: process.env.REGISTA_KEY }\n${script}`
    assert.match((await run(process.execPath, ['--input-type=module', '-e', session], { env })).stdout, /^\[/)
    assert(await formOf(page, 'getUsage').getByLabel('JavaScript').isChecked(), 'the language is that of the page')
    await companies.getByLabel('PHP').check()
    assert.match(await companies.locator('.code').innerText(), /getenv\('REGISTA_KEY'\)/)
    await companies.getByLabel('Python').check()
    assert.match(await companies.locator('.code').innerText(), /os\.environ\['REGISTA_KEY'\]/)
  })

  for (const colorScheme of ['light', 'dark'] as const)
    for (const [device, viewport] of [
      ['a phone', { width: 360, height: 740 }],
      ['a desktop', { width: 1440, height: 900 }],
    ] as const)
      test(`has no fault that axe finds, and does not scroll sideways, on ${device} in ${colorScheme} colors`, async () => {
        await using docs = await openDocs({ colorScheme, viewport })
        await checkWithAxe(docs.page)
        await docs.page.locator('main details').evaluateAll((all) => all.map((one) => one.setAttribute('open', '')))
        // Once is enough for what is folded: the rules and colours are those of the rest.
        if (colorScheme === 'dark' && device === 'a phone') await checkWithAxe(docs.page)
        const overflow = await docs.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert(overflow <= 0, `the page is ${overflow} px wider than the window`)
      })

  test('the contents mark the section that is read, and a link opens what it leads to', async () => {
    await using docs = await openDocs({ viewport: { width: 1280, height: 800 } })
    const { page } = docs
    const current = page.locator('nav [aria-current]')
    assert.deepEqual(await current.allInnerTexts(), ['A first request'])
    for (const id of ['suggestCompanies', 'createBrowserSession', 'errors', 'schemas']) {
      await page.locator(`#${id}`).evaluate((heading) => heading.scrollIntoView())
      await page.locator(`nav [href="#${id}"][aria-current]`).waitFor()
      assert.equal(await current.count(), 1, id)
    }
    const code = page.getByText('company_identity_ambiguous', { exact: true }).last()
    assert.equal(await code.isVisible(), false)
    await page.locator('nav').getByText('Errors').click()
    await code.waitFor()
    await page.goto(`${page.url().split('#')[0]}#schema-Company`)
    await page
      .locator('details', { has: page.locator('#schema-Company') })
      .getByRole('table')
      .waitFor()
  })

  test('every text of the page can be read without script', async () => {
    await using docs = await openDocs({ javaScriptEnabled: false })
    const { page } = docs
    await page.locator('noscript .note').waitFor()
    await page.locator('summary', { has: page.locator('#limits') }).click()
    await page.getByText('requests of one server key').waitFor()
  })

  test('can be used by keyboard alone', async () => {
    await using docs = await openDocs()
    const { page } = docs
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to the content')
    await page.keyboard.press('Enter')
    const q = formOf(page, 'suggestCompanies').getByLabel('q')
    for (let i = 0; i < 120 && !(await q.evaluate((input) => input === document.activeElement)); i++)
      await page.keyboard.press('Tab')
    // Tab into a field selects its text, so that what is typed replaces the query that it has.
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await answerOf(page, 'suggestCompanies', /^200 in/)
    assert.equal(await q.inputValue(), typed)
  })
})
