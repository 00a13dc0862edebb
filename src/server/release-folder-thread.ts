import { parentPort, workerData } from 'node:worker_threads'
import type { Withdrawal } from '../release/release.ts'
// Not from the other door, which loads all that builds a release.
import { ReleaseFolder } from '../release/release-folder.ts'

export interface FolderToRead {
  readonly dir: string
  readonly everyMs: number
}

/** The value that was read, or why it could not be. */
export type Read<T> = { readonly value: T } | { readonly error: string }

export interface FolderState {
  /** The name of the current release. */
  readonly currentId: Read<string | null>
  /** Undefined: as in the message before. */
  readonly withdrawals: Read<readonly Withdrawal[]> | undefined
}

// A thread that reads the folder of releases again and again. Only it stands still if the volume does.
const { dir, everyMs } = workerData as FolderToRead
const folder = new ReleaseFolder(dir)
let sent = ''

function report(): void {
  const currentId = read(() => folder.currentId())
  const withdrawals = read(() => folder.withdrawals())
  const text = JSON.stringify(withdrawals)
  parentPort!.postMessage({ currentId, withdrawals: text === sent ? undefined : withdrawals } satisfies FolderState)
  sent = text
}

function read<T>(from: () => T): Read<T> {
  try {
    return { value: from() }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

report()
setInterval(report, everyMs)
