import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { LIMITS, type LimitSettings, parseLimits } from '../access/access.ts'
import { type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { releasesDir } from './publish.ts'
import { runService } from './serving/run-service.ts'

type ServeOptions = GlobalOptions & {
  readonly port: number
  readonly host: string
  readonly adminPort: number
  readonly limits?: LimitSettings
}

export function serveCommand(program: Command): void {
  const command = program
    .command('serve')
    .description('Answer requests: suggestions, details, sessions, usage. Ends in good order at Ctrl-C or SIGTERM.')
    .option('--port <port>', 'the public port', parsePort, 8080)
    .option('--host <address>', 'the address to listen at', '127.0.0.1')
    .option('--admin-port <port>', 'health and metrics, on 127.0.0.1', parsePort, 9090)
    .option('--limits <file>', 'other rate limits, as JSON by name; null switches one off', readLimits)
  withGlobalOptions(command).action(async (options: ServeOptions) => {
    const context = openContext(options)
    const { port, host, adminPort, limits = LIMITS } = options
    const service = {
      ...{ data: context.dataDir, databaseUrl: process.env.REGISTA_DATABASE_URL || undefined },
      ...{ releases: releasesDir(context), host, port, adminPort, limits, clock: context.clock },
      ...({ policy: 'https', stop: context.interrupted } as const),
    }
    await runService(service, () => {
      context.terminal.line(`answering on http://${host}:${port}; health on http://127.0.0.1:${adminPort}/readyz`)
    })
  })
}

export function parsePort(text: string): number {
  if (!/^[0-9]{1,5}$/.test(text) || 65_535 < Number(text))
    throw new InvalidArgumentError('A port is wanted: 0 to 65535.')
  return Number(text)
}

function readLimits(path: string): LimitSettings {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new InvalidArgumentError(`${path} cannot be read.`)
  }
  const parsed = parseLimits(text)
  if ('sentence' in parsed) throw new InvalidArgumentError(parsed.sentence)
  return parsed.limits
}
