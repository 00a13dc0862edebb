import { closeSync, ftruncate, openSync, readFileSync, statSync, write } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { writeAll } from '../../stdx/write-all.ts'
import type { BatchKey } from '../tables/batches.ts'
import { type ChainEnd, packLines, unpackLines } from '../tables/lines.ts'
import type { OwnedSubject } from '../tables/subjects.ts'
import type { PendingCharge } from './pending-charge.ts'
import type { MonotonicClock, Timers } from './ports.ts'

/** An acknowledged batch with everything that is needed to charge it again in older books. */
export interface RecentBatch extends BatchKey, ChainEnd {
  readonly lines: readonly RecentLine[]
}

export interface RecentLine extends OwnedSubject {
  readonly requestId: string
  readonly units: number
}

/** The batches of the last minutes, kept outside the books. */
export interface RecentBatches {
  /** Oldest first within an incarnation. */
  read(): RecentBatch[]
  add(incarnation: number, end: ChainEnd, charges: readonly PendingCharge[]): void
}

/** Two files, written in turn: together they have at least the last five minutes, or as much as fits. */
const FILE_MS = 5 * 60_000
const FILE_BYTES = 128 * 1024 * 1024
/** The files are written so seldom, or for so much text: a write beside each commit made commits a third slower. */
const WRITE_EVERY_MS = 100
const WRITE_LENGTH = 256 * 1024
/** More text than that waits only for a disk that hangs; then batches are left out, and charging goes on. */
const WAITING_MAX = 16 * 1024 * 1024

/**
 * Opens the files in the folder of a server. They are neither forced to the disk nor waited for: they help after books
 * were restored, and a batch that is missing here stays lost there.
 *
 *     S number ["account","project","credential","operation"] crc     before the first batch of a write that names it
 *     B incarnation seq period at_ms hash lines crc                   lines as in the journal, in base64
 *
 * A line that was cut short, or has another line behind it, does not have its checksum, and is passed over.
 */
export function openRecentBatches(folder: string, { clock, timers }: Ports): Ring {
  const paths = ['recent-0', 'recent-1'].map((name) => join(folder, name))
  const files = paths.map((path) => openSync(path, 'a+', 0o600))
  const newest = statSync(paths[0]!).mtimeMs < statSync(paths[1]!).mtimeMs ? 1 : 0
  return new Ring(files, { paths, newest, clock, timers })
}

interface Ports {
  readonly clock: MonotonicClock
  readonly timers: Timers
}

class Ring implements RecentBatches {
  readonly #files: readonly number[]
  readonly #paths: readonly string[]
  readonly #clock: MonotonicClock
  readonly #timers: Timers
  #at: number
  #sinceMs: number
  #bytes = 0
  /** The whole lines in the current file. */
  #written: number
  /** The subjects that the next write names. After a change of books a number may be that of another. */
  #named = new Map<number, string>()
  /** On its way to the file. */
  #writing = ''
  #waiting: string[] = []
  #waitingLength = 0
  #state: 'idle' | 'due' | 'writing' | 'closed' = 'idle'
  #cancelWrite = (): void => undefined

