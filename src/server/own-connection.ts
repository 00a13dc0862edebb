import { once } from 'node:events'
import { connect } from 'node:net'

export interface OwnAnswer {
  readonly status: number
  readonly text: string
}

/**
 * A connection for requests of a thread to itself, one after the other. Node's own client would have to be compiled
 * first, and takes longer than the server that is asked.
 */
export class OwnConnection {
  readonly #socket
  #received = ''
  #answer = Promise.withResolvers<OwnAnswer>()

  constructor(port: number, host: string) {
    this.#socket = connect({ port, host, noDelay: true }).setEncoding('utf8')
    this.#socket.on('data', (text: string) => this.#receive(text))
    this.#socket.on('close', () => this.#answer.reject(new Error('the connection has ended')))
    // Its end says enough.
    this.#socket.on('error', () => undefined)
    this.#answer.promise.catch(() => undefined)
  }

  async ask(path: string, headers: readonly string[], body?: string): Promise<OwnAnswer> {
    const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
    const start = `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`
    this.#socket.write([start, 'Host: localhost', ...headers, ...length, '', body ?? ''].join('\r\n'))
    return await this.#answer.promise
  }

  async end(): Promise<void> {
    if (this.#socket.destroyed) return
    this.#socket.destroy()
    await once(this.#socket, 'close')
  }

  #receive(text: string): void {
    this.#received += text
    const head = this.#received.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, head))?.[1] ?? 0)
    const body = this.#received.slice(head + 4)
    if (Buffer.byteLength(body) < length) return
    const status = Number(this.#received.slice(9, 12))
    const { resolve } = this.#answer
    this.#received = ''
    this.#answer = Promise.withResolvers()
    this.#answer.promise.catch(() => undefined)
    resolve({ status, text: body })
  }
}
