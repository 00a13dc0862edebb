import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { baseUrl, refuseOnePort, runService, type Settings } from '../server/server.ts'
import { addAction, readSecret, releasesDir } from './context.ts'
import { listUnknownVariables, withSettings } from './settings.ts'
import { readStoreSettings, type StoreOptions } from './store-settings.ts'

export function serveCommand(command: Command): void {
  addAction(withSettings(command), async (context, options: Settings & StoreOptions) => {
    const { dataDir: data, databaseUrl, clock, interrupted: stop, terminal } = context
    refuseOnePort(options)
    terminal.line(`data folder ${data}`)
    for (const name of listUnknownVariables())
      terminal.warn(`${name} is set, and no variable of Regista has this name. \`regista serve --help\` lists them.`)
    const isNew =
      databaseUrl === undefined && !existsSync(join(data, 'control.db')) && !existsSync(join(data, 'ledger.db'))
    if (isNew) terminal.warn(`${data} has no accounts and no books yet: creating empty databases there`)
    const secrets = { adminToken: readSecret('REGISTA_ADMIN_TOKEN'), alertSecret: readSecret('REGISTA_ALERT_SECRET') }
    const store = options.store ? readStoreSettings(options.store) : undefined
    // Only here: a server without a store needs none of its code.
    const storeName = store && (await import('../store/store.ts')).ReleaseStore.open(store).name
    const service = {
      data,
      databaseUrl,
      clock,
      stop,
      ...secrets,
      releases: releasesDir(context),
      store,
      settings: options,
    }
    await runService(service, ({ port, adminPort, isPublished }) => {
      const [url, adminUrl] = [baseUrl(options.host, port), baseUrl(options.adminHost, adminPort)]
      const where = options.console === 'on' ? `on ${adminUrl}/console` : 'off'
      terminal.line(`answering on ${url}; health on ${adminUrl}/readyz, console ${where}`)
      if (storeName !== undefined) terminal.line(`releases come from ${storeName}`)
      else if (!isPublished)
        terminal.advise('nothing is published yet: requests get 503 until `regista publish` has made a release')
      terminal.json({ port, admin_port: adminPort, data })
    })
  })
}
