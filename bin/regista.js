#!/usr/bin/env node
import * as modules from 'node:module'
import { dirname } from 'node:path'

// Plain JavaScript, so that an older Node can still read it and say what is missing.
const major = Number(process.versions.node.split('.')[0])

if (major < 26) {
  process.stderr.write(
    `regista: Node 26 or newer is needed, this is ${process.versions.node}. Run \`npx regista …\` in the project folder: it uses the Node that \`npm ci\` installed.\n`,
  )
  process.exitCode = 2
} else {
  // Keeps the JavaScript that our TypeScript becomes, so that the next start need not strip the types again. Threads look for it in the environment.
  modules.enableCompileCache()
  const kept = modules.getCompileCacheDir()
  if (kept !== undefined) process.env.NODE_COMPILE_CACHE ??= dirname(kept)
  const { main } = await import('../src/main.ts')
  await main(process.argv)
}
