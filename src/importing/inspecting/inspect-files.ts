import { ImportForecast } from '../../catalog/catalog.ts'
import type { FileDescription, ImportSet, Registry, SourceFile } from '../../registries/registries.ts'
import { InputError } from '../../stdx/input-error.ts'
import { isInvented, sourceFile } from '../source-files.ts'
import type { InspectOptions } from './inspect-options.ts'
import { inspectSet } from './inspect-set.ts'
import type { InspectedFile, InspectedSet, Inspection } from './inspection.ts'
import { Reasons } from './reasons.ts'

type Described =
  | { readonly path: string; readonly file: SourceFile; readonly description: FileDescription; readonly problem: null }
  | {
      readonly path: string
      /** Undefined if the system does not let us read it. */
      readonly file: SourceFile | undefined
      readonly description: null
      readonly problem: string
    }

/** Inspects every file, reads the sets that they make, and asks what an import would decide. It writes nothing. */
export async function inspectFiles(
  registry: Registry,
  paths: readonly string[],
  options: InspectOptions,
): Promise<Inspection> {
  const reasons = new Reasons()
  const notes = new Set<string>()
  const described: Described[] = []
  for (const path of paths) {
    options.signal.throwIfAborted()
    const one = await describe(registry, path, options)
    if (one.problem !== null) reasons.add(one.problem)
    described.push(one)
  }
  const files = described.flatMap(({ file }) => file ?? [])
  const sets = await arrange(registry, files, options, reasons)
  const forecast = new ImportForecast(options.catalogPath, options.clock)
  const invented = tryOr(false, () => isInvented(files), options, reasons)
  const inspected: InspectedSet[] = []
  const rows = new Map<string, number>()
  for (const set of sets) {
    const result = await inspectSet({ registry, set, forecast, invented, options, reasons, notes })
    inspected.push(result.report)
    for (const [path, count] of result.rowsByPath) rows.set(path, count)
  }
  return {
    source: registry.name,
    accepted: reasons.size === 0,
    reasons: reasons.list(),
    notes: [...notes],
    files: described.map((one) => toReport(one, rows)),
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

async function arrange(
  registry: Registry,
  files: readonly SourceFile[],
  { parts, describeError }: InspectOptions,
  reasons: Reasons,
): Promise<ImportSet[]> {
  const fault = (fault: InputError): void => reasons.add(fault.message)
  try {
    return await registry.arrange(files, parts === undefined ? { fault } : { parts, fault })
  } catch (error) {
    reasons.add(describeError(error))
    return []
  }
}

function tryOr<T>(otherwise: T, work: () => T, { describeError }: InspectOptions, reasons: Reasons): T {
  try {
    return work()
  } catch (error) {
    reasons.add(describeError(error))
    return otherwise
  }
}

function toReport({ path, file, description, problem }: Described, rows: ReadonlyMap<string, number>): InspectedFile {
  return {
    path,
    bytes: file?.bytes ?? null,
    problem,
    description,
    rows: file === undefined ? null : (rows.get(file.path) ?? null),
  }
}
