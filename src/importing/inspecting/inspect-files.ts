import { ImportForecast } from '../../catalog/catalog.ts'
import type { FileDescription, Registry, SourceFile } from '../../registries/registries.ts'
import { InputError } from '../../stdx/input-error.ts'
import { isInvented, sourceFile } from '../source-files.ts'
import { inspectSet } from './inspect-set.ts'
import type { InspectedSet, Inspection, InspectOptions } from './inspection.ts'
import { Reasons } from './reasons.ts'

interface Described {
  readonly path: string
  /** Undefined if the system does not let us read it. */
  readonly file: SourceFile | undefined
  readonly description: FileDescription | null
  readonly problem: string | null
}

/** Inspects every file, reads the sets that they make, and asks what an import would decide. It writes nothing. */
export async function inspectFiles(
  registry: Registry,
  paths: readonly string[],
  options: InspectOptions,
): Promise<Inspection> {
  const reasons = new Reasons(options.describeError)
  const notes = new Set<string>()
  const described: Described[] = []
  for (const path of paths) {
    options.signal.throwIfAborted()
    const one = await describe(registry, path, options)
    if (one.problem !== null) reasons.add(one.problem)
    described.push(one)
  }
  const files = described.flatMap(({ file }) => file ?? [])
  const fault = (fault: InputError): void => reasons.add(fault.message)
  const { parts } = options
  const sets = (await reasons.attempt(() => registry.arrange(files, { parts, fault }))) ?? []
  const invented = (await reasons.attempt(() => isInvented(files))) ?? false
  const forecast = new ImportForecast(options.catalogPath, options.clock)
  const rowsByPath = new Map<string, number>()
  const inspected: InspectedSet[] = []
  for (const set of sets)
    inspected.push(await inspectSet({ registry, set, forecast, invented, options, reasons, notes, rowsByPath }))
  return {
    source: registry.name,
    accepted: reasons.size === 0,
    reasons: reasons.list(),
    notes: [...notes],
    files: described.map(({ path, file, problem, description }) => ({
      path,
      bytes: file?.bytes ?? null,
      problem,
      description,
      rows: (file && rowsByPath.get(file.path)) ?? null,
    })),
    sets: inspected,
  }
}

async function describe(registry: Registry, path: string, { describeError }: InspectOptions): Promise<Described> {
  let file: SourceFile | undefined
  try {
    file = sourceFile(path)
    return { path, file, description: await registry.describe(file), problem: null }
  } catch (error) {
    // An InputError is a reason against the import. A file that cannot be opened is left out of the rest.
    const readable = error instanceof InputError ? file : undefined
    return { path, file: readable, description: null, problem: describeError(error) }
  }
}
