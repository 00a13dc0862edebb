import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './source-tree.ts'

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** For commands without `--data`. The folder `data` of a checkout may have what a developer has tried. */
const NOWHERE = join(tmpdir(), `regista-nowhere-${process.pid}`)

/** A message without the data folder, which is added to each command that it names. */
export function withoutFolder(message: string): string {
  return message.replaceAll(/ --data [^\s`]+/g, '')
}

/** Runs the real command as a process of its own. `afterOutput` hears of what comes on standard error while it runs. */
export async function regista(
  args: readonly string[],
  onProgress?: (stderr: string, interrupt: () => void) => void,
): Promise<CommandResult> {
  const env = { REGISTA_DATA: NOWHERE, ...process.env }
  const command = [join(ROOT, 'bin/regista.js'), ...args]
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => {
    stderr += chunk
    onProgress?.(stderr, () => child.kill('SIGINT'))
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, stdout, stderr }
}
