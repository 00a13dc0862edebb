import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { GivenError } from '../../stdx/given-error.ts'
import { seededRandom } from '../../stdx/random.ts'
import { ExampleDisk } from './example-disk.ts'
import { IntentFault, type IntentFile, openIntentFile } from './intent-file.ts'
import type { VoidIntent } from './ports.ts'

const PATH = '/node/intents'
/** Eight slots: small, so that the reserve is used up often. */
const RESERVE_BYTES = 512
const SLOT_BYTES = 64

function open(disk: ExampleDisk): IntentFile {
  return openIntentFile(PATH, { disk, reserveBytes: RESERVE_BYTES })
}

function newDisk(seed = 1): ExampleDisk {
  const random = seededRandom(seed)
  return new ExampleDisk(() => random.below(0x1_0000_0000))
}

function intent(n: number): VoidIntent {
  return { incarnation: 1 + n, seq: Number.MAX_SAFE_INTEGER - n, requestId: (n + 1).toString(16).padStart(32, '0') }
}

function intents(...numbers: readonly number[]): VoidIntent[] {
  return numbers.map(intent)
}

function numbersIn(log: IntentFile): number[] {
  const found = log.all()
  const numbers = found.map(({ incarnation }) => incarnation - 1)
  assert.deepEqual(found, numbers.map(intent))
  return numbers.toSorted((a, b) => a - b)
}

/** The calls of a disk, from `from` on, `count` of them, that fail in one step. */
interface Faults {
  readonly from: number
  readonly count: number
}

interface Taken {
  readonly does: 'add' | 'forget'
  readonly numbers: readonly number[]
  readonly faults: Faults
}

interface Crash {
  readonly does: 'kill' | 'cutPower'
  readonly faults: Faults
}

const faults = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ from: 0, count: 0 }) },
  fc.record({ from: fc.nat(9), count: fc.constantFrom(1, 2, 100) }),
)
const numbers = fc.uniqueArray(fc.nat(23), { minLength: 1, maxLength: 9 })
const step: fc.Arbitrary<Taken | Crash> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('add' as const), numbers, faults }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('forget' as const), numbers, faults }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('kill' as const, 'cutPower' as const), faults }) },
)

test('through any faults and crashes, what was added and not forgotten is there, what was not added is not, and what is in doubt comes whole or not at all', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.nat(), (steps, seed) => {
      const disk = newDisk(seed)
      const model = new Model()
      let log = open(disk)
      for (const one of steps) {
        if ('numbers' in one) {
          take(log, disk, one, model)
          assert.deepEqual(numbersIn(log), model.sure())
        } else {
          log = reopened(disk, one)
          model.settle(numbersIn(log))
        }
      }
      for (const does of ['kill', 'cutPower'] as const) {
        log = reopened(disk, { does, faults: { from: 0, count: 0 } })
        model.settle(numbersIn(log))
      }
      log.add(intents(99))
      disk.cutPower()
      assert.deepEqual(numbersIn(open(disk)), [...model.sure(), 99])
    }),
    { numRuns: 1_000 },
  )
})

/** What must be in the file, and what may be found there after a crash. */
class Model {
  #sure = new Set<number>()
  #forgotten = new Set<number>()
  /** The calls that ended in doubt since the last one that did not. */
  #doubtful: (readonly number[])[] = []

