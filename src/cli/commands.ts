import type { Command } from 'commander'
import { accountCommand } from './account.ts'
import { accountingCommand } from './accounting.ts'
import { auditCommand } from './audit.ts'
import { backupCommand } from './backup.ts'
import { demoCommand } from './demo.ts'
import { doctorCommand } from './doctor.ts'
import { explainCommand } from './explain.ts'
import { importCommand } from './import.ts'
import { keyCommand } from './key.ts'
import { projectCommand } from './project.ts'
import { publishCommand } from './publish.ts'
import { recordCommand } from './record.ts'
import { releasesCommand, rollbackCommand } from './releases.ts'
import { restoreCommand } from './restore.ts'
import { sampleCommand } from './sample.ts'
import { serveCommand } from './serve.ts'
import { syncCommand } from './sync.ts'
import { usageCommand } from './usage.ts'

/** Every command, in the order in which help lists them. Each adds itself to the program. */
export const COMMANDS: readonly ((program: Command) => void)[] = [
  demoCommand,
  serveCommand,
  sampleCommand,
  importCommand,
  syncCommand,
  publishCommand,
  releasesCommand,
  rollbackCommand,
  explainCommand,
  recordCommand,
  accountCommand,
  projectCommand,
  keyCommand,
  usageCommand,
  auditCommand,
  accountingCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
]
