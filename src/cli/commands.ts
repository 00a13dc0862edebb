import type { Command } from 'commander'

/** Adds a command to the program. */
type AddCommand = (program: Command) => void

/**
 * Every command by its name, in the order in which help lists them. Its file is loaded with
 * all its imports only when the command runs.
 */
export const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  demo: async () => (await import('./demo.ts')).demoCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  sample: async () => (await import('./sample.ts')).sampleCommand,
  inspect: async () => (await import('./inspect.ts')).inspectCommand,
  import: async () => (await import('./import.ts')).importCommand,
  sync: async () => (await import('./sync.ts')).syncCommand,
  publish: async () => (await import('./publish.ts')).publishCommand,
  releases: async () => (await import('./releases.ts')).releasesCommand,
  rollback: async () => (await import('./releases.ts')).rollbackCommand,
  explain: async () => (await import('./explain.ts')).explainCommand,
  record: async () => (await import('./record.ts')).recordCommand,
  setup: async () => (await import('./setup.ts')).setupCommand,
  account: async () => (await import('./account.ts')).accountCommand,
  project: async () => (await import('./project.ts')).projectCommand,
  key: async () => (await import('./key.ts')).keyCommand,
  usage: async () => (await import('./usage.ts')).usageCommand,
  audit: async () => (await import('./audit.ts')).auditCommand,
  ledger: async () => (await import('./ledger.ts')).ledgerCommand,
  accounting: async () => (await import('./accounting.ts')).accountingCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
}
