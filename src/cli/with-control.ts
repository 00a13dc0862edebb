import { mkdirSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { type Control, openControlDatabase, type Refusal } from '../access/access.ts'
import { GivenError } from '../stdx/given-error.ts'
import { DatabaseFault } from '../storage/storage.ts'
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
  const place = { data: context.dataDir, databaseUrl: process.env.REGISTA_DATABASE_URL || undefined }
  try {
    await using database = await openControlDatabase(place, mode)
    return await work({ database, clock: context.clock })
  } catch (error) {
    if (!(error instanceof DatabaseFault)) throw error
    throw new GivenError(`the control database cannot be used: ${error.message}`)
  }
}

/** What was done, or the sentence why not: a wrong argument, or what cannot be done. */
export function granted<T extends { readonly outcome: string }>(outcome: T | Refusal): Exclude<T, Refusal> {
  if (!('sentence' in outcome)) return outcome as Exclude<T, Refusal>
  if (outcome.outcome === 'invalid') throw new InvalidArgumentError(outcome.sentence)
  throw new GivenError(outcome.sentence)
}

/** Words with commas or spaces between them, or given several times. */
export function words(text: string, before: readonly string[] = []): string[] {
  return [...before, ...text.split(/[\s,]+/).filter((word) => word !== '')]
}
