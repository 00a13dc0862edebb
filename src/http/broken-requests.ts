import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { AccessView } from '../access/access.ts'
import { type Answer, writeAnswer } from './answer/answer.ts'
import { errorAnswer } from './answer/error-answer.ts'
import { endConnection, isBehindTheLast } from './connection-end.ts'
import { corsHeaders, VARY } from './cors/cors-headers.ts'
import { type Refused, refused } from './errors.ts'
import { destroyAfter } from './lingering.ts'
import type { HttpPorts } from './ports.ts'

interface InFlight {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

interface Ports extends Pick<HttpPorts, 'newRequestId' | 'meter'> {
  readonly access: { readonly view: () => Pick<AccessView, 'isOriginAllowed'> }
}

/**
 * Answers what Node's parser cannot read, or did not get in time: in our shape and with a request id, where Node itself would send a bare status line. Afterwards the connection is
 * closed: nobody knows where the next request would begin.
 */
export class BrokenRequests {
  readonly #ports: Ports
  readonly #unreadMs: number
  readonly #last = new WeakMap<Socket, InFlight>()
  readonly #refused = new WeakSet<Socket>()

  /** Who does not even read the answers before is sent away after so long, whatever he goes on sending. */
  constructor(ports: Ports, unreadMs: number) {
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
    if (request === undefined || response === undefined) this.#refuse(socket, refusal)
    // They follow a request that is whole: its answer goes first.
    else if (request.complete) afterwards(response, () => this.#refuse(socket, refusal))
    // They belong to a request whose answer has begun, or was given: nothing can be said any more.
    else if (response.headersSent) afterwards(response, () => socket.destroySoon())
    // They belong to one that waits for its answer, perhaps behind others: this is it.
    else if (!isBehindTheLast(response)) this.#refuseInTurn({ request, response }, refusal)
  }

  #refuseInTurn({ request, response }: InFlight, refusal: Refused): void {
    const cors = corsHeaders(this.#ports.access.view(), request.headers)
    writeAnswer(response, { ...this.#answer(refusal, cors), connection: 'closes' })
  }

  #answer(refusal: Refused, cors: Readonly<Record<string, string>>): Answer {
    const answer = errorAnswer(refusal, this.#ports.newRequestId(), cors)
    this.#ports.meter?.answered('none', answer.status, 0)
    return answer
  }

  /** What is no request, or not all of it, has no response of Node's. */
  #refuse(socket: Socket, refusal: Refused): void {
    if (!socket.writable) return
    const { status, headers, body } = this.#answer(refusal, VARY)
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
