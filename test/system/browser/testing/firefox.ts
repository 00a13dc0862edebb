import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { until } from '../../../../src/stdx/testing/until.ts'

/*
 * The Firefox of this machine, driven by WebDriver BiDi. playwright-core 1.65 needs a command for it that Firefox 153
 * does not have, and a Firefox of Playwright's own would be a download.
 */

const PROGRAM = 'firefox-esr'

/** The keys that have no character. */
export const KEYS = { Enter: '\ue007', ArrowDown: '\ue015', Tab: '\ue004' } as const

export interface Firefox extends AsyncDisposable {
  readonly open: (url: string) => Promise<void>
  /** Gives the page another width, in CSS pixels. */
  readonly resize: (width: number) => Promise<void>
  /** Presses keys as a person does. */
  readonly type: (keys: string) => Promise<void>
  /** The value of an expression of the page, once it is truthy. Rejects if it is not at the limit of tests. */
  readonly waitFor: (expression: string) => Promise<unknown>
  /** What the page wrote to the console, and its errors. */
  readonly complaints: readonly string[]
}

/** For the option `skip` of a test. */
export const withoutFirefox = spawnSync(PROGRAM, ['--version']).error ? `this machine has no ${PROGRAM}` : false

export async function openFirefox(): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'regista-firefox-'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const browser = spawn(PROGRAM, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } })
  const exited = new Promise((resolve) => browser.once('exit', resolve))
  const complaints: string[] = []
  const send = await connect(`${await readAddress(browser)}/session`, ({ text }) => complaints.push(`${text}`))
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  // The tab that Firefox starts with never has the focus.
  const { context } = (await send('browsingContext.create', { type: 'tab' })) as { context: string }
  return {
    complaints,
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    resize: async (width) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height: 800 } })),
    async type(keys) {
      const presses = [...keys].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions: presses }] })
    },
    async waitFor(expression) {
      const loop = `new Promise((resolve, reject) => {
        const look = () => {
          try { const value = ${expression}; value ? resolve(value) : requestAnimationFrame(look) }
          catch (error) { reject(error) }
        }
        look()
      })`
      const evaluating = send('script.evaluate', { expression: loop, target: { context }, awaitPromise: true })
      const { result, exceptionDetails } = (await until(() => evaluating, `a value of ${expression}`)) as Evaluated
      if (result === undefined) throw new Error(`${exceptionDetails?.text} in ${expression}`)
      return result.value
    },
    async [Symbol.asyncDispose]() {
      browser.kill()
      await exited
      // Its child processes may still write there for a moment.
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

interface Evaluated {
  /** Undefined: the expression threw. */
  readonly result?: { readonly value: unknown }
  readonly exceptionDetails?: { readonly text: string }
}

/** Firefox writes where it listens: `WebDriver BiDi listening on ws://127.0.0.1:40123`. */
async function readAddress(browser: ChildProcess): Promise<string> {
  for await (const line of createInterface(browser.stderr!)) {
    const address = /ws:\/\/\S+/.exec(line)
    if (!address) continue
    // An unread pipe would stop the browser.
    browser.stderr!.resume()
    return address[0]
  }
  throw new Error(`${PROGRAM} ended before it listened.`)
}

type Send = (method: string, params: object) => Promise<unknown>

async function connect(url: string, onLog: (entry: { readonly text: unknown }) => void): Promise<Send> {
  const socket = new WebSocket(url)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`No connection to ${url}.`))
  })
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection.'))
  }
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Record<
      'id' | 'method' | 'params' | 'result' | 'error' | 'message',
      never
    >
    if (message.method) return onLog(message.params)
    const { resolve, reject } = waiting.get(message.id)!
    waiting.delete(message.id)
    if (message.error) reject(new Error(`${message.error}: ${message.message}`))
    else resolve(message.result)
  }
  let sent = 0
  return (method, params) => {
    const id = ++sent
    const answer = Promise.withResolvers<unknown>()
    waiting.set(id, answer)
    socket.send(JSON.stringify({ id, method, params }))
    return answer.promise
  }
}
