import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { takeReply } from '../../src/http/testing/replies.ts'
import type { Reply } from '../../src/http/testing/reply.ts'

/** Longer than any request: the server rejects a request that arrives too slowly after six seconds. */
export const DEADLINE_MS = 20_000

/** `closed`: the server ended the connection without a response. `late`: it did not respond in time. */
export type LaneReply = Reply | 'closed' | 'late'

export interface Sending {
  readonly bytes: Buffer
  /** The response to HEAD has no body. */
  readonly method: string
  /** Where the bytes are split. Empty: they are sent at once. */
  readonly cuts?: readonly number[]
}

/**
 * A connection that is kept for the next request and reopened when the server has closed it.
 */
export class Lane {
  readonly #port: number
  #socket: Socket | undefined
  #lastUseMs = 0
  #wake: () => void = () => undefined
  #received: Buffer = NOTHING

  constructor(port: number) {
    this.#port = port
  }

  /** Sends one request and waits for its response. */
  async ask({ bytes, method, cuts = [] }: Sending): Promise<LaneReply> {
    const socket = this.#open()
    const deadline = Promise.withResolvers<'late'>()
    const timer = setTimeout(() => deadline.resolve('late'), DEADLINE_MS)
    try {
      const asked = Promise.race([this.#receive(socket, method), deadline.promise])
      await sendPieces(socket, bytes, cuts)
      const reply = await asked
      if (typeof reply === 'string' || reply.headers.connection === 'close') this.close()
      this.#lastUseMs = performance.now()
      return reply
    } finally {
      clearTimeout(timer)
    }
  }

  /** Sends one request and disconnects after this time. */
  async leave(bytes: Buffer, afterMs: number): Promise<void> {
    const socket = this.#open()
    socket.write(bytes)
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    this.close()
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  async #receive(socket: Socket, method: string): Promise<Reply | 'closed'> {
    for (;;) {
      const taken = takeReply(this.#received, method)
      if (taken !== undefined) {
        this.#received = taken.rest
        return taken.reply
      }
      if (socket.closed) return 'closed'
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      await promise
    }
  }

  /** The server closes an idle connection after some seconds, possibly while the next request is on its way. */
  #open(): Socket {
    const isFresh = performance.now() < this.#lastUseMs + KEPT_MS
    if (this.#socket?.writable && isFresh) return this.#socket
    this.close()
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    this.#received = NOTHING
    socket.on('data', (chunk: Buffer) => {
      if (this.#socket !== socket) return
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
      this.#wake()
    })
    // An error is followed by a close.
    socket.on('error', () => undefined).on('close', () => this.#socket === socket && this.#wake())
    this.#socket = socket
    this.#lastUseMs = performance.now()
    return socket
  }
}

const KEPT_MS = 2_000
const NOTHING = Buffer.alloc(0)

export async function sendPieces(socket: Socket, bytes: Buffer, cuts: readonly number[]): Promise<void> {
  const ends = [...cuts].filter((at) => 0 < at && at < bytes.length).sort((a, b) => a - b)
  let from = 0
  for (const end of [...ends, bytes.length]) {
    if (from !== 0) await setImmediate()
    if (!socket.writable) return
    socket.write(bytes.subarray(from, end))
    from = end
  }
}
