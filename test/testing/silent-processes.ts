import { type ChildProcess, spawnSync } from 'node:child_process'
import diagnostics from 'node:diagnostics_channel'
import type { run } from 'node:test'

/** What a test file or a group of them has done, as the runner sees it from outside. */
interface Watched {
  readonly child: ChildProcess
  readonly running: Set<string>
  endedAtMs: number
}

/**
 * Ends each process of which no test has ended for `limitMs`: a busy loop can only be ended from outside. Names what it
 * was running, as far as it has said so. `processOf` names the file of the process that runs a test file.
 */
export function endSilentProcesses(
  events: ReturnType<typeof run>,
  { limitMs, processOf }: { readonly limitMs: number; readonly processOf: (file: string) => string },
): { readonly started: () => number; [Symbol.dispose](): void } {
  const watched = new Map<string, Watched>()
  let started = 0
  const note = (message: unknown): void => {
    const { process: child } = message as { process: ChildProcess }
    queueMicrotask(() => {
      const file = child.spawnargs.at(-1)!
      if (child.spawnfile !== process.execPath) return
      started++
      watched.set(file, { child, running: new Set(), endedAtMs: performance.now() })
      child.once('exit', () => watched.delete(file))
    })
  }
  diagnostics.subscribe('child_process', note)
  const find = ({ file = '' }: { readonly file?: string }) => watched.get(processOf(file))
  events.on('test:dequeue', (test) => void find(test)?.running.add(test.name))
  events.on('test:complete', (test) => {
    const one = find(test)
    one?.running.delete(test.name)
    if (one !== undefined) one.endedAtMs = performance.now()
  })
  const timer = setInterval(() => {
    for (const [file, { child, running, endedAtMs }] of watched) {
      const silentMs = performance.now() - endedAtMs
      if (silentMs < limitMs) continue
      const names = [...running].filter((name) => name !== file).join(' > ') || 'no test yet'
      process.stdout.write(`✖ no test of ${file} ended for ${Math.round(silentMs / 1000)} s; running: ${names}\n`)
      killWithDescendants(child.pid!)
      watched.delete(file)
    }
  }, 1_000)
  return {
    started: () => started,
    [Symbol.dispose]() {
      clearInterval(timer)
      diagnostics.unsubscribe('child_process', note)
    },
  }
}

/** Its servers and browsers too: they would keep its output open, and nothing else ends them. */
function killWithDescendants(pid: number): void {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const parents = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  const doomed = [pid]
  for (const one of doomed) for (const [child, parent] of parents) if (parent === one) doomed.push(child)
  for (const one of doomed)
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // It has ended.
    }
}
