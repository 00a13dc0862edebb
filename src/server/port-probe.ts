import { connect, type Socket } from 'node:net'

/** A connection that has waited for so long is not answered. */
const MUTE_AFTER_MS = 2_000
/** After a longer pause this thread or the machine stood still itself, and knows nothing of the port. */
const PAUSE_MAX_MS = 1_000

/**
 * Opens a connection of the server's own to its public port and ends it, as the other end then does. Threads can move
 * while no connection is accepted, as when too many files are open. No request is sent, so none is counted or charged.
 */
export class PortProbe implements Disposable {
  readonly #port: number
  #host: string
  #socket: Socket | undefined
  #waitsSinceMs: number | undefined
  #lookedAtMs = Number.NEGATIVE_INFINITY
  /** `unknown`: no connection has come through yet, so the machine may not allow one. */
  #state: 'unknown' | 'answered' = 'unknown'

  constructor({ port, host }: { readonly port: number; readonly host: string }) {
    this.#port = port
    this.#host = host
  }

  /** Call it several times a second. Returns what is wrong. One connection at a time waits, so that none pile up. */
  look(nowMs: number): string | undefined {
    const isLate = this.#lookedAtMs + PAUSE_MAX_MS < nowMs
    this.#lookedAtMs = nowMs
    this.#waitsSinceMs = isLate ? nowMs : (this.#waitsSinceMs ?? nowMs)
    this.#socket ??= this.#open()
    if (this.#state === 'unknown' || nowMs - this.#waitsSinceMs < MUTE_AFTER_MS) return undefined
    return `port ${this.#port} answers no connection, although threads move; check the limit of open files`
  }

  #open(): Socket {
    const socket = connect({ port: this.#port, host: this.#host }).unref()
    socket.once('connect', () => {
      // No name is resolved again: that waits for files.
      this.#host = socket.remoteAddress ?? this.#host
      socket.end()
    })
    socket.resume().once('end', () => this.#noteAnswer())
    // A server that resets a connection has seen it.
    socket.once('error', ({ code }: NodeJS.ErrnoException) => code === 'ECONNRESET' && this.#noteAnswer())
    socket.once('close', () => (this.#socket = undefined))
    return socket
  }

  #noteAnswer(): void {
    this.#state = 'answered'
    this.#waitsSinceMs = undefined
  }

  [Symbol.dispose](): void {
    this.#socket?.destroy()
  }
}
