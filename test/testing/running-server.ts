import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { until } from '../../src/stdx/testing/until.ts'
import { ROOT } from './source-tree.ts'

/** `regista serve` as an operator starts it, on ports that the system chose. */
export interface RunningServer extends AsyncDisposable {
  readonly port: number
  readonly adminPort: number
  readonly pid: number
  /** Everything that it has written to standard error. */
  log(): string
  /** Requests a page of the admin port. */
  admin(path: string): Promise<{ readonly status: number; readonly text: string }>
  /** Resolves with the exit code. */
  stop(): Promise<number | null>
}

export async function runServer(
  data: string,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<RunningServer> {
  // A slow machine may send on a kept connection that the server closes at the same moment.
  const own = ['--port', '0', '--admin-port', '0', '--drain-delay', '0', '--keep-alive', '3600']
  const command = ['serve', '--data', data, ...own, '--json', ...args]
  const child = spawn(process.execPath, [join(ROOT, 'bin/regista.js'), ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const remove = (): void => void child.kill('SIGKILL')
  process.once('exit', remove)
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ports = Promise.withResolvers<{ port: number; admin_port: number }>()
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (output.endsWith('}\n')) ports.resolve(JSON.parse(output))
  })
  void ended.then(() => ports.reject(new Error(`the server ended before it answered: ${log}`)))
  const { port, admin_port: adminPort } = await until(() => ports.promise, 'the ports of the server')
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM')
    process.off('exit', remove)
    return await ended
  }
  return {
    port,
    adminPort,
    pid: child.pid!,
    log: () => log,
    stop,
    async admin(path) {
      // A slow machine may send on a kept connection that the server closes at the same moment.
      const response = await fetch(`http://127.0.0.1:${adminPort}${path}`, { headers: { connection: 'close' } })
      return { status: response.status, text: await response.text() }
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) await stop()
    },
  }
}
