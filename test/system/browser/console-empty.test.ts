import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openBrowser } from '../../testing/browser.ts'
import { runServer } from '../../testing/running-server.ts'
import { checkLook, LOOKS, openConsole } from './testing/console-page.ts'
import { checkWithAxe } from './testing/shop-page.ts'

/* The console of a server without data, which a token of the operator protects. */

const TOKEN = 'a-token-of-the-operator-with-32-characters'
const WITH_TOKEN = { extraHTTPHeaders: { authorization: `Bearer ${TOKEN}` } }

const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const dir = mkdtempSync(join(tmpdir(), 'regista-console-page-'))
opened.defer(() => rmSync(dir, { recursive: true }))
const args = ['--workers', '1', '--admin-host', '0.0.0.0']
const server = opened.use(await runServer(join(dir, 'data'), { args, env: { REGISTA_ADMIN_TOKEN: TOKEN } }))
const browser = opened.use(await openBrowser())
const url = `http://127.0.0.1:${server.adminPort}/console`

test('the console with nothing at all says what is missing and which command creates it', async () => {
  await using opened = await openConsole(browser, url, WITH_TOKEN)
  const text = await opened.page.locator('main').innerText()
  for (const words of [
    'No account yet',
    'regista setup',
    'Nothing is published yet',
    'regista sync',
    'No release yet',
    'No key expires',
    'No request was refused',
  ])
    assert(text.includes(words), `${words}: ${text}`)
  assert.deepEqual(opened.complaints, [])
})

for (const look of LOOKS)
  test(`the console with nothing at all has no barrier and fits the screen: ${look.viewport!.width} px, ${look.colorScheme}`, async () => {
    await using opened = await openConsole(browser, url, { ...WITH_TOKEN, ...look })
    await checkLook(opened)
  })

test('the form takes the token of the operator, refuses a wrong one, and a reload forgets it', async () => {
  await using opened = await openConsole(browser, url)
  const { page } = opened
  const field = page.getByLabel('Token of the operator')
  await field.waitFor()
  await checkWithAxe(page)
  for (const wrong of ['wrong', 'wrong – €']) {
    await field.fill(wrong)
    await page.keyboard.press('Enter')
    assert.match(await page.getByRole('alert').innerText(), /not the right one/)
    await page.reload()
    await field.waitFor()
  }
  await field.fill(TOKEN)
  await page.getByRole('button', { name: 'Open the console' }).click()
  await page.getByRole('heading', { name: /^Accounts in/ }).waitFor()
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  )
  assert(!kept.includes(TOKEN))
  await page.reload()
  await field.waitFor()
})
