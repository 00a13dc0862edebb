/** Where a node keeps its files and its books. */
export interface NodeLocation {
  /** The data folder: the node's own files, and the books in SQLite. */
  readonly data: string
  /** `postgres://…`: the books that this node shares with other nodes. */
  readonly databaseUrl: string | undefined
}
