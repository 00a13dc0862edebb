import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../stdx/testing/properties.ts'
import { FileOrder } from './file-order.ts'

test('messages of several readers arrive in the order of the files, however the readers interleave', () => {
  const messagesOfFile = fc.array(fc.nat(4), { minLength: 1, maxLength: 9 })
  const readers = fc.integer({ min: 1, max: 3 })
  fc.assert(
    fc.property(messagesOfFile, readers, fc.infiniteStream(fc.nat()), (counts, wanted, turns) => {
      const readers = Math.min(wanted, counts.length)
      const order = new FileOrder<string>(Array.from({ length: readers }, (_, reader) => reader))
      const steps = Array.from({ length: readers }, (_, reader) => stepsOf(order, counts, { reader, readers }))
      const taken: string[] = []
      while (steps.some((left) => left.length !== 0)) {
        const busy = steps.filter((left) => left.length !== 0)
        busy[turns.next().value! % busy.length]!.shift()!()
        assert.equal(order.isDone, false)
        for (const { message } of order.take()) taken.push(message)
      }
      assert.equal(order.isDone, true)
      const inOrder = counts.flatMap((count, file) => Array.from({ length: count }, (_, i) => `${file}.${i}`))
      assert.deepEqual(taken, inOrder)
    }),
  )
})

/** What one reader does: opens every file that is its own, sends the messages of that file, ends. */
function stepsOf(
  order: FileOrder<string>,
  counts: readonly number[],
  { reader, readers }: { readonly reader: number; readonly readers: number },
): (() => void)[] {
  const steps: (() => void)[] = []
  for (let file = reader; file < counts.length; file += readers) {
    steps.push(() => order.openFile(reader, file))
    for (let i = 0; i < counts[file]!; i++) steps.push(() => order.add(reader, `${file}.${i}`))
  }
  steps.push(() => order.end(reader))
  return steps
}
