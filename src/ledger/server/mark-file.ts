import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, write } from 'node:fs'
import { crc32 } from 'node:zlib'
import { assert } from '../../stdx/assert.ts'
import { InputError } from '../../stdx/input-error.ts'
import { replaceFile } from '../../stdx/replace-file.ts'
import { writeAll } from '../../stdx/write-all.ts'
import type { ServerPlace } from '../../storage/database-url.ts'
import type { ChainEnd } from '../tables/lines.ts'
import { explainFileError } from './explain-file-error.ts'

/**
 * The last batch that this server knows to be in the books, kept outside them: a database restored from a copy is
 * behind it.
 */
export interface Mark extends ChainEnd {
  readonly incarnation: number
}

/** Where it was written; empty and 0 for SQLite. */
export interface PlacedMark extends Mark, ServerPlace {}

export interface MarkFile {
  read(): Mark | undefined
  /** Not forced to the disk. */
  write(mark: Mark): void
}

type Moment = 'before_answer' | 'soon'

const SLOT_BYTES = 512
const PAGE_BYTES = 4096
const SLOT_OFFSETS = [0, PAGE_BYTES] as const
const TEXT_AT = 16

/**
 * Throws InputError if there was a mark and it cannot be read: without it a database restored from a copy would not be
 * noticed.
 */
export function openMarkFile(path: string, moment: Moment, warn: (text: string) => void): MarkSlots {
  try {
    // Later writes neither change its length nor need space.
    const empty = new Uint8Array(SLOT_OFFSETS.length * PAGE_BYTES)
    if (!existsSync(path)) replaceFile(path, empty, { mode: 0o600 })
    const bytes = readFileSync(path)
    const slots = SLOT_OFFSETS.map((at) => readSlot(bytes.subarray(at, at + SLOT_BYTES)))
    const newest = slots.filter((slot) => typeof slot !== 'string').toSorted((a, b) => b.write - a.write)[0]
    // The first write damages one slot at most.
    if (newest === undefined && !slots.includes('empty')) throw damaged(path)
    return new MarkSlots(openSync(path, 'r+'), newest, { moment, warn })
  } catch (error) {
    throw explainFileError(error, path)
  }
}

/**
 * The mark of a server in a file of two slots, written in turn and not forced to the disk: a write that is cut short
 * damages only the older mark. A server that is killed does not notice that its books lack a batch that its mark lacks
 * too. So with books on this disk the mark is written before the answer. With others it follows at once: there a disk
 * that hangs must not delay a charge. Each slot has its own page, because a page is what reaches the disk at once.
 *
 *     crc32 u32 | bytes of the text u32 | number of the write f64 | the mark as JSON
 */
class MarkSlots {
  readonly #file: number
  readonly #moment: Moment
  readonly #warn: (text: string) => void
  readonly #slot = Buffer.alloc(SLOT_BYTES)
  #mark: PlacedMark | undefined
  #written: PlacedMark | undefined
  #writes: number
  #state: 'idle' | 'writing' | 'closed' = 'idle'
  #isFailing = false

  constructor(file: number, newest: SlotContent | undefined, { moment, warn }: MarkSlotsOptions) {
    this.#file = file
    this.#moment = moment
    this.#warn = warn
    this.#mark = newest?.mark
    this.#written = this.#mark
    this.#writes = newest?.write ?? 0
    // Both slots are now whole and on the disk, so a write that is cut short damages only one of them.
    if (newest !== undefined) fillSlot(this.#slot, newest)
    for (const at of SLOT_OFFSETS) writeAll(file, this.#slot, at)
    fdatasyncSync(file)
  }

  read(): PlacedMark | undefined {
    return this.#mark
  }

  write(mark: PlacedMark): void {
    this.#mark = mark
    if (this.#moment === 'before_answer') this.#writeNow()
    else if (this.#state === 'idle') this.#write()
  }

  /** Not awaited. A write that fails leaves the other slot. */
  #write(): void {
    const mark = this.#mark
    this.#state = 'writing'
    const at = this.#fillNext()
    write(this.#file, this.#slot, 0, SLOT_BYTES, at, (error) => {
      this.#noteWritten(mark, error)
      if (this.#state === 'closed') return this.#closeFile()
      this.#state = 'idle'
      if (this.#mark !== mark) this.#write()
    })
  }

  #fillNext(): number {
    fillSlot(this.#slot, { write: ++this.#writes, mark: this.#mark! })
    return SLOT_OFFSETS[this.#writes % SLOT_OFFSETS.length]!
  }

  close(): void {
    if (this.#state !== 'writing') this.#closeFile()
    this.#state = 'closed'
  }

  #writeNow(): void {
    try {
      writeAll(this.#file, this.#slot, this.#fillNext())
      this.#noteWritten(this.#mark, null)
    } catch (error) {
      this.#noteWritten(this.#mark, error as Error)
    }
  }

  /** The other slot stays. Charges go on: what is lost is that an older copy of the books is noticed. */
  #noteWritten(mark: PlacedMark | undefined, error: Error | null): void {
    if (error === null) this.#written = mark
    else if (!this.#isFailing)
      this.#warn(`the mark in the folder "node" cannot be written, so older books may not be noticed: ${error.message}`)
    this.#isFailing = error !== null
  }

  #closeFile(): void {
    if (this.#mark !== this.#written) this.#writeNow()
    closeSync(this.#file)
  }
}

interface MarkSlotsOptions {
  readonly moment: Moment
  readonly warn: (text: string) => void
}

interface SlotContent {
  readonly write: number
  readonly mark: PlacedMark
}

function fillSlot(slot: Buffer, { write, mark }: SlotContent): void {
  const text = JSON.stringify([
    mark.incarnation,
    mark.seq,
    mark.hash.toHex(),
    mark.period,
    mark.atMs,
    mark.cluster,
    mark.timeline,
  ])
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
  const [incarnation, seq, hash, period, atMs, cluster, timeline] = JSON.parse(text)
  const mark = { incarnation, seq, hash: Uint8Array.fromHex(hash), period, atMs, cluster, timeline }
  return { write: slot.readDoubleBE(8), mark }
}

function damaged(path: string): InputError {
  return new InputError(
    `${path} is damaged. It says how far the ledger was written, so that a database restored from an older copy is noticed. ` +
      'If the database was not restored, remove this file and start again.',
  )
}