  sure(): number[] {
    return [...this.#sure].toSorted((a, b) => a - b)
  }

  add(numbers: readonly number[]): void {
    const fresh = numbers.filter((n) => !this.#sure.has(n))
    if (fresh.length !== 0) this.#doubtful = []
    for (const n of fresh) this.#sure.add(n)
  }

  addInDoubt(numbers: readonly number[]): void {
    this.#doubtful = [numbers.filter((n) => !this.#sure.has(n))]
  }

  forget(numbers: readonly number[], disk: 'well' | 'failing'): void {
    const gone = numbers.filter((n) => this.#sure.delete(n))
    for (const n of gone) this.#forgotten.add(n)
    if (disk === 'failing' || gone.length === 0) return
    this.#forgotten.clear()
    this.#doubtful = []
  }

  settle(found: readonly number[]): void {
    for (const n of this.#sure) assert(found.includes(n), `${n} is lost`)
    const more = found.filter((n) => !this.#sure.has(n) && !this.#forgotten.has(n))
    if (more.length !== 0)
      assert(
        this.#doubtful.some((call) => call.every((n) => found.includes(n)) && more.every((n) => call.includes(n))),
        `${more} were never added, or half a call`,
      )
    this.#sure = new Set(found)
    this.#doubtful = []
    // An older record of what was forgotten is no more: it is in the file or it is not.
    this.#forgotten.clear()
  }
}

function take(log: IntentFile, disk: ExampleDisk, one: Taken, model: Model): void {
  const { from, count } = one.faults
  disk.fail((call) => from <= call && call < from + count)
  try {
    if (one.does === 'add') {
      log.add(intents(...one.numbers))
      model.add(one.numbers)
    } else {
      log.forget(intents(...one.numbers))
      model.forget(one.numbers, disk.calls <= from || count === 0 ? 'well' : 'failing')
    }
  } catch (error) {
    assert(error instanceof IntentFault, String(error))
    if (error.outcome === 'unknown') model.addInDoubt(one.numbers)
  } finally {
    disk.fail(() => false)
  }
}

/** Opening may fail as well; then it is tried again, after the same crash. */
function reopened(disk: ExampleDisk, { does, faults: { from, count } }: Crash): IntentFile {
  const crash = () => (does === 'kill' ? disk.kill() : disk.cutPower())
  crash()
  disk.fail((call) => from <= call && call < from + count)
  try {
    return open(disk)
  } catch (error) {
    assert(error instanceof GivenError, String(error))
    crash()
    return open(disk)
  } finally {
    disk.fail(() => false)
  }
}

test('whichever call of the disk fails, what comes after it is written and nothing before it is lost', () => {
  const script = (log: IntentFile, done: (n: number) => void): void => {
    for (const [n, added] of [[0], [1, 2], [3, 4, 5, 6, 7, 8, 9], [10]].entries()) {
      try {
        log.add(intents(...added))
        for (const number of added) done(number)
      } catch (error) {
        assert(error instanceof IntentFault)
        assert.match(error.message, /^\/node\/intents cannot be written \(EIO\)$/)
        assert.equal(error.outcome, 'not_done')
      }
      if (n === 2) log.forget(intents(1))
    }
  }
  const calls = callsOf((disk) => script(open(disk), () => {}))
  assert(20 <= calls)
  for (let failing = OPENING_CALLS; failing < calls; failing++) {
    for (const does of ['kill', 'cutPower'] as const) {
      const disk = newDisk(failing)
      const log = open(disk)
      disk.fail((call) => call + OPENING_CALLS === failing)
      const added = new Set<number>()
      script(log, (n) => added.add(n))
      log.add(intents(50))
      disk[does]()
      const found = numbersIn(open(disk))
      const expected = [...added, 50].filter((n) => n !== 1)
      assert.deepEqual(
        found.filter((n) => n !== 1),
        expected,
        `call ${failing}, ${does}`,
      )
    }
  }
})

const OPENING_CALLS = callsOf((disk) => open(disk))

function callsOf(work: (disk: ExampleDisk) => void): number {
  const disk = newDisk()
  work(disk)
  return disk.calls
}

test('a crash while the file is made leaves none or a whole one', () => {
  for (let failing = 0; failing < OPENING_CALLS; failing++) {
    for (const does of ['kill', 'cutPower'] as const) {
      for (let seed = 0; seed < 20; seed++) {
        const disk = newDisk(seed)
        disk.fail((call) => failing <= call)
        assert.throws(() => open(disk), GivenError)
        disk[does]()
        const log = open(disk)
        log.add(intents(0))
        disk.cutPower()
        assert.deepEqual(numbersIn(open(disk)), [0])
      }
    }
  }
})

test('a last write that was cut at any byte counts for nothing, and the next one takes its place', () => {
  const before = bytesAfter([0], [1, 2])
  const after = bytesAfter([0], [1, 2], [3, 4, 5])
  const end = 4 * SLOT_BYTES
  for (let cut = end; cut <= end + 3 * SLOT_BYTES; cut++) {
    const isWhole = after.subarray(cut).every((byte) => byte === 0)
    const started = Buffer.concat([after.subarray(0, cut), before.subarray(cut)])
    const endOnly = Buffer.concat([before.subarray(0, cut), after.subarray(cut)])
    for (const [how, bytes, found] of [
      ['to there', started, isWhole ? [0, 1, 2, 3, 4, 5] : [0, 1, 2]],
      ['from there on', endOnly, after.equals(endOnly) ? [0, 1, 2, 3, 4, 5] : [0, 1, 2]],
      ['where the file ends', after.subarray(0, cut), end + 3 * SLOT_BYTES <= cut ? [0, 1, 2, 3, 4, 5] : [0, 1, 2]],
    ] as const) {
      const disk = diskWith(bytes)
      const log = open(disk)
      assert.deepEqual(numbersIn(log), found, `${how}: ${cut}`)
      log.add(intents(6))
      log.add(intents(7, 8))
      disk.cutPower()
      assert.deepEqual(numbersIn(open(disk)), [...found, 6, 7, 8], `${how}: ${cut}, and then`)
    }
  }
})

test('damage to anything but the last call is an error that names the file', () => {
  const bytes = bytesAfter([0], [1, 2], [3])
  for (let at = 0; at < 4 * SLOT_BYTES; at++) assertDamaged(changed(bytes, at), at)
  for (const zeros of [0, 1, 2, 3]) {
    const wiped = Buffer.from(bytes).fill(0, zeros * SLOT_BYTES, (zeros + 1) * SLOT_BYTES)
    assertDamaged(wiped, zeros)
  }
  for (const length of [0, 1, SLOT_BYTES - 1]) assertDamaged(bytes.subarray(0, length), length)
  const doubled = bytesAfter([0, 1, 2])
  doubled.copy(doubled, 2 * SLOT_BYTES, SLOT_BYTES, 2 * SLOT_BYTES)
  assert.deepEqual(numbersIn(open(diskWith(doubled))), [])
})

test('damage to anything that was kept when others were forgotten is an error, be it the last', () => {
  const disk = newDisk()
  const log = open(disk)
  log.add(intents(0, 1, 2))
  log.forget(intents(1))
  const bytes = Buffer.from(disk.read(PATH)!)
  for (let at = 0; at < 3 * SLOT_BYTES; at++) assertDamaged(changed(bytes, at), at)
  for (const length of [SLOT_BYTES, 2 * SLOT_BYTES, 3 * SLOT_BYTES - 1])
    assertDamaged(bytes.subarray(0, length), length)
})

test('what is in the file already is not written again', () => {
  const disk = newDisk()
  const log = open(disk)
  log.add(intents(0, 1))
  disk.fail(() => true)
  log.add(intents(1, 0, 1))
  log.add([])
  log.forget(intents(7))
  assert.deepEqual(numbersIn(log), [0, 1])
})

function bytesAfter(...calls: readonly (readonly number[])[]): Buffer {
  const disk = newDisk()
  const log = open(disk)
  for (const call of calls) log.add(intents(...call))
  return Buffer.from(disk.read(PATH)!)
}

function diskWith(bytes: Uint8Array): ExampleDisk {
  const disk = newDisk()
  const file = disk.create(PATH)
  file.write(bytes, 0)
  file.sync()
  disk.syncFolder()
  disk.fail(() => false)
  return disk
}

function changed(bytes: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at]! ^= 1 << (at % 8)
  return copy
}

function assertDamaged(bytes: Uint8Array, where: number): void {
  assert.throws(
    () => open(diskWith(bytes)),
    (error) => error instanceof GivenError && /^\/node\/intents is damaged\. .*charges/.test(error.message),
    `${where}`,
  )
}
