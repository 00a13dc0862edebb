import type { Command } from 'commander'

interface CommandEntry {
  readonly description: string
  /** Its file is loaded with all its imports only when the command runs. Adds arguments, options and the action. */
  readonly load: () => Promise<(command: Command) => void>
}

/** Every command by its name, in the order in which help lists them. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  demo: {
    description:
      'Invent two small countries, import and publish them, create an account, and serve. The first run takes half a minute; later runs reuse the data.',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
  serve: {
    description:
      'Run the server: suggestions, details, sessions, usage. Ctrl-C or SIGTERM stops it after requests that have begun are answered.',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  sample: {
    description: 'Invent the registers of two countries, as files in the formats of the real ones.',
    load: async () => (await import('./sample.ts')).sampleCommand,
  },
  inspect: {
    description:
      'Read files of an official register without importing them: what they are, what is unusual in them, and whether an import would be accepted. Exit code 0 if so, 1 if not.',
    load: async () => (await import('./inspect.ts')).inspectCommand,
  },
  import: {
    description:
      'Import files of an official register into the catalog. Each set (an init with its parts, a daily, a region) is imported whole or not at all.',
    load: async () => (await import('./import.ts')).importCommand,
  },
  sync: {
    description:
      'Download what the official registers have newer than the catalog, and import it. Runs once; use cron for every night.',
    load: async () => (await import('./sync.ts')).syncCommand,
  },
  publish: {
    description: 'Build a release from the catalog, check it, and switch to it.',
    load: async () => (await import('./publish.ts')).publishCommand,
  },
  releases: {
    description: 'List the releases, those of the store if there is one. A star marks the one that is served.',
    load: async () => (await import('./releases.ts')).releasesCommand,
  },
  rollback: {
    description: 'Switch back to an earlier release. Withdrawn records stay withdrawn.',
    load: async () => (await import('./releases.ts')).rollbackCommand,
  },
  explain: {
    description: 'Show each step of a search, and why the first hit is first.',
    load: async () => (await import('./explain.ts')).explainCommand,
  },
  clean: {
    description: 'Match a list of addresses or companies with the release, row by row, with a score for each.',
    load: async () => (await import('./clean.ts')).cleanCommand,
  },
  changes: {
    description:
      'Show what happened to companies and addresses since a day or a release, or only to those of a list: which ended, moved, were renamed. Reads the history of the catalog.',
    load: async () => (await import('./changes.ts')).changesCommand,
  },
  record: {
    description: 'Show, withdraw and restore single records.',
    load: async () => (await import('./record.ts')).recordCommand,
  },
  mcp: {
    description:
      'Serve the Model Context Protocol on standard input and output, for agents: it asks a Regista over HTTP with the key in REGISTA_KEY, and uses its units.',
    load: async () => (await import('./mcp.ts')).mcpCommand,
  },
  setup: {
    description: 'Create a customer at once: a verified account, a project, and a key with all scopes, shown once.',
    load: async () => (await import('./setup.ts')).setupCommand,
  },
  account: {
    description: 'Manage accounts: create, verify, suspend and close them.',
    load: async () => (await import('./account.ts')).accountCommand,
  },
  project: {
    description: 'Manage projects of accounts: their scopes, web sites and limits.',
    load: async () => (await import('./project.ts')).projectCommand,
  },
  key: {
    description: 'Manage server keys: issue, rotate, revoke and list them.',
    load: async () => (await import('./key.ts')).keyCommand,
  },
  log: {
    description:
      'Show what operators changed: who, from where, when, what, before and after. No line is ever changed or removed.',
    load: async () => (await import('./log.ts')).logCommand,
  },
  operator: {
    description: 'Manage operators: tokens for the API of the admin port, with roles and bounds.',
    load: async () => (await import('./operator.ts')).operatorCommand,
  },
  usage: {
    description:
      'Show what an account used in a month, by project, key and operation; or with --all what every account used, for invoices. May run beside a server.',
    load: async () => (await import('./usage.ts')).usageCommand,
  },
  audit: {
    description:
      'Compare the counts with the journal. Reads the batches since the last audit of a server. Changes nothing, and may run beside a server. Exit code 1 if anything differs.',
    load: async () => (await import('./audit.ts')).auditCommand,
  },
  ledger: {
    description: 'Maintain the books.',
    load: async () => (await import('./ledger.ts')).ledgerCommand,
  },
  accounting: {
    description: 'Show and resolve doubts in the books. Requests of accounts in doubt are refused with 503.',
    load: async () => (await import('./accounting.ts')).accountingCommand,
  },
  backup: {
    description:
      'Save everything that a server needs into one file, while it runs. With PostgreSQL the database is not included, and the command prints how to save it.',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  restore: {
    description: 'Restore a backup into an empty data folder, after checking every byte of it.',
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  doctor: {
    description:
      'Check everything that could be wrong and say what to do: BAD is wrong, WARN is right only on purpose, NEXT is a step that is still to do. Changes nothing. Exit code 1 if anything is BAD.',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
}
