/** The file that a reader is at after its last one. */
const DONE = Number.POSITIVE_INFINITY

type Entry<Message> = { readonly file: number } | { readonly message: Message }

/**
 * Puts what several readers send into the order of the files, as if one reader had gone through all of them. A message waits until everything
 * of earlier files has been taken. Each reader goes through its own files in ascending order.
 */
export class FileOrder<Message> {
  readonly #readers: { at: number; readonly queue: Entry<Message>[] }[]

  /** `firstFiles`: for each reader the file with which it begins. */
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

  /** How much of a reader has not been taken yet. */
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
