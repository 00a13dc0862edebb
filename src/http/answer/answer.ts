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

/** A body that must not be there (204, HEAD) is left out by Node. False: it was told already that the rest of it came too slowly, or could not be read. */
export function writeAnswer(response: ServerResponse, { status, headers, body, connection }: Answer): boolean {
  if (response.headersSent) return false
  const length = status === 204 ? {} : { 'Content-Length': Buffer.byteLength(body) }
  if (connection === 'closes') endConnectionAfter(response)
  response.writeHead(status, { ...headers, ...length })
  // Node says so by itself where somebody asked whether to go on, and was not told that he may.
  if (!response.shouldKeepAlive) endConnectionAfter(response)
  if (status === 204) response.end()
  else response.end(body)
  return true
}
