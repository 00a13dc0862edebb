import diagnostics from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/*
 * Loaded before each test file: writes a line for each process that a test starts, but for PostgreSQL and the programs
 * that prepare its folder.
 */

const OF_POSTGRES = /(^|\/)(postgres|initdb|sh|cp|id|ps)$/

/** The file of the lines. */
const { REGISTA_TEST_STARTS: file } = process.env

if (isMainThread && file !== undefined) {
  const note = (program = ''): void => {
    if (!OF_POSTGRES.test(program)) appendFileSync(file, `${program}\n`)
  }
  diagnostics.subscribe('child_process', (message) => {
    const { process: child } = message as { process: { spawnfile?: string } }
    // Its program is known when the constructor has returned.
    queueMicrotask(() => note(child.spawnfile))
  })
  const processes = process.getBuiltinModule('node:child_process')
  for (const name of ['spawnSync', 'execFileSync', 'execSync'] as const) {
    const start = processes[name] as (program: string, ...rest: unknown[]) => never
    Object.assign(processes, {
      [name](program: string, ...rest: unknown[]) {
        note(program)
        return start(program, ...rest)
      },
    })
  }
  syncBuiltinESMExports()
}
