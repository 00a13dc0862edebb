import type { Command } from 'commander'
import { baseUrl, runService, type Settings } from '../server/server.ts'
import { type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { releasesDir } from './publish.ts'
import { withSettings } from './settings.ts'

export function serveCommand(program: Command): void {
  const command = program
    .command('serve')
    .description('Answer requests: suggestions, details, sessions, usage. Ends in good order at Ctrl-C or SIGTERM.')
  withGlobalOptions(withSettings(command)).action(async (options: GlobalOptions & Settings) => {
    const context = openContext(options)
    const { dataDir: data, clock, interrupted: stop, terminal } = context
    const databaseUrl = process.env.REGISTA_DATABASE_URL || undefined
    const service = { data, databaseUrl, clock, stop, releases: releasesDir(context), settings: options }
    await runService({ ...service, policy: 'https' }, ({ port, adminPort }) => {
      const [url, adminUrl] = [baseUrl(options.host, port), baseUrl(options.adminHost, adminPort)]
      terminal.line(`answering on ${url}; health on ${adminUrl}/readyz`)
      terminal.json({ port, admin_port: adminPort })
    })
  })
}
