import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer } from './answer/answer.ts'
import { errorAnswer } from './answer/error-answer.ts'
import { VARY } from './cors/cors-headers.ts'
import { type Refused, refused } from './errors.ts'
import type { HttpPorts } from './ports.ts'

interface InFlight {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

type Ports = Pick<HttpPorts, 'newRequestId' | 'meter'>

/**
 * Answers what Node's parser cannot read, or did not get in time: in our shape and with a request id, where Node itself would send a bare status line. Afterwards the connection is
 * closed: nobody knows where the next request would begin.
 */
export class BrokenRequests {
  readonly #ports: Ports
  readonly #last = new WeakMap<Socket, InFlight>()
  readonly #refused = new WeakSet<Socket>()

  constructor(ports: Ports) {
    this.#ports = ports
  }

  watch(server: Server): void {
    const remember = (request: IncomingMessage, response: ServerResponse) =>
      this.#last.set(request.socket, { request, response })
    for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, remember)
  }

  answer(error: NodeJS.ErrnoException, socket: Socket): void {
    // Behind the last answer, which is on its way. The parser says it again of every piece.
    if (this.#refused.has(socket) || !socket.writable) return
    this.#refused.add(socket)
    const refusal = refusalOf(error)
    const last = this.#last.get(socket)
    const isAnswered = last === undefined || last.response.writableFinished
    // The broken bytes belong to a request whose answer has begun, or was given: nothing can be said any more.
    const isTooLate = last !== undefined && !last.request.complete && last.response.headersSent
    if (refusal === undefined) return void socket.destroy()
    if (isTooLate) return void socket.destroySoon()
    const answer = errorAnswer(refusal, this.#ports.newRequestId(), VARY)
    this.#ports.meter?.answered('none', answer.status, 0)
    // They follow a request that is whole: its answer goes first.
    if (!isAnswered && last.request.complete) last.response.once('finish', () => end(socket, answer))
    else end(socket, answer)
  }
}

function refusalOf({ code = '' }: NodeJS.ErrnoException): Refused | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refused('request_timeout')
  if (code === 'HPE_HEADER_OVERFLOW')
    return refused('invalid_request', { message: 'The address and headers are too long, or too many. Send fewer.' })
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return refused('payload_too_large')
  return code.startsWith('HPE_') ? refused('invalid_request') : undefined
}

function end(socket: Socket, { status, headers, body }: Answer): void {
  if (!socket.writable) return
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries({ ...headers, Connection: 'close', 'Content-Length': Buffer.byteLength(body) }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
