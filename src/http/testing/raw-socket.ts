import { connect, type Socket } from 'node:net'
import { takeReply } from './replies.ts'
import type { Reply } from './reply.ts'

/** A connection for bytes of any kind. */
export interface RawClient {
  readonly socket: Socket
  /** All that came, as Latin-1. */
  text(): string
  /** Those that came, 1xx left out. */
  statuses(): number[]
}

/** It ignores resets. With `allowHalfOpen` it may go on sending after the server has ended its side. */
export function openRaw(port: number, { allowHalfOpen = false } = {}): RawClient {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen, noDelay: true }).on('error', () => undefined)
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
  return {
    socket,
    text: () => text,
    statuses: () => [...text.matchAll(/HTTP\/1\.1 ([2-5]\d\d)/g)].map(([, status]) => Number(status)),
  }
}

export interface RawReply {
  /** All that came, as Latin-1. */
  readonly text: string
  readonly statuses: readonly number[]
  /** The error code of the last answer. */
  readonly code: string | undefined
  /** `closed`: the server ended the connection. */
  readonly end: 'open' | 'closed'
}

/**
 * Sends raw bytes. After this many answers the client ends its side, unless the server said that it closes the
 * connection, and reads what else comes until the connection is closed.
 */
export async function sendRaw(port: number, bytes: string | Uint8Array, answers = 1): Promise<RawReply> {
  const client = openRaw(port)
  const { socket } = client
  const method = Buffer.from(bytes).toString('latin1').split(' ')[0]!
  let end: RawReply['end'] = 'closed'
  let isEnded = false
  socket.on('end', () => (isEnded = true))
  socket.on('data', () => {
    if (isEnded || !hasAnswers(client, answers, method)) return
    if (/\r\nConnection: close\r\n/i.test(client.text())) return
    end = 'open'
    socket.end()
  })
  socket.write(bytes)
  // A reset is an end too.
  await new Promise((resolve) => socket.once('close', resolve))
  const text = client.text()
  const code = repliesIn(text, method).at(-1)?.json.error?.code as string | undefined
  return { text, statuses: client.statuses(), code, end }
}

/** Whether so many whole answers came, or bytes that are none. */
export function hasAnswers({ statuses, text }: RawClient, answers: number, method = 'GET'): boolean {
  if (statuses().length < answers) return false
  try {
    return answers <= repliesIn(text(), method).length
  } catch {
    return true
  }
}

/** Each of the whole answers, 1xx left out. Fails at bytes that are none. */
export function repliesIn(text: string, method = 'GET'): Reply[] {
  const replies: Reply[] = []
  let taken = takeReply(Buffer.from(text, 'latin1'), method)
  for (; taken !== undefined; taken = takeReply(taken.rest, method)) replies.push(taken.reply)
  return replies
}
