/** One kind of rows of the books in memory. Rows are never changed, only replaced, so one that was handed out stays what it was. */
export interface MemoryTable<Key, Row> {
  get(key: Key): Row | undefined
  /** Undefined takes the row away; only what undoes a change does so. */
  set(key: Key, row: Row | undefined): void
  /** In the order of the keys. */
  all(): Row[]
  /** The rows of a group that `group` was made for, in the order of the keys. */
  group(of: (row: Row) => string | number | undefined): MemoryGroup<Row>
}

export interface MemoryGroup<Row> {
  rows(name: string | number): Row[]
}

export function memoryTable<Key extends string | number, Row>(): MemoryTable<Key, Row> {
  const rows = new Map<Key, Row>()
  const groups: {
    readonly of: (row: Row) => string | number | undefined
    readonly members: Map<string | number, Map<Key, Row>>
  }[] = []

  function move(key: Key, before: Row | undefined, row: Row | undefined): void {
    for (const { of, members } of groups) {
      const from = before === undefined ? undefined : of(before)
      const to = row === undefined ? undefined : of(row)
      if (from !== undefined && from !== to) {
        const group = members.get(from)
        group?.delete(key)
        if (group?.size === 0) members.delete(from)
      }
      if (row === undefined || to === undefined) continue
      const group = members.get(to)
      if (group === undefined) members.set(to, new Map([[key, row]]))
      else group.set(key, row)
    }
  }

  return {
    get: (key) => rows.get(key),
    set(key, row) {
      move(key, rows.get(key), row)
      if (row === undefined) rows.delete(key)
      else rows.set(key, row)
    },
    all: () => inOrder(rows),
    group(of) {
      const members = new Map<string | number, Map<Key, Row>>()
      groups.push({ of, members })
      return { rows: (name) => inOrder(members.get(name)) }
    },
  }
}

function inOrder<Key extends string | number, Row>(rows: ReadonlyMap<Key, Row> | undefined): Row[] {
  if (rows === undefined) return []
  if (rows.size < 2) return [...rows.values()]
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
