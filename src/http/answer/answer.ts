import type { ServerResponse } from 'node:http'
import { endConnectionAfter } from '../connection-end.ts'

/** What goes back, whole: nothing is sent before all of it is known. */
export interface Answer {
  readonly status: number
  /** Beyond those of every answer. */
  readonly headers: Readonly<Record<string, string>>
  /** A text and not bytes: Node then sends head and body in one piece. */
  readonly body: string
  /** What follows on the connection cannot be read any more, or nothing may follow. */
  readonly connection?: 'closes'
}

/** A body that must not be there (204, HEAD) is left out by Node. */
export function writeAnswer(response: ServerResponse, { status, headers, body, connection }: Answer): void {
  // It is written already that the rest of its body could not be read.
  if (response.headersSent) return
  const length = status === 204 ? {} : { 'Content-Length': Buffer.byteLength(body) }
  if (connection === 'closes') endConnectionAfter(response)
  response.writeHead(status, { ...headers, ...length })
  if (status === 204) response.end()
  else response.end(body)
}
