import { spawnSync } from 'node:child_process'

/** Whether the machine has a program that the project does not install. */
export function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version']).error === undefined
}
