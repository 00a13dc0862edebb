import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { Catalog } from '../catalog/catalog.ts'
import { type Clock, systemClock } from '../stdx/clock.ts'
import { openTerminal, type Terminal } from './terminal.ts'

export interface GlobalOptions {
  readonly data?: string
  readonly json?: boolean
}

/** What every command needs: where the data lie, whom to speak to, what time it is, and whether somebody pressed Ctrl-C. */
export interface Context {
  readonly dataDir: string
  readonly json: boolean
  readonly clock: Clock
  readonly terminal: Terminal
  readonly interrupted: AbortSignal
  openCatalog(): Catalog
}

export function withGlobalOptions(command: Command): Command {
  return command
    .option('--data <dir>', 'folder of all data (default: REGISTA_DATA or ./data)')
    .option('--json', 'print the result as JSON, for programs')
}

export function openContext(options: GlobalOptions): Context {
  const dataDir = resolve(options.data ?? process.env.REGISTA_DATA ?? 'data')
  const json = options.json === true
  const terminal = openTerminal({ json, clock: systemClock })
  const interrupt = new AbortController()
  // The first Ctrl-C ends the work in good order; a second one finds Node's own handler again and ends it at once.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupt.abort())
  return {
    dataDir,
    json,
    clock: systemClock,
    terminal,
    interrupted: interrupt.signal,
    openCatalog() {
      mkdirSync(dataDir, { recursive: true })
      return Catalog.open(join(dataDir, 'catalog.db'), systemClock)
    },
  }
}
