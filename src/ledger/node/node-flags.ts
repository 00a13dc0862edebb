/**
 * What every thread of a node may read without asking the thread of the books, in memory that they share.
 *
 *     may charges be made? · nodes that use the same books · incarnation
 */
export class NodeFlags {
  readonly memory: SharedArrayBuffer
  readonly #ints: Int32Array
  readonly #floats: Float64Array

  static make(): NodeFlags {
    const flags = new NodeFlags(new SharedArrayBuffer(BYTES))
    flags.setNodes(1)
    return flags
  }

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory
    this.#ints = new Int32Array(memory)
    this.#floats = new Float64Array(memory)
  }

  get isOpen(): boolean {
    return Atomics.load(this.#ints, OPEN_INT) === 1
  }

  setOpen(state: 'open' | 'shut'): void {
    Atomics.store(this.#ints, OPEN_INT, state === 'open' ? 1 : 0)
  }

  /** Nodes that use the same books, this one among them, as of the last heartbeat. */
  get nodes(): number {
    return Atomics.load(this.#ints, NODES_INT)
  }

  setNodes(nodes: number): void {
    Atomics.store(this.#ints, NODES_INT, nodes)
  }

  /** Set before the first client connects, and not changed. */
  get incarnation(): number {
    return this.#floats[INCARNATION_FLOAT]!
  }

  setIncarnation(incarnation: number): void {
    this.#floats[INCARNATION_FLOAT] = incarnation
  }
}

const BYTES = 16
const OPEN_INT = 0
const NODES_INT = 1
const INCARNATION_FLOAT = 1
