import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { seededRandom } from '../../src/stdx/random.ts'
import { percentiles } from '../ledger/percentiles.ts'
import type { Requests } from './requests.ts'

/** What a thread of the load generator is told. */
export interface LoadJob {
  readonly port: number
  readonly connections: number
  readonly requests: Pick<Requests, 'bytes' | 'starts' | 'count'>
  readonly ms: number
  readonly seed: number
  /** Requests a second of this thread; undefined: as many as are answered. */
  readonly rate?: number
}

export interface LoadResult {
  /** How often each status came; that of an error with its code, as in `503 overloaded`. */
  readonly statuses: Readonly<Record<string, number>>
  /** Connections that ended in the middle of an answer, or were refused. */
  readonly broken: number
  readonly answered: number
  readonly ms: number
  readonly p50: number
  readonly p99: number
  readonly slowestMs: number
}

/*
 * The load generator: one socket per connection, one request at a time on it, and of the answer only its status and its
 * length are read. At a given rate a request counts from the moment at which it was due, so an answer that holds up
 * others is seen.
 */
const job = workerData as LoadJob
const bytes = Buffer.from(job.requests.bytes)
const starts = new Uint32Array(job.requests.starts)
const random = seededRandom(job.seed)
const statuses: Record<string, number> = {}
const times: number[] = []
const HEAD_END = Buffer.from('\r\n\r\n')
let broken = 0
const startedMs = performance.now()
const untilMs = startedMs + job.ms
const everyMs = job.rate === undefined ? 0 : (1000 * job.connections) / job.rate

function nextRequest(): Buffer {
  const i = random.below(job.requests.count)
  return bytes.subarray(starts[i]!, starts[i + 1]!)
}

function statusOf(head: string, answer: Buffer): string {
  const status = head.slice(9, 12)
  if (status < '400') return status
  const code = /"code":"(\w+)"/.exec(answer.toString('latin1', head.length))?.[1]
  return code === undefined ? status : `${status} ${code}`
}

class Connection {
  #socket: Socket
  #received: Buffer[] = []
  #sentMs = 0
  #dueMs = startedMs + random.fraction() * everyMs
  #end = () => undefined
  readonly ended = new Promise<void>((resolve) => {
    this.#end = () => void resolve()
  })

  constructor() {
    this.#socket = this.#open()
    this.#sendWhenDue()
  }

  #open(): Socket {
    const socket = connect({ port: job.port, host: '127.0.0.1', noDelay: true })
    socket.on('data', (chunk: Buffer) => this.#hear(socket, chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (socket !== this.#socket) return
      broken++
      this.#socket = this.#open()
      if (performance.now() < untilMs) setTimeout(() => this.#send(), 10)
      else this.#end()
    })
    return socket
  }

  #sendWhenDue(): void {
    const nowMs = performance.now()
    if (untilMs <= nowMs) {
      this.#end()
      return
    }
    if (everyMs === 0) this.#sentMs = nowMs
    else {
      this.#sentMs = this.#dueMs
      this.#dueMs += everyMs
      if (nowMs + 1 < this.#sentMs) return void setTimeout(() => this.#send(), this.#sentMs - nowMs)
    }
    this.#send()
  }

  #send(): void {
    this.#received = []
    this.#socket.write(nextRequest())
  }

  #hear(socket: Socket, chunk: Buffer): void {
    if (socket !== this.#socket) return
    this.#received.push(chunk)
    const received = this.#received.length === 1 ? chunk : Buffer.concat(this.#received)
    const end = received.indexOf(HEAD_END)
    if (end < 0) return
    const head = received.toString('latin1', 0, end)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (received.length < end + 4 + length) return
    const status = statusOf(head, received)
    statuses[status] = (statuses[status] ?? 0) + 1
    times.push(performance.now() - this.#sentMs)
    if (/\r\nconnection: close/i.test(head)) {
      this.#socket = this.#open()
      socket.destroy()
    }
    this.#sendWhenDue()
  }

  close(): void {
    const socket = this.#socket
    socket.removeAllListeners('close')
    socket.destroy()
  }
}

const connections = Array.from({ length: job.connections }, () => new Connection())
await Promise.race([
  Promise.all(connections.map(({ ended }) => ended)),
  new Promise((resolve) => setTimeout(resolve, job.ms + 5_000)),
])
const ms = performance.now() - startedMs
for (const connection of connections) connection.close()
const result: LoadResult = {
  statuses,
  broken,
  answered: times.length,
  ms,
  ...percentiles(times),
  slowestMs: times.reduce((most, time) => Math.max(most, time), 0),
}
parentPort!.postMessage({ result, times: Float32Array.from(times) })
