import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import type { OperatorControl } from '../access/control/acts.ts'
import { fillReserve, freeReserve, type OperatorMistake, openControlDatabase } from '../access/control/control.ts'
import { InputError, NotYetError } from '../stdx/input-error.ts'
import { DatabaseError } from '../storage/storage.ts'
import type { Context } from './context.ts'
import { readActor } from './read-actor.ts'

/** Opens the control database, and creates it if there is none. */
export async function withNewControl<T>(context: Context, work: (control: OperatorControl) => Promise<T>): Promise<T> {
  mkdirSync(context.dataDir, { recursive: true })
  return await openControl(context, 'write', work)
}

/** Opens the control database and closes it again. A server may run meanwhile. A mistyped folder stays as it is. */
export async function withControl<T>(context: Context, work: (control: OperatorControl) => Promise<T>): Promise<T> {
  if (!hasControl(context))
    throw new NotYetError(
      `there are no accounts yet: ${controlFile(context)} does not exist. Check --data and REGISTA_DATABASE_URL, or create the first account with: regista setup NAME`,
    )
  return await openControl(context, 'write', work)
}

export function hasControl(context: Context): boolean {
  return context.databaseUrl !== undefined || existsSync(controlFile(context))
}

function controlFile({ dataDir }: Context): string {
  return join(dataDir, 'control.db')
}

/** The same for one change, which may be a mistake of the operator. */
export async function changeControl<T extends { readonly outcome: string }>(
  context: Context,
  change: (control: OperatorControl) => Promise<T | OperatorMistake>,
): Promise<Exclude<T, OperatorMistake>> {
  return await withControl(context, async (control) => unwrapOutcome(await change(control)))
}

/** The same for reading only: it does not even migrate older tables. */
export async function readControl<T>(context: Context, work: (control: OperatorControl) => Promise<T>): Promise<T> {
  return await openControl(context, 'read', work)
}

async function openControl<T>(
  context: Context,
  mode: 'write' | 'read',
  work: (control: OperatorControl) => Promise<T>,
): Promise<T> {
  const { dataDir: data, databaseUrl, clock } = context
  let reserve = 'kept' as 'kept' | 'freed'
  const makeRoom = (): boolean => {
    if (databaseUrl !== undefined || !freeReserve(data)) return false
    reserve = 'freed'
    return true
  }
  const place = { data, databaseUrl }
  try {
    await using database = await openControlDatabase(place, mode).catch(async (error: unknown) => {
      // For any error, because a full disk is reported in many ways. A reserve that was not needed is filled again.
      if (!makeRoom()) throw error
      return await openControlDatabase(place, mode)
    })
    return await work({ database, clock, makeRoom, actor: readActor() })
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new InputError(`the control database cannot be used: ${error.message}`)
  } finally {
    const isWanted = databaseUrl === undefined && (mode === 'write' || reserve === 'freed')
    if (isWanted && existsSync(controlFile(context))) fillReserve(data)
  }
}

/** Returns the outcome, or throws the mistake: a wrong argument (exit code 2) or an operation that is not possible. */
export function unwrapOutcome<T extends { readonly outcome: string }>(
  outcome: T | OperatorMistake,
): Exclude<T, OperatorMistake> {
  if (!('sentence' in outcome)) return outcome as Exclude<T, OperatorMistake>
  if (outcome.outcome === 'invalid') throw new InvalidArgumentError(outcome.sentence)
  throw new InputError(outcome.sentence)
}
