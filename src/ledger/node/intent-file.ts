import { dirname } from 'node:path'
import { GivenError } from '../../stdx/given-error.ts'
import { besideOf, codeOf, type Disk, type DiskFile, diskWords, localDisk, writeBeside, writeWhole } from './disk.ts'
import { intentHeader, intentRecords, readIntentRecords, SLOT_BYTES } from './intent-records.ts'
import type { IntentLog, VoidIntent } from './ports.ts'

/**
 * The intents of a node in a file. They are appended within space that the disk has given already, so that a disk that fills up does not
 * stop them (where files are written in place: not on btrfs or ZFS). `forget` writes the others to a new file and puts it in the place of this one.
 */
export interface IntentFile extends IntentLog {
  /**
   * Throws IntentFault. What is in the file already is not written again. Of a call that a crash cut short, all intents are found or none.
   */
  add(intents: readonly VoidIntent[]): void
  /** Never throws: an intent that comes back after a crash is one that the books know, and does no harm. */
  forget(intents: readonly VoidIntent[]): void
  close(): void
}

export interface IntentFileOptions {
  readonly disk?: Disk
  readonly reserveBytes?: number
}

/** Intents that could not be written. `unknown`: nor could what was written of them be taken back; after a crash they may be found. */
export class IntentFault extends Error {
  override readonly name = 'IntentFault'
  readonly outcome: 'not_done' | 'unknown'

  constructor(path: string, fault: { outcome: 'not_done' | 'unknown'; cause: unknown }) {
    super(`${path} cannot be written (${codeOf(fault.cause) ?? fault.cause})`, { cause: fault.cause })
    this.outcome = fault.outcome
  }
}

export function openIntentFile(path: string, options: IntentFileOptions = {}): IntentFile {
  const disk = options.disk ?? localDisk
  try {
    const reserveBytes = options.reserveBytes ?? RESERVE_BYTES
    if (disk.read(path) === undefined) writeWhole(disk, path, wholeFile([], reserveBytes))
    return new IntentSlots(path, disk, reserveBytes)
  } catch (error) {
    throw diskWords(error, path)
  }
}

/** A thousand intents: those of a database that cannot be reached for some seconds. */
const RESERVE_BYTES = 64 * 1024

class IntentSlots implements IntentFile {
  readonly #path: string
  readonly #disk: Disk
  readonly #reserveBytes: number
  #file: DiskFile
  #intents: Map<string, VoidIntent>
  #adds: number
  #end: number
  /** How far the file is known to reach on the disk. */
  #reservedBytes: number
  /** Zeros behind the end. Where a call ended half way there may be anything, and no other call may begin. */
  #tail: 'zeros' | 'torn'
  /** `doubtful`: after a power cut the name might still be that of the file before. */
  #name: 'sure' | 'doubtful' = 'sure'
  /** Slots whose intent is forgotten, but not yet gone from the disk. */
  #forgotten = 0

  constructor(path: string, disk: Disk, reserveBytes: number) {
    const bytes = disk.read(path)!
    const found = readIntentRecords(bytes)
    if (found.state === 'damaged') throw damaged(path)
    this.#path = path
    this.#disk = disk
    this.#reserveBytes = reserveBytes
    this.#file = disk.open(path)
    this.#intents = mapOf(found.intents)
    this.#adds = found.adds
    this.#end = found.end
    this.#tail = found.tail
    this.#reservedBytes = bytes.length
    this.#makeSure(bytes)
  }

