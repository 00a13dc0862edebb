import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { http } from '../stdx/node-http.ts'
import { connectionOf } from './connection.ts'
import { endConnection, endConnectionAfter, isBehindTheLast } from './connection-end.ts'
import { VARY } from './cors/cors-headers.ts'
import { type RejectionPorts, sendRejection } from './dispatch.ts'
import { type Rejection, reject } from './errors.ts'
import { destroyAfter } from './lingering.ts'
import { errorResponse } from './response/error-response.ts'

/**
 * Answers what Node's parser cannot read or did not receive in time, in the form of our errors. Node itself would send
 * a bare status line. Then the connection is closed: the start of the next request is unknown.
 */
export class BrokenRequests {
  readonly #ports: RejectionPorts
  readonly #unreadMs: number
  readonly #answered = new WeakSet<Socket>()

  /** `unreadMs`: how long a client may leave the earlier responses unread. */
  constructor(ports: RejectionPorts, unreadMs: number) {
    this.#ports = ports
    this.#unreadMs = unreadMs
  }

  answer(error: NodeJS.ErrnoException, socket: Socket): void {
    // The parser reports each further piece of a broken connection again.
    if (!socket.writable || this.#answered.has(socket)) return
    this.#answered.add(socket)
    const rejection = rejectionOf(error)
    if (rejection === undefined) return void socket.destroy()
    // A late request may still arrive, and be well-formed.
    endConnection(socket)
    destroyAfter(socket, this.#unreadMs)
    const response = connectionOf(socket).latest
    if (response === undefined) this.#sendRaw(socket, rejection)
    // The broken bytes follow a whole request: its response goes first.
    else if (response.req.complete) afterResponse(response, () => this.#sendRaw(socket, rejection))
    // They belong to a request whose response has begun: nothing more can be sent.
    else if (response.headersSent) afterResponse(response, () => socket.destroySoon())
    // They belong to a request without a response, perhaps behind others.
    else if (!isBehindTheLast(response)) {
      endConnectionAfter(response)
      sendRejection(this.#ports, { request: response.req, response }, rejection)
    }
  }

  /** Node has no response object for a request whose head is not whole. */
  #sendRaw(socket: Socket, rejection: Rejection): void {
    if (!socket.writable) return
    const requestId = this.#ports.newRequestId()
    const { status, headers, body } = errorResponse(rejection, requestId, VARY)
    this.#ports.meter?.answered('none', status, 0)
    this.#ports.meter?.refused({ code: rejection.code, requestId, operation: 'none' })
    const lines = [
      `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
      ...Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}`),
    ]
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1')
    socket.destroySoon()
  }
}

function afterResponse(response: ServerResponse, then: () => void): void {
  if (response.writableFinished) then()
  else response.once('finish', then)
}

function rejectionOf({ code = '' }: NodeJS.ErrnoException): Rejection | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return reject('request_timeout')
  if (code === 'HPE_HEADER_OVERFLOW')
    return reject('invalid_request', { message: 'The URL and the headers together are too long. Send fewer headers.' })
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return reject('payload_too_large')
  return code.startsWith('HPE_') ? reject('invalid_request') : undefined
}
