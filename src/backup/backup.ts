/** Backups of a data folder. README.md has the rules. */
export type { BackupManifest } from './backup-manifest.ts'
export { dumpCommands } from './database-dump.ts'
export { makeBackup } from './make-backup.ts'
export { restore } from './restore.ts'
