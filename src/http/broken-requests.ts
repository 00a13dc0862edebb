import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorAnswer } from './answer/error-answer.ts'
import { endConnection, endConnectionAfter, isBehindTheLast } from './connection-end.ts'
import { VARY } from './cors/cors-headers.ts'
import { type Refused, refused } from './errors.ts'
import { type Exchange, type RefusalPorts, refuse } from './gate.ts'
import { destroyAfter } from './lingering.ts'

/**
 * Answers what Node's parser cannot read, or did not get in time: in our shape and with a request id, where Node itself would send a bare status line. Afterwards the connection is
 * closed: nobody knows where the next request would begin.
 */
export class BrokenRequests {
  readonly #ports: RefusalPorts
  readonly #unreadMs: number
  readonly #last = new WeakMap<Socket, Exchange>()
  readonly #refused = new WeakSet<Socket>()

  /** Who does not even read the answers before is sent away after so long, whatever he goes on sending. */
  constructor(ports: RefusalPorts, unreadMs: number) {
    this.#ports = ports
    this.#unreadMs = unreadMs
  }

  watch(server: Server): void {
    const remember = (request: IncomingMessage, response: ServerResponse) =>
      this.#last.set(request.socket, { request, response })
    for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, remember)
  }

  answer(error: NodeJS.ErrnoException, socket: Socket): void {
    // The last answer is on its way, or nobody hears. The parser says it again of every piece that comes behind.
    if (!socket.writable || this.#refused.has(socket)) return
    this.#refused.add(socket)
    const refusal = refusalOf(error)
    if (refusal === undefined) return void socket.destroy()
    // What did not come in time may still come, and be sound.
    endConnection(socket)
    destroyAfter(socket, this.#unreadMs)
    const { request, response } = this.#last.get(socket) ?? {}
    if (request === undefined || response === undefined) this.#refuseRaw(socket, refusal)
    // They follow a request that is whole: its answer goes first.
    else if (request.complete) afterwards(response, () => this.#refuseRaw(socket, refusal))
    // They belong to a request whose answer has begun, or was given: nothing can be said any more.
    else if (response.headersSent) afterwards(response, () => socket.destroySoon())
    // They belong to one that waits for its answer, perhaps behind others: this is it.
    else if (!isBehindTheLast(response)) {
      endConnectionAfter(response)
      refuse(this.#ports, { request, response }, refusal)
    }
  }

  /** What is no request, or not all of it, has no response of Node's. */
  #refuseRaw(socket: Socket, refusal: Refused): void {
    if (!socket.writable) return
    const { status, headers, body } = errorAnswer(refusal, this.#ports.newRequestId(), VARY)
    this.#ports.meter?.answered('none', status, 0)
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries({ ...headers, Connection: 'close', 'Content-Length': Buffer.byteLength(body) }).map(
        ([name, value]) => `${name}: ${value}`,
      ),
    ]
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
    socket.destroySoon()
  }
}

function afterwards(response: ServerResponse, what: () => void): void {
  if (response.writableFinished) what()
  else response.once('finish', what)
}

function refusalOf({ code = '' }: NodeJS.ErrnoException): Refused | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refused('request_timeout')
  if (code === 'HPE_HEADER_OVERFLOW')
    return refused('invalid_request', { message: 'The address and headers are too long, or too many. Send fewer.' })
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return refused('payload_too_large')
  return code.startsWith('HPE_') ? refused('invalid_request') : undefined
}
