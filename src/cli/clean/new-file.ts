import { closeSync, existsSync, fdatasyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { InputError } from '../../stdx/input-error.ts'
import { syncFolder } from '../../stdx/sync-folder.ts'
import { writeAll } from '../../stdx/write-all.ts'

const BLOCK_BYTES = 1 << 16

/** A file that appears whole or not at all, for its owner only: it has a customer's persons. */
export class NewFile implements Disposable {
  readonly #path: string
  readonly #temporary: string
  readonly #file: number
  #blocks: Buffer[] = []
  #bytes = 0

  constructor(path: string) {
    if (path === '-' || path === '')
      throw new InputError(`the output is a file of its own. Name it in place of "${path}".`)
    if (!existsSync(dirname(path))) throw new InputError(`the folder ${dirname(path)} does not exist. Make it first.`)
    if (existsSync(path)) throw new InputError(`${path} exists. Choose another name, or remove it first.`)
    this.#path = path
    this.#temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)
    this.#file = openSync(this.#temporary, 'wx', 0o600)
  }

  write(...blocks: readonly (Buffer | string)[]): void {
    for (const block of blocks) {
      const bytes = typeof block === 'string' ? Buffer.from(block) : block
      this.#blocks.push(bytes)
      this.#bytes += bytes.length
    }
    if (BLOCK_BYTES <= this.#bytes) this.#flush()
  }

  finish(): void {
    this.#flush()
    if (existsSync(this.#path)) throw new InputError(`${this.#path} was made by another program meanwhile.`)
    fdatasyncSync(this.#file)
    renameSync(this.#temporary, this.#path)
    syncFolder(dirname(this.#path))
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
    rmSync(this.#temporary, { force: true })
  }

  #flush(): void {
    writeAll(this.#file, Buffer.concat(this.#blocks))
    this.#blocks = []
    this.#bytes = 0
  }
}
