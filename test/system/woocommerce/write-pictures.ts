import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from '../../testing/browser.ts'
import { ROOT } from '../../testing/source-tree.ts'

/* `node test/system/woocommerce/write-pictures.ts` draws the SVG files in the sizes that WordPress.org wants. */

const FOLDER = join(ROOT, 'plugins/wordpress-org')
const PICTURES = [
  { source: 'icon', width: 128, height: 128 },
  { source: 'icon', width: 256, height: 256 },
  { source: 'banner', width: 772, height: 250 },
  { source: 'banner', width: 1544, height: 500 },
]

await using browser = await openBrowser()
for (const { source, width, height } of PICTURES) {
  const page = await browser.newPage({ viewport: { width, height } })
  const svg = readFileSync(join(FOLDER, `${source}.svg`), 'utf8')
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`)
  await page.screenshot({ path: join(FOLDER, `${source}-${width}x${height}.png`) })
  await page.close()
}
