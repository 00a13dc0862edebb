import type { MessagePort } from 'node:worker_threads'
import type { NotesChange } from '../node/notes-database.ts'
import type { Note } from '../node/ports.ts'

/** A change of the notes. One with a ticket is answered. */
export interface ToNotes extends NotesChange {
  readonly ticket?: number
}

/** The change is on the disk; with `fault` it may not be. */
export interface FromNotes {
  readonly ticket: number
  readonly fault?: string
}

/** Messages from the thread that started the notes thread. */
export type ToNotesThread = { readonly kind: 'connect'; readonly port: MessagePort } | { readonly kind: 'close' }

export type FromNotesThread =
  | { readonly kind: 'open'; readonly found: readonly Note[]; readonly lastIncarnation: number | undefined }
  /** An error that the operator can fix. */
  | { readonly kind: 'failed'; readonly message: string }
