import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openBrowser } from '../../testing/browser.ts'

test('the browser of the tests draws text, runs script and keeps origins apart', async () => {
  await using browser = await openBrowser()
  await using shop = await listen((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end('<h1>Žluťoučký kůň</h1>')
  })
  await using api = await listen((_, response) => {
    response.end('no header allows another origin to read this')
  })
  const page = await browser.newPage()
  await page.goto(shop.url)
  const width = await page.locator('h1').evaluate((heading) => {
    const range = new Range()
    range.selectNodeContents(heading)
    return range.getBoundingClientRect().width
  })
  assert(100 < width, `the heading is ${width} px wide: the font is missing`)
  const outcome = await page.evaluate((url) => fetch(url).then(() => 'read', String), api.url)
  assert.match(outcome, /Failed to fetch/)
})

async function listen(listener: RequestListener): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
