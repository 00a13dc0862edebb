import { assert } from '../../stdx/assert.ts'
import type { Disk, DiskFile } from './disk.ts'

/**
 * A disk in memory for tests, as bad as a disk may be. What was not synced is lost or kept by a crash sector by sector, and one sector is cut; after a sync
 * that failed the system takes its bytes for written, and a later sync does not write them; a write that fails has written nothing, a part or all.
 */
export class ExampleDisk implements Disk {
  #names = new Map<string, Content>()
  #namesOnDisk = new Map<string, Content>()
  #calls = 0
  #failing: (call: number) => boolean = () => false
  #chance: () => number

  /** `chance`: a whole number from 0 on, drawn for every choice that the disk has. */
  constructor(chance: () => number) {
    this.#chance = chance
  }

  get calls(): number {
    return this.#calls
  }

  /** Which calls fail from now on, counted from 0. */
  fail(failing: (call: number) => boolean): void {
    this.#calls = 0
    this.#failing = failing
  }

  read(path: string): Uint8Array | undefined {
    return this.#names.get(path)?.bytes.slice()
  }

  open(path: string): DiskFile {
    const content = this.#names.get(path)
    assert(content !== undefined, `${path} is there`)
    this.#call('open')
    return this.#file(content)
  }

  create(path: string): DiskFile {
    this.#call('open')
    const content = this.#names.get(path) ?? new Content()
    content.empty()
    this.#names.set(path, content)
    return this.#file(content)
  }

  rename(from: string, to: string): void {
    this.#call('rename')
    this.#names.set(to, this.#names.get(from)!)
    this.#names.delete(from)
  }

  syncFolder(): void {
    this.#call('fsync')
    this.#namesOnDisk = new Map(this.#names)
  }

  /** The system writes what it was given, as it does after some seconds. */
  flush(): void {
    for (const content of this.#names.values()) content.sync()
  }

  /** The process is killed: the system keeps what it was given. */
  kill(): void {
    this.fail(() => false)
  }

  cutPower(): void {
    this.fail(() => false)
    // A file system may write names before it is asked to.
    if (this.#chance() % 2 === 0) this.#names = new Map(this.#namesOnDisk)
    else this.#namesOnDisk = new Map(this.#names)
    // A disk writes one sector at a time, so one at most is cut.
    const dirty = [...new Set(this.#names.values())].reduce((sum, content) => sum + content.dirtySectors().length, 0)
    let cut = dirty === 0 ? 0 : this.#chance() % dirty
    for (const content of new Set(this.#names.values())) {
      const sectors = content.dirtySectors().length
      content.cutPower(this.#chance, cut)
      cut -= sectors
    }
  }

  #file(content: Content): DiskFile {
    return {
      write: (bytes, at) => {
        this.#call('write', () => {
          const written = [0, bytes.length, this.#chance() % (bytes.length + 1)][this.#chance() % 3]!
          content.write(bytes.subarray(0, written), at)
        })
        content.write(bytes, at)
      },
      sync: () => {
        this.#call('fdatasync', () => content.failSync())
        content.sync()
      },
      close: () => {},
    }
  }

  #call(syscall: string, whenItFails = (): void => {}): void {
    if (!this.#failing(this.#calls++)) return
    whenItFails()
    throw Object.assign(new Error(`${syscall} fails`), { code: 'EIO', syscall })
  }
}

const SECTOR_BYTES = 512

type Mark = 'clean' | 'dirty' | 'taken for written'
const MARKS: readonly Mark[] = ['clean', 'dirty', 'taken for written']
const CLEAN = MARKS.indexOf('clean')
const DIRTY = MARKS.indexOf('dirty')
const TAKEN_FOR_WRITTEN = MARKS.indexOf('taken for written')

const ALL_CLEAN = Buffer.alloc(SECTOR_BYTES, CLEAN)

/** The bytes that programs see, those on the disk, and for each byte how the two stand. */
class Content {
  bytes: Uint8Array = new Uint8Array()
  #onDisk: Uint8Array = new Uint8Array()
  #marks: Uint8Array = new Uint8Array()

  empty(): void {
    this.bytes = new Uint8Array()
    this.#marks = new Uint8Array()
  }

  write(bytes: Uint8Array, at: number): void {
    this.bytes = grown(this.bytes, at + bytes.length)
    this.#marks = grown(this.#marks, at + bytes.length)
    this.bytes.set(bytes, at)
    this.#marks.fill(DIRTY, at, at + bytes.length)
  }

  sync(): void {
    this.#onDisk = grown(this.#onDisk, this.bytes.length).slice(0, this.bytes.length)
    for (const sector of this.dirtySectors()) {
      for (let at = sector; at < Math.min(sector + SECTOR_BYTES, this.bytes.length); at++) {
        if (this.#marks[at] !== DIRTY) continue
        this.#onDisk[at] = this.bytes[at]!
        this.#marks[at] = CLEAN
      }
    }
  }

  failSync(): void {
    this.#marks.forEach((mark, at) => {
      if (mark === DIRTY) this.#marks[at] = TAKEN_FOR_WRITTEN
    })
  }

  dirtySectors(): number[] {
    const sectors: number[] = []
    const marks = Buffer.from(this.#marks.buffer)
    for (let sector = 0; sector < marks.length; sector += SECTOR_BYTES)
      if (!marks.subarray(sector, sector + SECTOR_BYTES).equals(ALL_CLEAN.subarray(0, marks.length - sector)))
        sectors.push(sector)
    return sectors
  }

  /** `cut`: which of the dirty sectors is written to some byte only. */
  cutPower(chance: () => number, cut: number): void {
    const length = chance() % 2 === 0 ? this.bytes.length : Math.min(this.#onDisk.length, this.bytes.length)
    const after = grown(this.#onDisk, length).slice(0, length)
    this.dirtySectors().forEach((sector, n) => {
      const kept = n === cut ? chance() % SECTOR_BYTES : (chance() % 2) * SECTOR_BYTES
      const end = Math.min(sector + kept, length)
      if (sector < end) after.set(this.bytes.subarray(sector, end), sector)
    })
    this.bytes = after
    this.#onDisk = after.slice()
    this.#marks = new Uint8Array(after.length)
  }
}

function grown(bytes: Uint8Array, length: number): Uint8Array {
  if (length <= bytes.length) return bytes
  const longer = new Uint8Array(length)
  longer.set(bytes)
  return longer
}
