/**
 * The sets of files that reach each other by imports, each sorted. A file that imports nothing of its own set is in
 * none.
 */
export function importCycles(imports: readonly { readonly from: string; readonly to: string }[]): string[][] {
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of imports) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  const reached = new Map([...targets.keys()].map((file) => [file, reachableFrom(file, targets)]))
  const cycles = new Map<string, string[]>()
  for (const [file, others] of reached) {
    const cycle = [...others].filter((other) => reached.get(other)?.has(file) === true).toSorted()
    if (cycle.includes(file)) cycles.set(cycle[0]!, cycle)
  }
  return [...cycles.values()]
}

function reachableFrom(start: string, targets: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>()
  const waiting = [start]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const target of targets.get(file) ?? []) {
      if (reached.has(target)) continue
      reached.add(target)
      waiting.push(target)
    }
  }
  return reached
}
