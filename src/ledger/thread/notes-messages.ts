import type { MessagePort } from 'node:worker_threads'
import type { NotesChange } from '../node/notes-database.ts'
import type { VoidIntent } from '../node/ports.ts'

/** A change of the notes. With a ticket it is answered. */
export interface ToNotes extends NotesChange {
  readonly ticket?: number
}

/** The change is on the disk; with `fault` it may not be. */
export interface FromNotes {
  readonly ticket: number
  readonly fault?: string
}

/** From the thread that started the one of the notes. */
export type ToNotesThread = { readonly kind: 'connect'; readonly port: MessagePort } | { readonly kind: 'close' }

export type FromNotesThread =
  | { readonly kind: 'open'; readonly found: readonly VoidIntent[]; readonly lastIncarnation: number | undefined }
  /** The operator can do something about it. */
  | { readonly kind: 'failed'; readonly message: string }
