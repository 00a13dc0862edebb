import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { openAdminScene } from './testing/admin-scene.ts'

test('a client that waits before it sends its body is told once to go on, and not at all if it may not', async () => {
  await using scene = await openAdminScene()
  const body = '{"name":"Shop"}'
  const post = async (headers: readonly string[]): Promise<string> => {
    const socket = connect(scene.port, '127.0.0.1')
    const lines = ['POST /admin/v1/customers HTTP/1.1', `Host: 127.0.0.1:${scene.port}`, ...headers]
    const more = ['Content-Type: application/json', `Content-Length: ${body.length}`, 'Expect: 100-continue']
    socket.write(`${[...lines, ...more, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`)
    return await text(socket)
  }
  const made = await post([`Authorization: Bearer ${scene.tokens.operate}`, 'Idempotency-Key: key-1'])
  assert.match(made, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
  assert.match(await post([]), /^HTTP\/1\.1 401 /)
})
