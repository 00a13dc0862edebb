import { join } from 'node:path'
import { openBrowser } from '../testing/browser.ts'
import { ROOT } from '../testing/source-tree.ts'
import { startDemo } from './testing/demo-process.ts'
import { takeScreenshots } from './testing/demo-screenshots.ts'

/** Writes the pictures of README.md: `npm run screenshots`. */
await using demo = await startDemo('own')
await using browser = await openBrowser()
await takeScreenshots(browser, demo.page, join(ROOT, 'docs/images'))
