import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { NAMES } from './test-names.ts'

/**
 * `node list-tests.ts FILE…`: the names of the tests in each file, as JSON. The runner names only tests that it runs.
 */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'node:test') return next(specifier, context)
    return { url: new URL('./test-names.ts', import.meta.url).href, shortCircuit: true }
  },
})

const listed: Record<string, string[]> = {}
for (const file of process.argv.slice(2)) {
  await import(pathToFileURL(file).href)
  listed[file] = NAMES.splice(0)
}
process.stdout.write(JSON.stringify(listed), () => process.exit())
