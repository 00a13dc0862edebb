/**
 * What every thread of a server may read without asking the books thread, in memory that they share.
 *
 *     incarnation · may charges be made? · live servers on these books · the window
 */
export class ServerFlags {
  readonly memory: SharedArrayBuffer
  readonly #incarnation: Float64Array
  readonly #ints: Int32Array

  constructor(memory = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT + 4 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory
    this.#incarnation = new Float64Array(memory, 0, 1)
    this.#ints = new Int32Array(memory, Float64Array.BYTES_PER_ELEMENT)
  }

  get incarnation(): number {
    return this.#incarnation[0]!
  }

  set incarnation(incarnation: number) {
    this.#incarnation[0] = incarnation
  }

  get isOpen(): boolean {
    return Atomics.load(this.#ints, OPEN) === 1
  }

  set isOpen(isOpen: boolean) {
    Atomics.store(this.#ints, OPEN, isOpen ? 1 : 0)
  }

  /** As of the last heartbeat. The first heartbeat comes before any client. */
  get servers(): number {
    return Atomics.load(this.#ints, SERVERS)
  }

  set servers(servers: number) {
    Atomics.store(this.#ints, SERVERS, servers)
  }

  /** The most units of one account that this server commits at once. */
  get window(): number {
    return Atomics.load(this.#ints, WINDOW)
  }

  set window(units: number) {
    Atomics.store(this.#ints, WINDOW, units)
  }
}

const OPEN = 0
const SERVERS = 1
const WINDOW = 2
