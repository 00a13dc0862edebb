const DECLARED = /^export (?:(?:abstract|async|const|function\*?|class|interface|type|enum) )+(\w+)/gm

/** The names that a file exports. `*` stands for all names of another file. */
export function exportedNames(text: string): string[] {
  return [
    ...[...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) => namesIn(list!).map(({ to }) => to)),
    ...[...text.matchAll(DECLARED)].map(([, name]) => name!),
    ...[...text.matchAll(/^export \*/gm)].map(() => '*'),
  ]
}

/** The names that a file exports of other files. */
export function passedOnNames(text: string): string[] {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from/gm)]
  return lists.flatMap(([, list]) => namesIn(list!).map(({ to }) => to))
}

/** The names that a file imports or passes on, each with the specifier of its file. */
export function importedNames(text: string): { readonly specifier: string; readonly name: string }[] {
  const lists = [...text.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '([^']+)'/gm)]
  const late = [...text.matchAll(/\(await import\('([^']+)'\)\)\.(\w+)/g)]
  return [
    ...lists.flatMap(([, list, specifier]) =>
      namesIn(list!).map(({ from }) => ({ specifier: specifier!, name: from })),
    ),
    ...late.map(([, specifier, name]) => ({ specifier: specifier!, name: name! })),
  ]
}

/** `a, type B, c as d` */
function namesIn(list: string): { readonly from: string; readonly to: string }[] {
  const items = list.split(',').map((item) => item.trim().replace(/^type /, ''))
  return items.filter((item) => item !== '').map((item) => ({ from: item.split(' ')[0]!, to: item.split(' ').at(-1)! }))
}
