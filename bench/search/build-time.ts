import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashFile } from '../../src/stdx/hash-file.ts'

export interface Rebuilt {
  readonly records: number
  readonly seconds: number
  /** Processor time of all threads: the duration on one idle core. */
  readonly cpuSeconds: number
  readonly peakMb: number
}

export const SEGMENTS_BUILT = ['companies-sk', 'companies-cz', 'addresses-sk', 'addresses-cz'] as const

/** Builds one index into a file that goes away again. `isSame`: byte for byte what the release has. */
export async function rebuild(dir: string, segment: string): Promise<Rebuilt & { readonly isSame: boolean }> {
  const temporary = mkdtempSync(join(tmpdir(), 'regista-rebuild-'))
  try {
    const target = join(temporary, `${segment}.index`)
    const program = fileURLToPath(import.meta.resolve('./rebuild-process.ts'))
    const output = execFileSync(process.execPath, [program, dir, segment, target], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const published = join(dir, `${segment}.index`)
    const isSame = existsSync(published) && (await hashFile(target, () => {})) === (await hashFile(published, () => {}))
    return { ...(JSON.parse(output.toString()) as Rebuilt), isSame }
  } finally {
    rmSync(temporary, { recursive: true })
  }
}
