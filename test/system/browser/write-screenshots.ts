import { join } from 'node:path'
import { openBrowser } from '../../testing/browser.ts'
import { ROOT } from '../../testing/source-tree.ts'
import { startDemo } from './testing/demo-process.ts'
import { takeMovingPicture, takeScreenshots } from './testing/screenshots.ts'

/**
 * `npm run screenshots` writes the pictures of our documents; `npm run screenshots -- DIR` writes those of every page,
 * on a desktop and on a phone, in both colour schemes, to look at.
 */
const [dir] = process.argv.slice(2)
await using demo = await startDemo('own')
await using browser = await openBrowser()
await takeScreenshots(browser, demo, { folder: dir ?? join(ROOT, 'docs/images'), all: dir !== undefined })
if (dir === undefined) await takeMovingPicture(browser, demo, join(ROOT, 'docs/images/form.png'))
