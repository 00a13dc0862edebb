/**
 * What every thread of a node may read without asking the thread of the books, in memory that they share.
 *
 *     may charges be made? · nodes that use the same books
 */
export class NodeFlags {
  readonly memory: SharedArrayBuffer
  readonly #ints: Int32Array

  constructor(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory
    this.#ints = new Int32Array(memory)
  }

  get isOpen(): boolean {
    return Atomics.load(this.#ints, OPEN) === 1
  }

  setOpen(state: 'open' | 'shut'): void {
    Atomics.store(this.#ints, OPEN, state === 'open' ? 1 : 0)
  }

  /**
   * The number of nodes that use the same books, as of the last heartbeat. The first heartbeat comes before any client.
   */
  get nodes(): number {
    return Atomics.load(this.#ints, NODES)
  }

  setNodes(nodes: number): void {
    Atomics.store(this.#ints, NODES, nodes)
  }
}

const OPEN = 0
const NODES = 1
