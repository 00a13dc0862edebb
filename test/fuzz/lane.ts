import { connect, type Socket } from 'node:net'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { takeReply } from '../../src/http/testing/replies.ts'
import type { Reply } from '../../src/http/testing/reply.ts'

/** Longer than any request: the server rejects a request that arrives too slowly after six seconds. */
export const DEADLINE_MS = 60_000

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
  #received: Buffer = NOTHING

  constructor(port: number) {
    this.#port = port
  }

  /** Sends one request and waits for its response. */
  async ask({ bytes, method, cuts = [] }: Sending): Promise<LaneReply> {
    const socket = this.#open()
    const { promise, resolve, reject } = Promise.withResolvers<LaneReply>()
    const look = () => {
      try {
        const taken = takeReply(this.#received, method)
        if (taken !== undefined) this.#received = taken.rest
        if (taken !== undefined || socket.closed) resolve(taken?.reply ?? 'closed')
      } catch (error) {
        reject(error)
      }
    }
    const timer = setTimeout(resolve, DEADLINE_MS, 'late')
    socket.on('data', look).on('close', look)
    try {
      look()
      const [reply] = await Promise.all([promise, sendPieces(socket, bytes, cuts)])
      if (typeof reply === 'string' || reply.headers.connection === 'close') this.close()
      this.#lastUseMs = performance.now()
      return reply
    } finally {
      clearTimeout(timer)
      socket.off('data', look).off('close', look)
    }
  }

  /** Sends one request and disconnects after this time. */
  async leave(bytes: Buffer, afterMs: number): Promise<void> {
    this.#open().write(bytes)
    await pause(afterMs)
    this.close()
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  /** The server closes an idle connection after some seconds, possibly while the next request is on its way. */
  #open(): Socket {
    const isFresh = performance.now() < this.#lastUseMs + KEPT_MS
    if (this.#socket?.writable && isFresh) return this.#socket
    this.close()
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    this.#received = NOTHING
    socket.on('data', (chunk: Buffer) => {
      if (this.#socket === socket) this.#received = Buffer.concat([this.#received, chunk])
    })
    // An error is followed by a close.
    socket.on('error', () => undefined)
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
