import { AsyncLocalStorage } from 'node:async_hooks'
import { Interruption } from '../stdx/interruption.ts'
import { abortWithParent } from './abort-with-parent.ts'

/** What a call of the program gets from outside. */
export interface Shell {
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted by Ctrl-C, and when the terminal closes. Only a command that reads it can end in good order. */
  readonly signal: AbortSignal
}

interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** One call of the program, by a person or by a test. Two calls in one process share nothing. */
interface Call extends Shell {
  readonly argv: readonly string[]
  exitCode: number
}

const calls = new AsyncLocalStorage<Call>()

/** The call whose code runs now. */
export function currentCall(): Call {
  return calls.getStore() ?? processCall
}

/** Runs a call and returns its exit code. */
export async function runCall(argv: readonly string[], shell: Shell, work: () => Promise<void>): Promise<number> {
  const call: Call = Object.assign(Object.create(shell), { argv, exitCode: 0 })
  await calls.run(call, work)
  return call.exitCode
}

let interrupt: AbortController | undefined

/** The shell of this process. Node ends a command that does not read `signal` at the first Ctrl-C, all at a second. */
export const processShell: Shell = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  get signal() {
    if (interrupt === undefined) {
      interrupt = new AbortController()
      for (const name of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
        process.once(name, () => interrupt!.abort(new Interruption(name)))
      if (process.env.npm_lifecycle_event !== undefined) abortWithParent(interrupt)
    }
    return interrupt.signal
  },
}

/** For programs that use parts of the command line without a call, such as benchmarks. */
const processCall: Call = Object.assign(Object.create(processShell), { argv: process.argv, exitCode: 0 })
