import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { assert } from '../../stdx/assert.ts'
import { GivenError } from '../../stdx/given-error.ts'
import { type Disk, type DiskFile, diskWords, localDisk, writeWhole } from './disk.ts'
import type { Mark, MarkFile } from './ports.ts'

/**
 * The mark of a node in a file of two slots, written in turn: a write that is cut short spoils the older mark only. Each slot has a page of its
 * own, because a page is what reaches the disk at once.
 *
 *     crc32 u32 | bytes of the text u32 | number of the write f64 | the mark as JSON
 */
export interface NodeMarkFile extends MarkFile {
  /**
   * Undefined: none was ever written, or the first write was cut short. Throws GivenError if there was a mark and it cannot be read: without it a
   * database that was put back from a copy would not be noticed, so somebody has to say that it was not. Whoever catches it and goes on may; the next write heals the file.
   */
  read(): Mark | undefined
  /** Never throws: a mark that is behind does no harm, and the batch that it tells of is in the books. */
  write(mark: Mark): void
  /** How many writes the disk refused. */
  refusedWrites(): number
  close(): void
}

export function openMarkFile(path: string, disk: Disk = localDisk): NodeMarkFile {
  try {
    // Made to survive here, once: afterwards no write changes its length or needs space.
    if (disk.read(path) === undefined) writeWhole(disk, path, new Uint8Array(FILE_BYTES))
    return new MarkSlots(path, disk)
  } catch (error) {
    throw diskWords(error, path)
  }
}

/** One sector of the old size: more is not needed, and less is never written by a disk. */
const SLOT_BYTES = 512
const PAGE_BYTES = 4096
const SLOTS = 2
const FILE_BYTES = SLOTS * PAGE_BYTES
const TEXT_AT = 16

class MarkSlots implements NodeMarkFile {
  readonly #path: string
  readonly #disk: Disk
  readonly #file: DiskFile
  readonly #slot = Buffer.alloc(SLOT_BYTES)
  #next: { readonly slot: number; readonly write: number }
  #refused = 0

  constructor(path: string, disk: Disk) {
    this.#path = path
    this.#disk = disk
    const slots = this.#slots()
    const newest = newestOf(slots)
    this.#next = newest === undefined ? { slot: 0, write: 1 } : after(slots.indexOf(newest), newest.write)
    this.#file = disk.open(path)
    try {
      this.#heal(slots, newest)
    } catch (error) {
      this.#file.close()
      throw error
    }
  }

  read(): Mark | undefined {
    const slots = this.#slots()
    const newest = newestOf(slots)
    if (newest !== undefined) return newest.mark
    // The first write spoils one slot at most.
    if (slots.includes('empty')) return undefined
    throw new GivenError(
      `${this.#path} is damaged. It says how far the ledger was written, so that a database put back from an older copy is noticed. ` +
        'If the database was not put back, remove this file and start again.',
    )
  }

  write(mark: Mark): void {
    fill(this.#slot, this.#next.write, mark)
    try {
      this.#file.write(this.#slot, this.#next.slot * PAGE_BYTES)
      this.#next = after(this.#next.slot, this.#next.write)
    } catch {
      // The same slot is next again: the other one holds the last mark that is whole.
      this.#refused += 1
    }
  }

  refusedWrites(): number {
    return this.#refused
  }

  close(): void {
    this.#file.close()
  }

  /**
   * Both slots get the newest mark, for good: the other one may have been spoiled by a power cut, or be much older where writes were lost. Two that are
   * spoiled stay as they are, for `read` to tell.
   */
  #heal(slots: readonly Slot[], newest: Written | undefined): void {
    if (newest === undefined && !slots.includes('empty')) return
    if (newest !== undefined) fill(this.#slot, newest.write, newest.mark)
    slots.forEach((slot, n) => {
      if (slot !== newest) this.#file.write(this.#slot, n * PAGE_BYTES)
    })
    this.#file.sync()
    // A crash may have come between the rename of a new file and this.
    this.#disk.syncFolder(dirname(this.#path))
  }

  #slots(): readonly Slot[] {
    const bytes = this.#disk.read(this.#path) ?? new Uint8Array()
    return Array.from({ length: SLOTS }, (_, n) => slotOf(bytes.subarray(n * PAGE_BYTES, n * PAGE_BYTES + SLOT_BYTES)))
  }
}

type Slot = Written | 'empty' | 'damaged'

interface Written {
  readonly write: number
  readonly mark: Mark
}

function newestOf(slots: readonly Slot[]): Written | undefined {
  const written = slots.filter((slot) => typeof slot !== 'string')
  return written.toSorted((a, b) => b.write - a.write)[0]
}

function after(slot: number, write: number): { slot: number; write: number } {
  return { slot: (slot + 1) % SLOTS, write: write + 1 }
}

function fill(slot: Buffer, write: number, mark: Mark): void {
  const text = JSON.stringify([mark.booksId, mark.timeline, mark.incarnation, mark.seq, mark.isSynchronous])
  const length = Buffer.byteLength(text)
  assert(length <= SLOT_BYTES - TEXT_AT, `a mark of ${length} bytes fits into a slot`)
  slot.fill(0)
  slot.writeUInt32BE(length, 4)
  slot.writeDoubleBE(write, 8)
  slot.write(text, TEXT_AT)
  slot.writeUInt32BE(crc32(slot.subarray(4)), 0)
}

function slotOf(bytes: Uint8Array): Slot {
  if (bytes.length < SLOT_BYTES) return 'damaged'
  const slot = Buffer.from(bytes)
  if (slot.every((byte) => byte === 0)) return 'empty'
  if (slot.readUInt32BE(0) !== crc32(slot.subarray(4))) return 'damaged'
  // An earlier version wrote no timeline of a synchronous server, and not that it was one.
  const [booksId, timeline, incarnation, seq, isSynchronous = false] = JSON.parse(
    slot.toString('utf8', TEXT_AT, TEXT_AT + slot.readUInt32BE(4)),
  )
  return { write: slot.readDoubleBE(8), mark: { booksId, timeline, isSynchronous, incarnation, seq } }
}
