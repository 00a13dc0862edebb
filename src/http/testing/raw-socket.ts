import { connect } from 'node:net'
import type { Reply } from './reply.ts'

/**
 * Sends raw bytes, and reads until the other side closes the connection or is silent for a while.
 */
export function sendRaw(port: number, bytes: string | Uint8Array, options: RawOptions = {}): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Uint8Array[] = []
    let quiet: NodeJS.Timeout | undefined
    const finish = (end: RawReply['end']) => {
      clearTimeout(quiet)
      socket.destroy()
      resolve({ text: Buffer.concat(chunks).toString('latin1'), end })
    }
    socket.on('connect', () => socket.write(bytes))
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      const answers =
        Buffer.concat(chunks)
          .toString('latin1')
          .match(/HTTP\/1\.1 [2-5]\d\d/g)?.length ?? 0
      clearTimeout(quiet)
      // A whole answer comes in one piece; what comes after it would come at once.
      if ((options.answers ?? 1) <= answers) quiet = setTimeout(() => finish('open'), QUIET_MS)
    })
    socket.on('close', () => finish('closed'))
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? undefined : reject(error)))
  })
}

const QUIET_MS = 150

export interface RawOptions {
  /** How many answers to wait for. */
  readonly answers?: number
}

export interface RawReply {
  /** All that came, as Latin-1. */
  readonly text: string
  readonly end: 'open' | 'closed'
}

/** The statuses that came, 1xx left out, and the last one's body. */
export function readRaw({ text }: RawReply): { readonly statuses: number[]; readonly code: string | undefined } {
  const statuses = [...text.matchAll(/HTTP\/1\.1 ([2-5]\d\d)/g)].map(([, status]) => Number(status))
  const body = text.slice(text.lastIndexOf('\r\n\r\n') + 4)
  const code = body.startsWith('{') ? (JSON.parse(body).error?.code as string | undefined) : undefined
  return { statuses, code }
}

/** Each of the answers that came, 1xx left out, as a client would read it. */
export function repliesIn({ text }: RawReply): Reply[] {
  const replies: Reply[] = []
  for (let rest = text; rest !== ''; ) {
    const headEnd = rest.indexOf('\r\n\r\n')
    const [line = '', ...fields] = rest.slice(0, headEnd).split('\r\n')
    const status = Number(line.split(' ')[1])
    const headers = Object.fromEntries(
      fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)]),
    )
    const bodyEnd = headEnd + 4 + Number(headers['content-length'] ?? 0)
    const body = Buffer.from(rest.slice(headEnd + 4, bodyEnd), 'latin1').toString()
    if (200 <= status) replies.push({ status, headers, text: body, json: body.startsWith('{') ? JSON.parse(body) : {} })
    rest = rest.slice(bodyEnd)
  }
  return replies
}
