import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { takeReply } from '../../src/http/testing/replies.ts'
import type { Reply } from '../../src/http/testing/reply.ts'
import { DEADLINE_MS, sendPieces } from './lane.ts'

export interface RawSending {
  readonly bytes: Buffer
  readonly cuts?: readonly number[]
  /** The number of responses to wait for, if known. */
  readonly answers?: number
}

/** Responses come at once. After this silence the client ends its side and reads the rest. */
const QUIET_MS = 30

/**
 * Sends any bytes on a connection of their own, and reads all responses until the server closes it. Fails if the server
 * does not.
 */
export async function sendAnything(port: number, { bytes, cuts = [], answers }: RawSending): Promise<Reply[]> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  const replies: Reply[] = []
  const ended = Promise.withResolvers<'closed' | 'late'>()
  let rest: Buffer = Buffer.alloc(0)
  let quiet: NodeJS.Timeout | undefined
  const end = (): void => void socket.end()
  const rearm = (): void => {
    clearTimeout(quiet)
    if (answers === undefined) quiet = setTimeout(end, QUIET_MS)
    else if (answers <= replies.length) end()
  }
  const deadline = setTimeout(() => ended.resolve('late'), DEADLINE_MS)
  socket.on('data', (chunk: Buffer) => {
    try {
      rest = Buffer.concat([rest, chunk])
      for (let taken = takeReply(rest, 'GET'); taken !== undefined; taken = takeReply(rest, 'GET')) {
        replies.push(taken.reply)
        rest = taken.rest
      }
      rearm()
    } catch (error) {
      ended.reject(error)
    }
  })
  socket.on('end', end).on('error', () => undefined)
  socket.on('close', () => ended.resolve('closed'))
  rearm()
  try {
    await sendPieces(socket, bytes, cuts)
    assert.equal(await ended.promise, 'closed', 'the server neither answers nor closes')
    return replies
  } finally {
    clearTimeout(deadline)
    clearTimeout(quiet)
    socket.destroy()
  }
}
