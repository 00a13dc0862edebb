import assert from 'node:assert/strict'
import { hasAnswers, openRaw, repliesIn } from '../../src/http/testing/raw-socket.ts'
import type { Reply } from '../../src/http/testing/reply.ts'
import { DEADLINE_MS, sendPieces } from './lane.ts'

interface RawSending {
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
  const client = openRaw(port, { allowHalfOpen: true })
  const { socket } = client
  const { promise, resolve } = Promise.withResolvers<'closed' | 'late'>()
  const deadline = setTimeout(resolve, DEADLINE_MS, 'late')
  const end = (): void => void socket.end()
  let quiet: NodeJS.Timeout | undefined
  const look = (): void => {
    clearTimeout(quiet)
    if (answers === undefined) quiet = setTimeout(end, QUIET_MS)
    else if (hasAnswers(client, answers)) end()
  }
  socket
    .on('data', look)
    .on('end', end)
    .on('close', () => resolve('closed'))
  look()
  try {
    await sendPieces(socket, bytes, cuts)
    assert.equal(await promise, 'closed', 'the server neither answers nor closes')
    return repliesIn(client.text())
  } finally {
    clearTimeout(deadline)
    clearTimeout(quiet)
    socket.destroy()
  }
}
