import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { assert } from '../../stdx/assert.ts'
import { InputError } from '../../stdx/input-error.ts'
import { writeAll } from '../../stdx/write-all.ts'
import type { Mark, MarkFile } from './ports.ts'
import { explainFileError, writeFileAtomically } from './write-file-atomically.ts'

/**
 * The mark of a node in a file of two slots, written in turn and not forced to the disk: a write that is cut short
 * damages only the older mark. Each slot has its own page, because a page is what reaches the disk at once.
 *
 *     crc32 u32 | bytes of the text u32 | number of the write f64 | the mark as JSON
 */
export interface NodeMarkFile extends MarkFile {
  close(): void
}

const SLOT_BYTES = 512
const PAGE_BYTES = 4096
const SLOT_OFFSETS = [0, PAGE_BYTES] as const
const TEXT_AT = 16

/**
 * Throws InputError if there was a mark and it cannot be read: without it a database restored from a copy would not be
 * noticed.
 */
export function openMarkFile(path: string): NodeMarkFile {
  try {
    // Later writes neither change its length nor need space.
    if (!existsSync(path)) writeFileAtomically(path, new Uint8Array(SLOT_OFFSETS.length * PAGE_BYTES))
    const bytes = readFileSync(path)
    const slots = SLOT_OFFSETS.map((at) => readSlot(bytes.subarray(at, at + SLOT_BYTES)))
    const newest = slots.filter((slot) => typeof slot !== 'string').toSorted((a, b) => b.write - a.write)[0]
    // The first write damages one slot at most.
    if (newest === undefined && !slots.includes('empty')) throw damaged(path)
    return new MarkSlots(openSync(path, 'r+'), newest)
  } catch (error) {
    throw explainFileError(error, path)
  }
}

class MarkSlots implements NodeMarkFile {
  readonly #file: number
  readonly #slot = Buffer.alloc(SLOT_BYTES)
  #mark: Mark | undefined
  #writes: number

  constructor(file: number, newest: SlotContent | undefined) {
    this.#file = file
    this.#mark = newest?.mark
    this.#writes = newest?.write ?? 0
    // Both slots are now whole and on the disk, so a write that is cut short damages only one of them.
    if (newest !== undefined) fillSlot(this.#slot, newest)
    for (const at of SLOT_OFFSETS) writeAll(file, this.#slot, at)
    fdatasyncSync(file)
  }

  read(): Mark | undefined {
    return this.#mark
  }

  write(mark: Mark): void {
    const write = this.#writes + 1
    fillSlot(this.#slot, { write, mark })
    try {
      writeAll(this.#file, this.#slot, SLOT_OFFSETS[write % SLOT_OFFSETS.length]!)
    } catch {
      // The next write uses the same slot, and the other one has the last whole mark. A mark that is behind does no
      // harm.
      return
    }
    this.#mark = mark
    this.#writes = write
  }

  close(): void {
    closeSync(this.#file)
  }
}

interface SlotContent {
  readonly write: number
  readonly mark: Mark
}

function fillSlot(slot: Buffer, { write, mark }: SlotContent): void {
  const text = JSON.stringify([mark.booksId, mark.timeline, mark.incarnation, mark.seq, mark.isSynchronous])
  const length = Buffer.byteLength(text)
  assert(length <= SLOT_BYTES - TEXT_AT, `a mark of ${length} bytes fits into a slot`)
  slot.fill(0)
  slot.writeUInt32BE(length, 4)
  slot.writeDoubleBE(write, 8)
  slot.write(text, TEXT_AT)
  slot.writeUInt32BE(crc32(slot.subarray(4)), 0)
}

function readSlot(slot: Buffer): SlotContent | 'empty' | 'damaged' {
  if (slot.length < SLOT_BYTES) return 'damaged'
  if (slot.every((byte) => byte === 0)) return 'empty'
  if (slot.readUInt32BE(0) !== crc32(slot.subarray(4))) return 'damaged'
  const text = slot.toString('utf8', TEXT_AT, TEXT_AT + slot.readUInt32BE(4))
  const [booksId, timeline, incarnation, seq, isSynchronous] = JSON.parse(text)
  return { write: slot.readDoubleBE(8), mark: { booksId, timeline, isSynchronous, incarnation, seq } }
}

function damaged(path: string): InputError {
  return new InputError(
    `${path} is damaged. It says how far the ledger was written, so that a database restored from an older copy is noticed. ` +
      'If the database was not restored, remove this file and start again.',
  )
}
