import { parentPort, workerData } from 'node:worker_threads'
import { fillReserve, freeReserve, openControlDatabase } from '../../access/control/control.ts'
import { type AdminAnswer, type AdminCall, answerFault, faultOf, runAdminCall } from '../../http/admin/admin.ts'
import { type Books, creditUnits, openBooksToRead } from '../../ledger/accounting.ts'
import { systemClock } from '../../stdx/clock.ts'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import type { Database } from '../../storage/storage.ts'

export interface ActsPlace {
  readonly data: string
  readonly databaseUrl: string | undefined
}

export interface ToActsThread {
  readonly number: number
  readonly call: AdminCall
  /** Afterwards nobody waits for it, and it is not begun: its operator may have done something else meanwhile. */
  readonly untilMs: number
}

export interface FromActsThread {
  readonly number: number
  readonly answer: AdminAnswer
}

const place = workerData as ActsPlace
const parent = parentPort!
let database: Promise<Database> | undefined
/** Other acts wait so long for one that waits for a lock of another program. SQLite waits two seconds. */
const STATEMENT_MAX_MS = 5_000
/** One act at a time: SQLite could do no more, and the books of acts are other ones than those of charges. */
let last: Promise<unknown> = Promise.resolve()

parent.on('message', ({ number, call, untilMs }: ToActsThread) => {
  last = last.then(async () => {
    const isLate = untilMs < monotonicClock.monotonicMs()
    const answer = isLate ? answerFault(faultOf('unavailable'), call) : await act(call)
    parent.postMessage({ number, answer } satisfies FromActsThread)
  })
})

/**
 * On a full disk an act that takes something away gets the room that is kept for it, as a command does. One that makes
 * something does not: programs make many.
 */
async function actOnDisk(call: AdminCall): Promise<AdminAnswer> {
  let isFreed = false
  const makeRoom = (): boolean => {
    if (place.databaseUrl !== undefined || MAKING.has(call.operation) || !freeReserve(place.data)) return false
    return (isFreed = true)
  }
  try {
    database ??= open().catch(async (error: unknown) => {
      if (!makeRoom()) throw error
      return await open()
    })
    const control = { database: await database, clock: systemClock, makeRoom }
    return await runAdminCall({ control, books: { read, credit } }, call)
  } finally {
    if (isFreed) fillReserve(place.data)
  }
}

const MAKING: ReadonlySet<string> = new Set(['createCustomer', 'createProject', 'issueKey'])

function open(): Promise<Database> {
  return openControlDatabase(place, 'write')
}

/** A fault of our own is thrown, ends this thread and is logged by the main thread. */
async function act(call: AdminCall): Promise<AdminAnswer> {
  try {
    return await actOnDisk(call)
  } catch (error) {
    if (!(error instanceof Error) || !['DatabaseError', 'InputError'].includes(error.name)) throw error
    database = undefined
    return answerFault(faultOf('unavailable'), call)
  }
}

async function read<T>(work: (books: Books) => Promise<T>): Promise<T> {
  await using books = await openBooksToRead(place, STATEMENT_MAX_MS)
  return await work(books)
}

function credit(wanted: Parameters<typeof creditUnits>[1]): Promise<string> {
  return creditUnits(place, wanted, STATEMENT_MAX_MS)
}
