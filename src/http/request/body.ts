import type { IncomingMessage } from 'node:http'
import { isRejection, type Rejection, reject } from '../errors.ts'
import type { Exchange } from '../request-types.ts'

const BODY_BYTES_MAX = 16 * 1024
export const NO_BODY = Buffer.alloc(0)

/** The body, at most 16 KiB of it. A request that takes none is rejected, with 413 if its body is too large. */
export async function receiveBody(exchange: Exchange, takesBody: boolean): Promise<Buffer | Rejection | 'client_gone'> {
  const body = await readBody(exchange)
  if (takesBody || body === 'client_gone' || isRejection(body)) return body
  return reject('invalid_request', { message: 'This method takes no body. Send the request without one.' })
}

/** An empty chunked body is a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || 0 < Number(headers['content-length'] ?? 0)
}

async function readBody({ request, response }: Exchange): Promise<Buffer | Rejection | 'client_gone'> {
  const { headers } = request
  if (BODY_BYTES_MAX < Number(headers['content-length'] ?? 0)) return rejectTooLarge()
  // The head has passed all checks that need no body, so a client that waits for 100 Continue may send it.
  if (headers.expect !== undefined && request.httpVersion === '1.1') response.writeContinue()
  return await collect(request)
}

function rejectTooLarge(): Rejection {
  return reject('payload_too_large', { connection: 'closes' })
}

function collect(request: IncomingMessage): Promise<Buffer | Rejection | 'client_gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const end = (outcome: Buffer | Rejection | 'client_gone') => {
      request.removeListener('data', onData).removeListener('end', onEnd).removeListener('close', onClose)
      resolve(outcome)
    }
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (BODY_BYTES_MAX < bytes) {
        request.pause()
        return end(rejectTooLarge())
      }
      chunks.push(chunk)
    }
    const onEnd = () => end(Buffer.concat(chunks))
    const onClose = () => end('client_gone')
    // A close follows each error. Without this listener an error would end the process.
    request
      .on('data', onData)
      .on('end', onEnd)
      .on('close', onClose)
      .on('error', () => undefined)
  })
}
