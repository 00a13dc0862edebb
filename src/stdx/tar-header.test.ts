import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTar } from './tar.ts'
import { TAR_BLOCK_BYTES, TAR_END, tarHeader, tarPadding } from './tar-header.ts'
import { fc } from './testing/properties.ts'

const handler = { member: () => undefined, afterBlock: async () => undefined }

test('readTar reads the headers that tarHeader writes, also sizes beyond 8 GiB', async () => {
  const sizes = fc.oneof(fc.nat(), fc.integer({ min: 8 ** 11 - 2, max: 8 ** 11 + 2 }), fc.maxSafeNat())
  await fc.assert(
    fc.asyncProperty(sizes, fc.stringMatching(/^[a-z./-]{1,100}$/), async (bytes, name) => {
      fc.pre(bytes < 2 ** 48)
      const header = tarHeader({ name, bytes, modifiedMs: 1_795_000_000_000 })
      const read = readTar(one(header), { file: 'x', memberBytesMax: -1 }, handler)
      await assert.rejects(read, (error: Error) => error.message.includes(`${name} claims ${bytes} bytes;`))
    }),
  )
})

test('members with their padding end at a block, and two empty blocks are the end', async () => {
  const seen: string[] = []
  const parts = [0, 1, 511, 512, 513].flatMap((bytes) => {
    const header = tarHeader({ name: `n${bytes}`, bytes, modifiedMs: 0 })
    return [header, Buffer.alloc(bytes, 'x'), tarPadding(bytes)]
  })
  const whole = Buffer.concat([...parts, TAR_END])
  assert.equal(whole.length % TAR_BLOCK_BYTES, 0)
  const member = (name: string, content: Buffer): void => void seen.push(`${name} ${content.length}`)
  await readTar(one(whole), { file: 'x', memberBytesMax: 1000 }, { ...handler, member })
  assert.deepEqual(seen, ['n0 0', 'n1 1', 'n511 511', 'n512 512', 'n513 513'])
})

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
