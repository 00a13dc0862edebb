import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../../src/stdx/testing/until.ts'
import { ROOT } from '../../../testing/source-tree.ts'
import { writeTinySample } from '../../../testing/tiny-sample.ts'

/** `npm start`, as a process. */
export interface DemoProcess extends AsyncDisposable {
  /** The address of the page. */
  readonly page: string
  /** The address of the API. */
  readonly url: string
  /** The address of the operator's console. */
  readonly console: string
  /** Resolves with the exit code. */
  stop(signal: 'SIGINT' | 'SIGTERM'): Promise<number | null>
}

const ARGUMENTS = ['--port', '0', '--admin-port', '0', '--page-port', '0', '--workers', '1', '--json']

/** With the smallest sample, or with the one that the demo itself invents in half a minute. */
export async function startDemo(sample: 'tiny' | 'own' = 'tiny'): Promise<DemoProcess> {
  const data = mkdtempSync(join(tmpdir(), 'regista-demo-page-'))
  if (sample === 'tiny') await writeTinySample(join(data, 'sample'))
  const child = spawn(process.execPath, [join(ROOT, 'bin/regista.js'), 'demo', '--data', data, ...ARGUMENTS], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'close')
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const printed = Promise.withResolvers<Pick<DemoProcess, 'page' | 'url' | 'console'>>()
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (output.endsWith('}\n')) printed.resolve(JSON.parse(output))
  })
  void ended.then(() => printed.reject(new Error(`the demo ended before it was ready: ${log}`)))
  const addresses = await until(() => printed.promise, 'the demo')
  const stop: DemoProcess['stop'] = async (signal) => {
    child.kill(signal)
    return (await ended)[0]
  }
  return {
    ...addresses,
    stop,
    async [Symbol.asyncDispose]() {
      await stop('SIGINT')
      process.off('exit', kill)
      rmSync(data, { recursive: true })
    },
  }
}
