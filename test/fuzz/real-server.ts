import { execFile, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Key } from '../../src/access/testing/customers.ts'
import { until } from '../../src/stdx/testing/until.ts'
import { ROOT } from '../testing/source-tree.ts'
import { wire } from './draft.ts'
import { Lane } from './lane.ts'

export interface Place {
  readonly data: string
  readonly databaseUrl: string | undefined
  readonly limitsFile: string
  readonly port: number
  readonly adminPort: number
  /** More of the command line. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Where the program is; another build, or this one. */
  readonly root?: string
}

/** `regista serve`, as an operator starts it. The trial has only its folder. */
export interface RealServer {
  readonly pid: number
  readonly startedAtMs: number
  /** Resolves after all output of the process was read. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>
  hasEnded(): boolean
  /** Resolves as soon as the server charges; false if it ended before. */
  ready(key: Pick<Key, 'text'>): Promise<boolean>
  /** Resident memory, in bytes. */
  memory(): number
  /** The end of its log. */
  log(): string
  kill(signal: 'SIGKILL' | 'SIGTERM'): void
  /** Stops its threads for this time. */
  standStill(ms: number): Promise<void>
}

export function startServer(place: Place, onLog: (log: string) => void = () => undefined): RealServer {
  const { data, databaseUrl, limitsFile, port, adminPort, root = ROOT } = place
  const startedAtMs = performance.now()
  const ports = ['--port', `${port}`, '--admin-port', `${adminPort}`]
  const args = ['serve', '--data', data, '--limits', limitsFile, '--drain-delay', '0', ...ports, ...(place.args ?? [])]
  const child = spawn(process.execPath, [join(root, 'bin/regista.js'), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, REGISTA_DATABASE_URL: databaseUrl ?? '', ...place.env },
  })
  const remove = (): void => void child.kill('SIGKILL')
  process.once('exit', remove)
  let log = ''
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (text: string) => {
    log = `${log}${text}`.slice(-LOG_MAX)
    onLog(text)
  })
  const ended = new Promise<Awaited<RealServer['ended']>>((resolve) => {
    child.once('close', (code, signal) => {
      process.off('exit', remove)
      resolve({ code, signal })
    })
  })
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  return {
    pid: child.pid!,
    startedAtMs,
    ended,
    hasEnded,
    log: () => log,
    kill: (signal) => void child.kill(signal),
    async standStill(ms) {
      child.kill('SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, ms))
      child.kill('SIGCONT')
    },
    async ready(key) {
      // An unknown company: the response needs release, accounts and books, and costs nothing.
      const headers = Object.entries({ Host: 'a', Authorization: `Bearer ${key.text}` })
      const probe = wire({ method: 'GET', path: '/v1/companies/sk/99999999', query: [], headers })
      const lane = new Lane(port)
      const look = async () => {
        if (hasEnded()) return 'ended'
        const reply = await lane.ask({ bytes: probe, method: 'GET' })
        return typeof reply === 'string' ? `${reply}: ${log.slice(-500)}` : reply.status
      }
      await until(look, 'a server that charges', (seen) => seen === 'ended' || seen === 404)
      lane.close()
      return !hasEnded()
    },
    memory: () => 1024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', `${child.pid}`], { encoding: 'utf8' })),
  }
}

/** Runs another command of the same program, or of another build, on the same books. */
export function registaOn(
  databaseUrl: string | undefined,
  args: readonly string[],
  root: string = ROOT,
): Promise<{ readonly code: number; readonly output: string }> {
  const env = { ...process.env, REGISTA_DATABASE_URL: databaseUrl ?? '' }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'bin/regista.js'), ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` })
    })
  })
}

const LOG_MAX = 8_000

/**
 * Two ports that are free at the moment. Not those that the system gives: a server that is started again on its port
 * would find a connection of another process there.
 */
export async function freePorts(): Promise<{ readonly port: number; readonly adminPort: number }> {
  return { port: await freePort(), adminPort: await freePort() }
}

const PORTS = { from: 15_000, to: 32_000 } as const

async function freePort(): Promise<number> {
  const look = async () => {
    const port = randomInt(PORTS.from, PORTS.to)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) =>
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
    )
    if (!isFree) return undefined
    await new Promise((resolve) => server.close(resolve))
    return port
  }
  return (await until(look, 'a free port'))!
}
