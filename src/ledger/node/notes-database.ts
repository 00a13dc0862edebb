import { crc32 } from 'node:zlib'
import { InputError } from '../../stdx/input-error.ts'
import { type Database, DatabaseError, openDatabase, type Queries } from '../../storage/storage.ts'
import type { Note } from './ports.ts'
import { explainFileError } from './write-file-atomically.ts'

/** The notes of a node in a small SQLite file. A change is on the disk when its promise resolves. */
export interface NotesDatabase {
  readonly found: readonly Note[]
  readonly lastIncarnation: number | undefined
  /** One commit: all of it or nothing. */
  change(change: NotesChange): Promise<void>
  close(): Promise<void>
}

export interface NotesChange {
  readonly add: readonly Note[]
  readonly forget: readonly Note[]
  readonly incarnation?: number
}

/** Throws InputError if the file cannot be read or written. */
export async function openNotesDatabase(path: string): Promise<NotesDatabase> {
  const database = await open(path)
  try {
    await makeDurable(database, path)
    const found = await readNotes(database, path)
    const [node] = await database.query<readonly [number]>('select incarnation from node')
    return {
      found,
      lastIncarnation: node?.[0],
      change: (change) => database.transaction((queries) => write(queries, change)),
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    if (!(error instanceof DatabaseError)) throw error
    if (error.reason === 'full')
      throw new InputError(
        `${path} cannot be written: the disk is full. The server sets 1 MiB aside there at its start, for notes of failed requests. Make room and start again; do not remove the file.`,
      )
    throw new InputError(
      `${path} cannot be used: ${error.message}. Check the disk; if the file is damaged, ${WHAT_TO_DO}`,
    )
  }
}

async function open(path: string): Promise<Database> {
  try {
    return await openDatabase({ path, migrations: MIGRATIONS, mode: 'write' })
  } catch (error) {
    throw explainFileError(error, path)
  }
}

const MIGRATIONS = new URL('./migrations/', import.meta.url)

/**
 * A killed process may have left pages that only the system's memory has, also where a sync of them failed. A
 * checkpoint writes and syncs them before anything is appended after them. Then the log and the file get the space that
 * notes need, so that a full disk does not stop them.
 */
async function makeDurable(database: Database, path: string): Promise<void> {
  const [check] = await database.query<readonly [string]>('pragma quick_check(1)')
  if (check?.[0] !== 'ok') throw damaged(path)
  await database.query('pragma wal_checkpoint(truncate)')
  await database.query(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  await database.run('insert into reserve values (zeroblob($1))', RESERVE_BYTES)
  await database.run('delete from reserve')
  // The next commit begins at the start of the log, within its present space.
  await database.query('pragma wal_checkpoint(restart)')
  // No note goes beyond the reserve: a log that could not be copied into the file would grow, and then not even
  // forgotten notes could be deleted.
  const [pages] = await database.query<readonly [number]>('pragma page_count')
  await database.query(`pragma max_page_count = ${pages![0]}`)
}

/** About 7 000 notes. Only the lines of one batch in doubt at a time are noted, and those of damaged accounts. */
const RESERVE_BYTES = 512 * 1024
/** Half of the reserve, in pages of 8 KiB. */
const CHECKPOINT_PAGES = 32

async function readNotes(database: Database, path: string): Promise<Note[]> {
  const rows = await database.query<readonly [number, number, string, number]>(
    'select incarnation, seq, request_id, crc32 from note',
  )
  return rows.map(([incarnation, seq, requestId, sum]) => {
    const intent = { incarnation, seq, requestId }
    if (sum !== checksum(intent)) throw damaged(path)
    return intent
  })
}

/** Deletes before it inserts, because the inserted rows may need the space. */
async function write(queries: Queries, { add, forget, incarnation }: NotesChange): Promise<void> {
  const gone = new Set(forget.map(keyOf))
  for (const { incarnation, seq, requestId } of forget) {
    const sql = 'delete from note where incarnation = $1 and seq = $2 and request_id = $3'
    await queries.run(sql, incarnation, seq, requestId)
  }
  for (const intent of add) {
    if (gone.has(keyOf(intent))) continue
    const { incarnation, seq, requestId } = intent
    const sql = 'insert into note values ($1, $2, $3, $4) on conflict do nothing'
    await queries.run(sql, incarnation, seq, requestId, checksum(intent))
  }
  if (incarnation === undefined) return
  await queries.run('delete from node')
  await queries.run('insert into node values ($1)', incarnation)
}

function checksum(intent: Note): number {
  return crc32(keyOf(intent))
}

function keyOf({ incarnation, seq, requestId }: Note): string {
  return `${incarnation}/${seq}/${requestId}`
}

function damaged(path: string): InputError {
  return new InputError(
    `${path} is damaged. It lists requests that were answered with a failure while it was not known whether their charge had been written; ` +
      `without it such charges would stand. If there is a copy of the same time, ${WHAT_TO_DO}`,
  )
}

const WHAT_TO_DO = 'put the copy in its place, or move the file away to start without it.'
