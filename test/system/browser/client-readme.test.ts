import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { exampleRelease, ICOS } from '../../../src/http/testing/example-release.ts'
import { startService } from '../../../src/http/testing/service.ts'
import { readmeSample } from '../../client/testing/readme-samples.ts'
import { openBrowser } from '../../testing/browser.ts'
import { ROOT } from '../../testing/source-tree.ts'
import { type PageFile, servePages } from './testing/page-server.ts'
import { checkWithAxe } from './testing/shop-page.ts'
import { watchComplaints } from './testing/watch-page.ts'

/*
 * The samples of the client's README, run as they stand there. Only the server, the client id and the number of the
 * company are those of the test.
 */

const service = await startService({ release: await exampleRelease() })
after(() => service[Symbol.asyncDispose]())
const browser = await openBrowser()
after(() => browser.close())
const API = `http://127.0.0.1:${service.port}`
const POLICY = `default-src 'none'; script-src 'self' ${API}; connect-src ${API}`
let files: Readonly<Record<string, PageFile>> = {}
const shop = await servePages((path) => files[path], { 'Content-Security-Policy': POLICY })
after(() => shop[Symbol.asyncDispose]())

const FORM = 'Your first form'
const SCRIPT_TAG = 'With a script tag'

async function bundle(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, loader: 'ts', resolveDir: ROOT },
    alias: { '@regista/client': `${ROOT}/client/src/index.ts` },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0]!.text
}

function withServer(code: string, clientId = ''): string {
  return code
    .replaceAll('https://regista.example.com', API)
    .replaceAll('rgp_0123456789abcdef0123456789abcdef', clientId)
}

const html = (body: string): PageFile => ({
  type: 'text/html',
  body: `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>${body}</main></html>`,
})
const script = (body: string): PageFile => ({ type: 'text/javascript', body })

/** Opens a shop whose project allows its pages. `write` makes its files with the client id. */
async function openShop(write: (clientId: string) => Promise<Readonly<Record<string, PageFile>>>) {
  const { project } = await service.customer({ developmentOrigins: ['http://localhost'] })
  files = await write(project.clientId)
  const context = await browser.newContext()
  const page = await context.newPage()
  const complaints = watchComplaints(page)
  await page.goto(shop.origin)
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
}

test('the first form suggests, highlights, names its sources and is filled by the keyboard', async () => {
  await using opened = await openShop(async (clientId) => ({
    '/': html(readmeSample(FORM, 'html')),
    '/form.js': script(await bundle(withServer(readmeSample(FORM, 'ts'), clientId))),
  }))
  const { page } = opened
  await page.getByLabel('Company', { exact: true }).pressSequentially('mlyn pri')
  const option = page.getByRole('option').first()
  await option.waitFor()
  assert.equal(await option.innerHTML().then((text) => text.split('</mark>').length), 3)
  assert.match(await option.innerText(), /^Mlyn pri moste, s\.r\.o\., /)
  assert.match(await page.locator('#sources').innerText(), /\w/)
  await checkWithAxe(page)
  await page.keyboard.press('ArrowDown')
  assert.equal(await option.getAttribute('aria-selected'), 'true')
  await page.keyboard.press('Enter')
  assert.equal(await page.getByLabel('Company', { exact: true }).inputValue(), 'Mlyn pri moste, s.r.o.')
  assert.equal(await page.getByLabel('Company number').inputValue(), ICOS.living)
  assert.equal(await page.getByRole('listbox').count(), 0)
})

test('the script tag defines the global and the widgets, under a strict content security policy', async () => {
  const scripts = withServer(readmeSample(SCRIPT_TAG, 'html'))
  await using opened = await openShop(async (clientId) => ({
    '/': html(scripts),
    '/shop.js': script(withServer(readmeSample(SCRIPT_TAG, 'js'), clientId)),
  }))
  const { page, complaints } = opened
  const names = await page.evaluate<string[]>(
    "regista.suggestCompanies({ q: 'mlyn pri' }).then(({ data }) => data.map(({ name }) => name))",
  )
  assert.equal(names[0], 'Mlyn pri moste, s.r.o.')
  assert.equal(
    await page.evaluate("typeof Regista.attachAddress + typeof customElements.get('regista-address')"),
    'functionfunction',
  )
  assert.deepEqual(
    complaints.filter((text) => !text.includes('favicon')),
    [],
  )
})

test('the program prints a company and the usage', async () => {
  const { key } = await service.customer()
  const code = withServer(readmeSample('In a program', 'ts')).replace('00000604', ICOS.onlyInVr)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', await bundle(code)],
    { env: { ...process.env, REGISTA_KEY: key } },
  )
  const lines = stdout.split('\n')
  assert.match(lines[0]!, /^Mlýn jen ve VR /)
  assert.match(lines[1]!, /^10 \d+$/)
  assert.match(lines[2]!, /^\d+ of 100000$/)
})
