import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { type Control, fillReserve, freeReserve, openControlDatabase, type Refusal } from '../access/access.ts'
import { InputError } from '../stdx/input-error.ts'
import { DatabaseError } from '../storage/storage.ts'
import type { Context } from './context.ts'

/** Opens the database of who may call, beside a server that may be running, and closes it again. */
export async function withControl<T>(context: Context, work: (control: Control) => Promise<T>): Promise<T> {
  mkdirSync(context.dataDir, { recursive: true })
  return await opened(context, 'write', work)
}

/** The same for who changes nothing, not even tables that are older than this program. */
export async function lookAtControl<T>(context: Context, work: (control: Control) => Promise<T>): Promise<T> {
  return await opened(context, 'read', work)
}

async function opened<T>(context: Context, mode: 'write' | 'read', work: (control: Control) => Promise<T>): Promise<T> {
  const { dataDir: data, clock } = context
  const databaseUrl = process.env.REGISTA_DATABASE_URL || undefined
  let reserve = 'kept' as 'kept' | 'freed'
  const makeRoom = (): boolean => {
    if (databaseUrl !== undefined || !freeReserve(data)) return false
    reserve = 'freed'
    return true
  }
  const place = { data, databaseUrl }
  try {
    await using database = await openControlDatabase(place, mode).catch(async (error: unknown) => {
      // Whatever the cause: a quota that is used up is told as many things, and a reserve that was not needed is filled again.
      if (!makeRoom()) throw error
      return await openControlDatabase(place, mode)
    })
    return await work({ database, clock, makeRoom })
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new InputError(`the control database cannot be used: ${error.message}`)
  } finally {
    const isWanted = databaseUrl === undefined && (mode === 'write' || reserve === 'freed')
    if (isWanted && existsSync(join(data, 'control.db'))) fillReserve(data)
  }
}

/** What was done, or the sentence why not: a wrong argument, or what cannot be done. */
export function granted<T extends { readonly outcome: string }>(outcome: T | Refusal): Exclude<T, Refusal> {
  if (!('sentence' in outcome)) return outcome as Exclude<T, Refusal>
  if (outcome.outcome === 'invalid') throw new InvalidArgumentError(outcome.sentence)
  throw new InputError(outcome.sentence)
}

/** Words with commas or spaces between them, or given several times. */
export function words(text: string, before: readonly string[] = []): string[] {
  return [...before, ...text.split(/[\s,]+/).filter((word) => word !== '')]
}
