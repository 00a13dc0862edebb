import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../stdx/input-error.ts'
import { isJsonObject, parseJson } from '../stdx/json-fields.ts'
import { replaceFile } from '../stdx/replace-file.ts'

/** The state of a server that follows a store, kept in its folder of releases. */
export interface AcceptedState {
  /** The name of the store. Each store has its own sequences. */
  readonly store: string | undefined
  /** The highest sequence of each document that was applied, by path. */
  readonly sequences: Readonly<Record<string, number>>
  /** Releases that were fetched and not removed again, the oldest first. Only these are removed. */
  readonly fetched: readonly string[]
}

const FILE = 'store.json'

export function readAcceptedState(releasesDir: string): AcceptedState {
  const path = join(releasesDir, FILE)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { store: undefined, sequences: {}, fetched: [] }
    throw error
  }
  const state = parseJson(text)
  if (isJsonObject(state) && isJsonObject(state.sequences) && Array.isArray(state.fetched))
    return state as unknown as AcceptedState
  throw new InputError(`${path} is damaged: it has what this server accepted from its store. Delete it.`)
}

export function writeAcceptedState(releasesDir: string, { store, sequences, fetched }: AcceptedState): void {
  replaceFile(join(releasesDir, FILE), `${JSON.stringify({ store, sequences, fetched }, null, 2)}\n`)
}
