import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { until } from '../stdx/testing/until.ts'
import { PortProbe } from './port-probe.ts'

const MUTE = /^port \d+ answers no connection, although threads move/

test('a port is mute from two seconds without an end of its connections, until one ends', async () => {
  let state = 'mute'
  const waiting: Socket[] = []
  await using server = createServer({ allowHalfOpen: true }, (socket) => {
    if (state === 'mute') waiting.push(socket)
    else socket.end()
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  using probe = new PortProbe({ port: (server.address() as AddressInfo).port, host: 'localhost' })
  let nowMs = 0
  /** After so many looks, four a second. */
  const look = (times: number): string | undefined => {
    let problem: string | undefined
    for (let i = 0; i < times; i++) problem = probe.look((nowMs += 250))
    return problem
  }
  const isMute = () =>
    until(
      () => look(1),
      'a mute port',
      (problem) => problem !== undefined && MUTE.test(problem),
    )
  const answer = (): void => {
    state = 'answers'
    for (const socket of waiting.splice(0)) socket.end()
  }
  look(1)
  await until(() => waiting.length, 'the first connection')
  assert.equal(look(20), undefined, 'it may be one that the machine does not allow')
  answer()
  await until(() => look(1) === undefined && waiting.length === 0, 'the first answer')
  state = 'mute'
  await isMute()
  assert.equal(waiting.length, 1, 'connections do not pile up')
  nowMs += 10_000
  assert.equal(look(1), undefined, 'this thread itself stood still')
  assert.match(look(8)!, MUTE)
  answer()
  await until(
    () => look(1),
    'an answer',
    (problem) => problem === undefined,
  )
})
