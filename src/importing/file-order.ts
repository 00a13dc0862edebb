/** The position of a reader after its last file. */
const DONE = Number.POSITIVE_INFINITY

type Entry<Message> = { readonly file: number } | { readonly message: Message }

/**
 * Orders the messages of several readers by file, as if one reader had read all files. A message waits until all
 * messages of earlier files are taken. Each reader reads its own files in ascending order.
 */
export class FileOrder<Message> {
  readonly #readers: { at: number; readonly queue: Entry<Message>[] }[]

  /** `firstFiles`: the first file of each reader. */
  constructor(firstFiles: readonly number[]) {
    this.#readers = firstFiles.map((at) => ({ at, queue: [] }))
  }

  openFile(reader: number, file: number): void {
    this.#readers[reader]!.queue.push({ file })
  }

  add(reader: number, message: Message): void {
    this.#readers[reader]!.queue.push({ message })
  }

  end(reader: number): void {
    this.openFile(reader, DONE)
  }

  /** How many messages of a reader are waiting. */
  waiting(reader: number): number {
    return this.#readers[reader]!.queue.length
  }

  get isDone(): boolean {
    return this.#readers.every(({ at }) => at === DONE)
  }

  /** Removes and yields the messages whose turn it is. */
  *take(): Generator<{ readonly reader: number; readonly message: Message }> {
    for (;;) {
      let reader = 0
      for (let other = 1; other < this.#readers.length; other++) {
        if (this.#readers[other]!.at < this.#readers[reader]!.at) reader = other
      }
      const entry = this.#readers[reader]!.queue.shift()
      if (entry === undefined) return
      if ('file' in entry) this.#readers[reader]!.at = entry.file
      else yield { reader, message: entry.message }
    }
  }
}
