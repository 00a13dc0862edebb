import type { ServerResponse } from 'node:http'
import { endConnectionAfter } from '../connection-end.ts'
import type { ApiResponse } from '../request-types.ts'

/** False: another response was sent already, because the rest of the request was late or broken. */
export function sendResponse(response: ServerResponse, { status, headers, body, connection }: ApiResponse): boolean {
  if (response.headersSent) return false
  if (connection === 'closes') endConnectionAfter(response)
  response.writeHead(status, headers)
  // Node decides this itself for a client that sent Expect and got no 100 Continue.
  if (!response.shouldKeepAlive) endConnectionAfter(response)
  // Node leaves the body out of the response to HEAD.
  if (status === 204) response.end()
  else response.end(body, 'latin1')
  return true
}
