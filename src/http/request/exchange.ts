import type { IncomingMessage, ServerResponse } from 'node:http'

/** Node's request and its response. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}
