import { isMainThread } from 'node:worker_threads'

/*
 * Loaded before each test file. To name the test whose code threw an error that nothing caught, the test runner follows
 * every promise, which takes a sixth of the processor time of tests that await much. Without it such an error fails the
 * file as before, but the report may not name the test: run the file itself with `node`.
 */

if (isMainThread) {
  const hooks = process.getBuiltinModule('node:async_hooks')
  const { createHook } = hooks
  Object.assign(hooks, {
    createHook: (options: Parameters<typeof createHook>[0]) => createHook({ ...options, trackPromises: false }),
  })
  // Takes the function when it is loaded.
  process.getBuiltinModule('node:test')
  Object.assign(hooks, { createHook })
}
