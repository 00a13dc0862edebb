#!/usr/bin/env node
import * as modules from 'node:module'

// Plain JavaScript, so that an older Node can still read it and say what is missing.
const major = Number(process.versions.node.split('.')[0])

if (major < 26) {
  process.stderr.write(
    `regista: Node 26 or newer is needed, this is ${process.versions.node}. Run \`npx regista …\` in the project folder: it uses the Node that \`npm ci\` installed.\n`,
  )
  process.exitCode = 2
} else {
  // Keeps the JavaScript that our TypeScript becomes: the next start, and every worker thread, need not strip the types again.
  modules.enableCompileCache()
  const { main } = await import('../src/main.ts')
  await main(process.argv)
}
