import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDemoPage, typeAndPick } from '../system/browser/testing/demo-page.ts'
import { startDemo } from '../system/browser/testing/demo-process.ts'
import { readDemo } from '../system/browser/testing/screenshots.ts'
import { openBrowser } from '../testing/browser.ts'

/* The real thing once, as a stranger sees it. test/system has the rest that needs a process or a browser. */

test('npm start serves a page that fills itself and a console that counts it, and SIGTERM ends it in good order', async () => {
  await using demo = await startDemo()
  await using browser = await openBrowser()
  {
    const { examples } = await readDemo(demo.page)
    await using opened = await openDemoPage(browser, demo.page)
    const { page } = opened
    await typeAndPick(page, '#street', examples.sk.addresses[1])
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#postcode')!.value !== '')
    await typeAndPick(page, '#company', examples.sk.companies[1])
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#seat')!.value !== '')
    assert.equal(await page.locator('#ico').inputValue(), examples.sk.companies[1])
    assert.deepEqual(opened.complaints, [])
  }
  const page = await browser.newPage()
  await page.goto(demo.console)
  await page.getByRole('heading', { name: /^Accounts in/ }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Demo', exact: true }).count(), 1)
  assert.equal(await demo.stop('SIGTERM'), 0)
})