  constructor(files: readonly number[], start: Ports & { readonly paths: readonly string[]; readonly newest: number }) {
    this.#files = files
    this.#paths = start.paths
    this.#at = start.newest
    this.#clock = start.clock
    this.#timers = start.timers
    this.#sinceMs = start.clock.monotonicMs()
    this.#written = statSync(start.paths[start.newest]!).size
    this.#bytes = this.#written
    // Ends a line that was cut short.
    if (0 < this.#written) this.#waiting.push('\n')
  }

  read(): RecentBatch[] {
    const [older, current] = [1 - this.#at, this.#at].map((at) => readFileSync(this.#paths[at]!)) as [Buffer, Buffer]
    const written = current.toString('utf8', 0, this.#written)
    return [...parse(older.toString()), ...parse(written + this.#writing + this.#waiting.join(''))]
  }

  add(incarnation: number, { seq, hash, period, atMs }: ChainEnd, charges: readonly PendingCharge[]): void {
    if (this.#state === 'closed' || WAITING_MAX < this.#waitingLength) return
    for (const { payer, subject } of charges) {
      const { project, credential, operation } = payer.subject
      const name = JSON.stringify([payer.account, project, credential, operation])
      if (this.#named.get(subject) === name) continue
      this.#named.set(subject, name)
      this.#push(`S ${subject} ${name}`)
    }
    const lines = Buffer.from(packLines(charges)).toString('base64')
    this.#push(`B ${incarnation} ${seq} ${period} ${atMs} ${hash.toHex()} ${lines}`)
    if (this.#state === 'idle') this.#schedule()
    else if (this.#state === 'due' && WRITE_LENGTH <= this.#waitingLength) this.#write()
  }

  close(): void {
    this.#cancelWrite()
    if (this.#state !== 'writing') this.#closeFiles()
    this.#state = 'closed'
  }

  #push(line: string): void {
    const text = `${line} ${crc32(line)}\n`
    this.#waiting.push(text)
    this.#waitingLength += text.length
  }

  #take(): string {
    const text = this.#waiting.join('')
    this.#waiting = []
    this.#waitingLength = 0
    this.#named = new Map()
    return text
  }

  #schedule(): void {
    this.#state = 'due'
    this.#cancelWrite = this.#timers.after(WRITE_EVERY_MS, () => this.#write())
  }

  #write(): void {
    this.#cancelWrite()
    this.#state = 'writing'
    const nowMs = this.#clock.monotonicMs()
    const isTurned = this.#sinceMs + FILE_MS <= nowMs || FILE_BYTES <= this.#bytes
    if (isTurned) {
      this.#at = 1 - this.#at
      this.#sinceMs = nowMs
      this.#bytes = 0
      this.#written = 0
    }
    const text = this.#take()
    this.#writing = text
    this.#bytes += text.length
    const file = this.#files[this.#at]!
    const append = (): void => {
      write(file, text, (_error, bytes) => {
        this.#written += bytes ?? 0
        this.#writing = ''
        if (this.#state === 'closed') return this.#closeFiles()
        this.#state = 'idle'
        if (0 < this.#waiting.length) this.#schedule()
      })
    }
    // If it fails, the older batches stay in front of the new ones.
    if (isTurned) ftruncate(file, 0, append)
    else append()
  }

  #closeFiles(): void {
    try {
      writeAll(this.#files[this.#at]!, Buffer.from(this.#take()))
    } catch {
      // A full disk: these batches are not remembered.
    }
    for (const file of this.#files) closeSync(file)
  }
}

function parse(text: string): RecentBatch[] {
  const batches: RecentBatch[] = []
  const subjects = new Map<number, OwnedSubject>()
  for (const line of text.split('\n')) {
    const end = line.lastIndexOf(' ')
    const checked = line.slice(0, end)
    const [kind, ...parts] = checked.split(' ')
    if (end < 0 || line.slice(end + 1) !== String(crc32(checked))) {
      // It may have named a subject anew.
      if (line !== '') subjects.clear()
    } else if (kind === 'S') {
      const [account, project, credential, operation] = JSON.parse(parts.slice(1).join(' '))
      subjects.set(Number(parts[0]), { account, project, credential, operation })
    } else batches.push(...parseBatch(parts, subjects))
  }
  return batches
}

/** None if a line that names one of its subjects was passed over. */
function parseBatch(parts: readonly string[], subjects: ReadonlyMap<number, OwnedSubject>): RecentBatch[] {
  const [incarnation, seq, period, atMs, hash, packed] = parts
  const lines: RecentLine[] = []
  for (const { subject, ...line } of unpackLines(new Uint8Array(Buffer.from(packed!, 'base64')))!) {
    const owned = subjects.get(subject)
    if (owned === undefined) return []
    lines.push({ ...line, ...owned })
  }
  const end = { seq: Number(seq), period: period!, atMs: Number(atMs), hash: Uint8Array.fromHex(hash!) }
  return [{ incarnation: Number(incarnation), ...end, lines }]
}
