import { mkdirSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { type Control, openControlDatabase, type Refusal } from '../access/access.ts'
import { GivenError } from '../stdx/given-error.ts'
import { DatabaseFault } from '../storage/storage.ts'
import type { Context } from './context.ts'

/** Opens the database of who may call, beside a server that may be running, and closes it again. */
export async function withControl<T>(context: Context, work: (control: Control) => Promise<T>): Promise<T> {
  mkdirSync(context.dataDir, { recursive: true })
  const place = { data: context.dataDir, databaseUrl: process.env.REGISTA_DATABASE_URL || undefined }
  try {
    await using database = await openControlDatabase(place, 'write')
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
