import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../src/cli/serving/free-port.ts'
import { ROOT } from '../../test/source-tree.ts'
import type { RawAnswer } from './raw-server.ts'

export interface BenchServer {
  readonly port: number
  readonly adminPort: number
  /** Resident memory, in MB. */
  residentMb(): number
  stop(): Promise<void>
}

/** `regista serve`, with everything on: authentication, limits, search, durable debits. */
export async function startRegista(
  data: string,
  {
    workers,
    limits,
    flags = [],
  }: { readonly workers: number; readonly limits: string; readonly flags?: readonly string[] },
): Promise<BenchServer> {
  const args = ['serve', '--data', data, '--port', '0', '--admin-port', '0', '--json', '--log-level', 'warn']
  const settings = ['--workers', `${workers}`, '--limits', limits]
  const child = spawn(process.execPath, [...flags, join(ROOT, 'bin/regista.js'), ...args, ...settings], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8')
  for await (const text of child.stdout) {
    said += text
    if (said.endsWith('}\n')) break
  }
  const { port, admin_port: adminPort } = JSON.parse(said) as { port: number; admin_port: number }
  return { port, adminPort, ...controls(child) }
}

export async function startRaw(answers: readonly RawAnswer[], threads: number): Promise<BenchServer> {
  const child = fork(new URL('./raw-server.ts', import.meta.url))
  const port = await freePort({ port: 0, host: '127.0.0.1' }, '--port')
  child.send({ port, answers, threads })
  await once(child, 'message')
  return { port, adminPort: 0, ...controls(child) }
}

function controls(child: ChildProcess): Pick<BenchServer, 'residentMb' | 'stop'> {
  return {
    residentMb: () =>
      Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', `${child.pid}`], { encoding: 'utf8' })) / 1024),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
