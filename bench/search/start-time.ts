import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Ready {
  /** Bytes of each index's first answer. */
  readonly found: readonly number[]
  readonly residentMb: number
  readonly peakMb: number
}

/**
 * The first one does not count: after it the files are in the page cache, and the compiled code is on the disk, as
 * `bin/regista.js` keeps it.
 */
const STARTS = 4

/** From the start of a process to its first answers, and what it is then. The middle of some starts. */
export function startTime(dir: string, compileCache: string): Ready & { readonly ms: number } {
  const program = fileURLToPath(import.meta.resolve('./ready-process.ts'))
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
  const starts = Array.from({ length: STARTS }, () => {
    const startedMs = performance.now()
    const output = execFileSync(process.execPath, [program, dir], { stdio: ['ignore', 'pipe', 'inherit'], env })
    return { ms: performance.now() - startedMs, ...(JSON.parse(output.toString()) as Ready) }
  })
  return starts.slice(1).sort((a, b) => a.ms - b.ms)[(STARTS - 1) >> 1]!
}
