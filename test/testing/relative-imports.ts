import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'

/*
 * Loaded before each test file and each thread. A relative import names its file exactly, so it is enough that the
 * file exists. Node looks for more, which takes a third of the start of a thread, and a test run starts 1 400 threads.
 */

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context
    const isOurs =
      specifier.startsWith('.') && specifier.endsWith('.ts') && parentURL?.includes('/node_modules/') === false
    if (!isOurs) return next(specifier, context)
    const url = new URL(specifier, parentURL)
    // Node's own error names the importing file.
    if (!existsSync(url)) return next(specifier, context)
    return { url: url.href, format: 'module-typescript', shortCircuit: true }
  },
})
