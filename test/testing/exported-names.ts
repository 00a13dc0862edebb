const DECLARED = /^export (?:(?:abstract|async|const|function\*?|class|interface|type|enum) )+(\w+)/gm

/** The names that a file exports. `*` stands for all names of another file. */
export function exportedNames(text: string): string[] {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) => list!.split(','))
  return [
    ...lists.map((item) => item.trim().split(' ').at(-1)!).filter((name) => name !== ''),
    ...[...text.matchAll(DECLARED)].map(([, name]) => name!),
    ...[...text.matchAll(/^export \*/gm)].map(() => '*'),
  ]
}
