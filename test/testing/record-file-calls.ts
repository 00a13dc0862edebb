import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'

/*
 * Loaded into a process before its program (`--import`). It records which files of the source call the file system or
 * SQLite in the main thread. At SIGUSR2 it writes them to the file that the environment names, and begins anew.
 */

type Callable = (this: unknown, ...values: unknown[]) => unknown

if (isMainThread) record(process.env.TEST_FILE_CALLS!)

function record(report: string): void {
  const seen = new Set<string>()
  const { writeFileSync, renameSync } = fs
  Error.stackTraceLimit = 40
  const watch = (object: object, names: readonly string[]): void => {
    const functions = object as Record<string, Callable>
    for (const name of names) {
      const original = functions[name]!
      functions[name] = function (...values) {
        const caller = /\/(src\/[^:]+\.ts):/.exec(new Error().stack!)?.[1]
        // No disk stands behind /proc.
        if (caller !== undefined && !String(values[0]).startsWith('/proc/')) seen.add(`${caller} ${name}`)
        return original.apply(this, values)
      }
    }
  }
  const callable = (object: object): string[] =>
    Object.entries(object).flatMap(([name, value]) => (typeof value === 'function' && /^[a-z]/.test(name) ? name : []))
  watch(fs, callable(fs))
  watch(fs.promises, callable(fs.promises))
  watch(StatementSync.prototype, ['all', 'get', 'iterate', 'run'])
  watch(DatabaseSync.prototype, ['exec', 'prepare', 'close'])
  syncBuiltinESMExports()
  process.on('SIGUSR2', () => {
    writeFileSync(`${report}.new`, JSON.stringify([...seen].toSorted()))
    renameSync(`${report}.new`, report)
    seen.clear()
  })
}
