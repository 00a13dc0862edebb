import { REGISTRIES } from '../../registries/registries.ts'
import { systemClock } from '../../stdx/clock.ts'
import { describeKnownError } from '../../stdx/known-error.ts'
import { writeTestFiles } from '../../stdx/testing/write-test-files.ts'
import { inspectFiles } from '../inspecting/inspect-files.ts'
import type { Inspection, InspectOptions } from '../inspecting/inspection.ts'

/** For tests: inspects files with these contents, as the command does in a folder without a catalog. */
export function inspectWritten(
  source: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<InspectOptions> = {},
): Promise<Inspection> {
  return inspectPaths(source, writeTestFiles(files), options)
}

export function inspectPaths(
  source: string,
  paths: readonly string[],
  options: Partial<InspectOptions> = {},
): Promise<Inspection> {
  const registry = REGISTRIES.find(({ name }) => name === source)!
  return inspectFiles(registry, paths, {
    parts: undefined,
    allowGap: false,
    allowShrink: false,
    rejectShareMax: 0.01,
    rejectsMax: 10,
    catalogPath: '/nowhere/catalog.db',
    clock: systemClock,
    signal: new AbortController().signal,
    reporter: { progress() {}, progressDone() {} },
    describeError: (error) => describeKnownError(error) ?? `unexpected: ${error}`,
    ...options,
  })
}