  all(): readonly VoidIntent[] {
    return [...this.#intents.values()]
  }

  add(intents: readonly VoidIntent[]): void {
    const missing = [...mapOf(intents)].filter(([key]) => !this.#intents.has(key))
    if (missing.length === 0) return
    const records = intentRecords(
      missing.map(([, intent]) => intent),
      { add: this.#adds + 1, slot: this.#end },
    )
    try {
      this.#prepare(records.length)
    } catch (cause) {
      throw new IntentFault(this.#path, { outcome: 'not_done', cause })
    }
    try {
      this.#tail = 'torn'
      this.#file.write(records, this.#end * SLOT_BYTES)
      this.#file.sync()
    } catch (cause) {
      throw new IntentFault(this.#path, { outcome: this.#takenBack(), cause })
    }
    this.#tail = 'zeros'
    this.#adds += 1
    this.#end += missing.length
    for (const [key, intent] of missing) this.#intents.set(key, intent)
  }

  forget(intents: readonly VoidIntent[]): void {
    for (const intent of intents) if (this.#intents.delete(keyOf(intent))) this.#forgotten += 1
    if (this.#forgotten === 0) return
    try {
      this.#rewrite()
    } catch {
      // The next call tries again. Until then they take up space, and nothing else.
    }
  }

  close(): void {
    this.#file.close()
  }

  /**
   * What was read may have been in the memory of the system only, left there by a process that was killed, or by a sync that failed. So it is written once
   * more, the same bytes in the same places, before anybody relies on it.
   */
  #makeSure(bytes: Uint8Array): void {
    try {
      this.#file.write(bytes.subarray(0, this.#end * SLOT_BYTES), 0)
      this.#file.sync()
      this.#disk.syncFolder(dirname(this.#path))
    } catch (error) {
      this.#file.close()
      throw error
    }
  }

  /** What an `add` relies on: a name that is sure, zeros behind the end, and enough of them. */
  #prepare(bytes: number): void {
    this.#makeNameSure()
    if (this.#tail === 'torn') this.#clearTail()
    const needed = this.#end * SLOT_BYTES + bytes
    if (needed <= this.#reservedBytes) return
    const reserved = upTo(needed, this.#reserveBytes)
    this.#file.write(new Uint8Array(reserved - this.#reservedBytes), this.#reservedBytes)
    this.#file.sync()
    this.#reservedBytes = reserved
  }

  #makeNameSure(): void {
    if (this.#name === 'sure') return
    this.#disk.syncFolder(dirname(this.#path))
    this.#name = 'sure'
  }

  /** Whoever is told that an intent was not written may answer its request with success: then it must not be found later. */
  #takenBack(): 'not_done' | 'unknown' {
    try {
      this.#clearTail()
      return 'not_done'
    } catch {
      return 'unknown'
    }
  }

  #clearTail(): void {
    const end = this.#end * SLOT_BYTES
    const reserved = upTo(Math.max(this.#reservedBytes, end), this.#reserveBytes)
    this.#file.write(new Uint8Array(reserved - end), end)
    this.#file.sync()
    this.#reservedBytes = reserved
    this.#tail = 'zeros'
  }

  #rewrite(): void {
    const left = this.all()
    const bytes = wholeFile(left, this.#reserveBytes)
    writeBeside(this.#disk, this.#path, bytes)
    // Opened before it has the name: once it has, nothing may go to the file before it.
    const file = this.#disk.open(besideOf(this.#path))
    try {
      this.#disk.rename(besideOf(this.#path), this.#path)
    } catch (error) {
      file.close()
      throw error
    }
    const before = this.#file
    this.#file = file
    this.#name = 'doubtful'
    this.#adds = Math.min(left.length, 1)
    this.#end = 1 + left.length
    this.#reservedBytes = bytes.length
    this.#tail = 'zeros'
    this.#forgotten = 0
    before.close()
    this.#makeNameSure()
  }
}

/** The header, one call with all the intents there are, and zeros. */
function wholeFile(intents: readonly VoidIntent[], reserveBytes: number): Uint8Array {
  const bytes = new Uint8Array(upTo((1 + intents.length) * SLOT_BYTES, reserveBytes))
  bytes.set(intentHeader(Math.min(intents.length, 1)))
  bytes.set(intentRecords(intents, { add: 1, slot: 1 }), SLOT_BYTES)
  return bytes
}

function upTo(bytes: number, unit: number): number {
  return Math.ceil(bytes / unit) * unit
}

function mapOf(intents: readonly VoidIntent[]): Map<string, VoidIntent> {
  return new Map(intents.map((intent) => [keyOf(intent), intent]))
}

function keyOf({ incarnation, seq, requestId }: VoidIntent): string {
  return `${incarnation}/${seq}/${requestId}`
}

function damaged(path: string): GivenError {
  return new GivenError(
    `${path} is damaged. It lists requests that were answered with a failure while it was not known whether their charge had been written; ` +
      'without it such charges would stand. Put this file back from a copy of the same time, or move it away to start without it.',
  )
}
