import type { Command } from 'commander'
import { importCommand } from './import.ts'

/** Every command, in the order in which help lists them. Each adds itself to the program. */
export const COMMANDS: readonly ((program: Command) => void)[] = [importCommand]
