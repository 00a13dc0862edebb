import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Catalog } from '../catalog/catalog.ts'
import { type Clock, systemClock } from '../stdx/clock.ts'
import { InputError } from '../stdx/input-error.ts'
import { findFileIn } from '../stdx/known-error.ts'
import { listDatabaseHosts } from '../storage/database-url.ts'
import { currentCall } from './shell.ts'
import { openTerminal, type Terminal } from './terminal.ts'

interface GlobalOptions {
  readonly data?: string
  readonly json?: boolean
}

/** What every command needs: the data folder, the terminal, the clock, and whether the user pressed Ctrl-C. */
export interface Context {
  readonly dataDir: string
  /** Of accounts and books; undefined: they are SQLite files in the data folder. */
  readonly databaseUrl: string | undefined
  readonly json: boolean
  readonly clock: Clock
  readonly terminal: Terminal
  readonly interrupted: AbortSignal
  openCatalog(): Promise<Catalog>
}

/** From a variable, or from the file that the variable with `_FILE` behind its name names. */
export function readSecret(name: string): string | undefined {
  const { [name]: value, [`${name}_FILE`]: file } = currentCall().env
  if (value || !file) return value || undefined
  let secret: string
  try {
    secret = readFileSync(file, 'utf8').trim()
  } catch {
    throw new InputError(`${name}_FILE names ${file}, which cannot be read.`)
  }
  if (secret === '') throw new InputError(`${name}_FILE names ${file}, which is empty.`)
  return secret
}

function readDatabaseUrl(): string | undefined {
  const url = readSecret('REGISTA_DATABASE_URL')
  if (url !== undefined) listDatabaseHosts(url)
  return url
}

/** A mistyped folder stays as it is. */
export async function openKnownCatalog(context: Context): Promise<Catalog> {
  if (existsSync(join(context.dataDir, 'catalog.db'))) return await context.openCatalog()
  throw new InputError(
    `${context.dataDir} has no catalog. Check --data, or run \`regista sync\` or \`regista import\` first.`,
  )
}

export function releasesDir({ dataDir }: Pick<Context, 'dataDir'>): string {
  return join(dataDir, 'releases')
}

/** Without the right to look into the folder everything in it seems to be missing. */
function checkFolder(dataDir: string): void {
  if (!existsSync(dataDir)) return
  try {
    accessSync(dataDir, constants.R_OK | constants.X_OK)
  } catch {
    const { uid } = statSync(dataDir)
    throw new InputError(
      `this user may not read ${dataDir}, which belongs to user ${uid}. Run the command as its owner, or check --data.`,
    )
  }
}

/** Adds the options of every command, and what the command does with its context, its arguments and its options. */
export function addAction<Given extends unknown[]>(
  command: Command,
  act: (context: Context, ...given: Given) => unknown,
): void {
  command
    .option('--data <dir>', 'folder of all data (default: REGISTA_DATA or ./data)')
    .option('--json', 'print the result as JSON, for programs')
    // Commander passes the arguments, the options and the command.
    .action(async (...given) => void (await act(openContext(given.at(-2)), ...(given as unknown as Given))))
}

export function openContext(options: GlobalOptions, clock: Clock = systemClock): Context {
  const call = currentCall()
  const folder = options.data ?? call.env.REGISTA_DATA ?? 'data'
  // It would mean the working folder.
  if (folder === '')
    throw new InputError(
      `${options.data === '' ? '--data' : 'REGISTA_DATA'} is empty. Name a folder, or leave it out for ./data.`,
    )
  const dataDir = resolve(folder)
  const file = findFileIn(dataDir)
  if (file !== undefined) throw new InputError(`${file} is a file. Name a folder with --data.`)
  checkFolder(dataDir)
  const json = options.json === true
  const terminal = openTerminal({ json, clock: systemClock })
  return {
    dataDir,
    databaseUrl: readDatabaseUrl(),
    json,
    clock,
    terminal,
    get interrupted() {
      return call.signal
    },
    async openCatalog() {
      // Most commands need none, and would begin later if its code were loaded at once.
      const { Catalog } = await import('../catalog/catalog.ts')
      mkdirSync(dataDir, { recursive: true })
      return Catalog.open(join(dataDir, 'catalog.db'), clock)
    },
  }
}
