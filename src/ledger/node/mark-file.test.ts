import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { GivenError } from '../../stdx/given-error.ts'
import { seededRandom } from '../../stdx/random.ts'
import { ExampleDisk } from './example-disk.ts'
import { openMarkFile } from './mark-file.ts'
import type { Mark } from './ports.ts'

const PATH = '/node/mark'
const SLOTS_AT = [0, 4096] as const
const SLOT_BYTES = 512

function newDisk(seed = 1): ExampleDisk {
  const random = seededRandom(seed)
  return new ExampleDisk(() => random.below(0x1_0000_0000))
}

function mark(seq: number): Mark {
  return {
    booksId: 'a'.repeat(32),
    timeline: '7312345678901234567/12',
    isSynchronous: true,
    incarnation: 134_217_727,
    seq,
  }
}

test('the last mark is read again, and none before the first', () => {
  const disk = newDisk()
  assert.equal(openMarkFile(PATH, disk).read(), undefined)
  const file = openMarkFile(PATH, disk)
  for (let seq = 1; seq <= 5; seq++) {
    file.write(mark(seq))
    assert.deepEqual(file.read(), mark(seq))
    assert.deepEqual(openMarkFile(PATH, disk).read(), mark(seq))
  }
})

test('a write that was cut at any byte leaves the mark before it', () => {
  for (let seq = 2; seq <= 5; seq++) {
    const before = bytesAfter(seq - 1)
    const after = bytesAfter(seq)
    const at = SLOTS_AT[(seq - 1) % 2]!
    for (let cut = at; cut <= at + SLOT_BYTES; cut++) {
      for (const bytes of [spliced(after, before, cut), spliced(before, after, cut)]) {
        const file = openMarkFile(PATH, diskWith(bytes))
        const expected = bytes.equals(after) ? seq : seq - 1
        assert.deepEqual(file.read(), mark(expected), `${seq}, ${cut}`)
        file.write(mark(seq + 1))
        assert.deepEqual(file.read(), mark(seq + 1))
        file.write(mark(seq + 2))
        assert.deepEqual(file.read(), mark(seq + 2))
      }
    }
  }
})

test('a first write that was cut at any byte leaves no mark', () => {
  const before = bytesAfter(0)
  const after = bytesAfter(1)
  for (let cut = 0; cut < SLOT_BYTES; cut++) {
    const file = openMarkFile(PATH, diskWith(spliced(after, before, cut)))
    const isWhole = after.subarray(cut, SLOT_BYTES).every((byte) => byte === 0)
    assert.deepEqual(file.read(), isWhole ? mark(1) : undefined, `${cut}`)
    file.write(mark(1))
    assert.deepEqual(file.read(), mark(1))
  }
})

test('after a kill the last mark is read, and after a power cut one not older than the one before the last that the system wrote', () => {
  const step = fc.record({
    writes: fc.array(fc.constantFrom('write' as const, 'write and flush' as const), { maxLength: 4 }),
    ends: fc.constantFrom('kill' as const, 'refused and kill' as const, 'cutPower' as const),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.nat(), (steps, seed) => {
      const disk = newDisk(seed)
      let last = 0
      let seq = 0
      let surely = 0
      for (const { writes, ends } of steps) {
        const file = openMarkFile(PATH, disk)
        for (const write of writes) {
          const before = last
          file.write(mark((last = ++seq)))
          if (write === 'write') continue
          disk.flush()
          surely = before
        }
        if (ends === 'refused and kill') {
          disk.fail(() => true)
          file.write(mark(++seq))
          assert.equal(file.refusedWrites(), 1)
        }
        if (ends === 'cutPower') disk.cutPower()
        else disk.kill()
        const found = openMarkFile(PATH, disk).read()?.seq ?? 0
        if (ends !== 'cutPower') assert(found === last || found === seq, `${found}`)
        assert(surely <= found && found <= seq, `${surely} ${found} ${seq}`)
        last = found
        // Opening makes what it finds survive.
        surely = found
      }
    }),
    { numRuns: 1_000 },
  )
})

test('a crash while the file is made leaves none or a whole one', () => {
  for (let failing = 0; failing < 6; failing++) {
    for (const does of ['kill', 'cutPower'] as const) {
      const disk = newDisk(failing)
      disk.fail((call) => failing <= call)
      assert.throws(() => openMarkFile(PATH, disk), GivenError)
      disk[does]()
      const file = openMarkFile(PATH, disk)
      assert.equal(file.read(), undefined)
      file.write(mark(1))
      disk.flush()
      disk.cutPower()
      assert.deepEqual(openMarkFile(PATH, disk).read(), mark(1))
    }
  }
})

test('after a write that the disk refused the marks go on', () => {
  const disk = newDisk()
  const file = openMarkFile(PATH, disk)
  file.write(mark(1))
  file.write(mark(2))
  disk.fail(() => true)
  for (let seq = 3; seq <= 5; seq++) {
    file.write(mark(seq))
    assert(2 <= file.read()!.seq)
  }
  assert.equal(file.refusedWrites(), 3)
  disk.fail(() => false)
  file.write(mark(6))
  assert.deepEqual(openMarkFile(PATH, disk).read(), mark(6))
})

test('a file of which no mark can be read is an error that names it, until a mark is written', () => {
  const whole = bytesAfter(2)
  const spoilt = Buffer.from(whole)
  for (const at of SLOTS_AT) spoilt[at + 20]! ^= 1
  for (const bytes of [spoilt, spoilt.subarray(0, 4096), Buffer.alloc(0), Buffer.alloc(9000, 'x')]) {
    const file = openMarkFile(PATH, diskWith(bytes))
    assert.throws(
      () => file.read(),
      (error) => error instanceof GivenError && /^\/node\/mark is damaged\. .*remove this file/.test(error.message),
    )
    file.write(mark(9))
    assert.deepEqual(file.read(), mark(9))
  }
})

function bytesAfter(seq: number): Buffer {
  const disk = newDisk()
  const file = openMarkFile(PATH, disk)
  for (let n = 1; n <= seq; n++) file.write(mark(n))
  return Buffer.from(disk.read(PATH)!)
}

function spliced(head: Uint8Array, tail: Uint8Array, cut: number): Buffer {
  return Buffer.concat([head.subarray(0, cut), tail.subarray(cut)])
}

function diskWith(bytes: Uint8Array): ExampleDisk {
  const disk = newDisk()
  const file = disk.create(PATH)
  file.write(bytes, 0)
  file.sync()
  disk.syncFolder()
  return disk
}
