import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { findFreePort } from '../../src/server/free-port.ts'
import { runServer } from '../../test/testing/running-server.ts'
import type { RawAnswer } from './raw-server.ts'

export interface BenchServer {
  readonly port: number
  readonly adminPort: number
  readonly pid: number
  /** Resident memory, in MB. */
  residentMb(): number
  stop(): Promise<unknown>
}

/**
 * `regista serve`, with everything on: authentication, limits, search, durable debits. `profiles`: a folder for what
 * its threads did.
 */
export async function startRegista(
  data: string,
  { workers, limits, profiles }: { readonly workers: number; readonly limits: string; readonly profiles?: string },
): Promise<BenchServer> {
  const args = ['--log-level', 'warn', '--workers', `${workers}`, '--limits', limits]
  const env = profiles === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` }
  const { port, adminPort, pid, stop } = await runServer(data, { args, env })
  return { port, adminPort, pid, residentMb: () => residentMb(pid), stop }
}

export async function startRaw(answers: readonly RawAnswer[], threads: number): Promise<BenchServer> {
  const child = fork(new URL('./raw-server.ts', import.meta.url))
  const port = await findFreePort({ port: 0, host: '127.0.0.1' }, '--port')
  child.send({ port, answers, threads })
  await once(child, 'message')
  return {
    port,
    adminPort: 0,
    pid: child.pid!,
    residentMb: () => residentMb(child.pid!),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function residentMb(pid: number): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })) / 1024)
}
