/** Where a node keeps its things. */
export interface NodePlace {
  /** The data folder: the node's own files, and without a database server the books too. */
  readonly data: string
  /** `postgres://…`: the books that this node shares with others. */
  readonly databaseUrl: string | undefined
}
