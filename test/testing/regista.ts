import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from '../../src/main.ts'

export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** For commands without `--data`. The folder `data` of a checkout may have what a developer has tried. */
const NOWHERE = join(tmpdir(), `regista-nowhere-${process.pid}`)

/** A message without the data folder, which is added to each command that it names. */
export function withoutFolder(message: string): string {
  return message.replaceAll(/ --data [^\s`]+/g, '')
}

/** Calls the program in this process. `onProgress` gets what is on standard error while it runs. */
export async function regista(
  args: readonly string[],
  {
    env,
    signal = new AbortController().signal,
    onProgress,
  }: {
    readonly env?: Readonly<Record<string, string | undefined>>
    readonly signal?: AbortSignal
    readonly onProgress?: (stderr: string) => void
  } = {},
): Promise<CommandResult> {
  let stdout = ''
  let stderr = ''
  const code = await main(['node', 'regista', ...args], {
    stdout: { write: (text) => (stdout += text) },
    stderr: {
      write(text) {
        stderr += text
        onProgress?.(stderr)
      },
    },
    env: { REGISTA_DATA: NOWHERE, ...process.env, ...env },
    signal,
  })
  return { code, stdout, stderr }
}
