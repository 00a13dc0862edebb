import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Refused, refused } from '../errors.ts'

export const BODY_BYTES_MAX = 16 * 1024

const NO_BODY = Buffer.alloc(0)

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** The body of a method that takes one, or why it has none. */
export function bodyOf(exchange: Exchange, body: 'taken' | 'refused'): Buffer | Promise<Buffer | Refused | 'gone'> {
  if (!hasBody(exchange.request)) return NO_BODY
  return body === 'taken' ? readBody(exchange) : refuseBody(exchange)
}

/** All of it, however it comes; at most 16 KiB are read. `gone`: the client left before it was all there. */
async function readBody({ request, response }: Exchange): Promise<Buffer | Refused | 'gone'> {
  const { headers } = request
  if (BODY_BYTES_MAX < Number(headers['content-length'] ?? 0)) return tooLarge()
  // Who asks whether he may go on is told so here, where all that can be said of the head has been looked at.
  if (headers.expect !== undefined && request.httpVersion === '1.1') response.writeContinue()
  return await collect(request)
}

/** A GET has none. To tell too large from there at all, the same is read. An empty chunked one is one too: somebody meant to send it. */
async function refuseBody(exchange: Exchange): Promise<Refused | 'gone'> {
  const body = await readBody(exchange)
  if (body === 'gone' || 'refused' in body) return body
  return refused('invalid_request', { message: 'This method takes no body. Leave it out.' })
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || 0 < Number(headers['content-length'] ?? 0)
}

function tooLarge(): Refused {
  return refused('payload_too_large', { connection: 'closes' })
}

function collect(request: IncomingMessage): Promise<Buffer | Refused | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const end = (outcome: Buffer | Refused | 'gone') => {
      request.removeListener('data', onData).removeListener('end', onEnd).removeListener('close', onClose)
      resolve(outcome)
    }
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (BODY_BYTES_MAX < bytes) {
        request.pause()
        return end(tooLarge())
      }
      chunks.push(chunk)
    }
    const onEnd = () => end(Buffer.concat(chunks))
    const onClose = () => end('gone')
    // An error is followed by a close; without a listener it would end the process.
    request
      .on('data', onData)
      .on('end', onEnd)
      .on('close', onClose)
      .on('error', () => undefined)
  })
}
