import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { Ledger, portsOf } from '../../src/ledger/ledger.ts'
import { type ChargerTask, chargeInLoops } from './charger-loops.ts'
import { reportsTo } from './charger-reports.ts'
import { NOT_OPENED, STUCK } from './exit-codes.ts'

/** The options of a charging process, as JSON in its first argument. */
export interface ChargerOrders extends Omit<ChargerTask, 'thread'> {
  readonly data: string
  readonly databaseUrl: string | undefined
  /** 1: only the thread that opened the ledger. Thread n reports through the pipe 3 + n. */
  readonly threads: number
}

/**
 * A process that charges units until it is killed or receives `stop`. Each command of its parent is a line: a number, a
 * word and arguments.
 */
const orders = JSON.parse(process.argv[2]!) as ChargerOrders
const reports = reportsTo(3)
const commands = createInterface({ input: process.stdin })
// The process must not outlive its parent.
commands.on('close', () => process.exit(1))
const ledger = await Ledger.open({ data: orders.data, databaseUrl: orders.databaseUrl }).catch((error) => {
  process.stderr.write(`not opened: ${error instanceof Error ? error.stack : error}\n`)
  process.exit(NOT_OPENED)
})
let isStopped = false
const others: Worker[] = []
let ended: Promise<unknown> = Promise.resolve()
commands.on('line', (line) => {
  const [question, word, ...rest] = line.split(' ')
  void execute(word!, rest).then((answer) => reports.write(`a ${question} ${JSON.stringify(answer ?? null)}`))
})
reports.write('o')

async function execute(word: string, [first, second]: string[]): Promise<unknown> {
  switch (word) {
    case 'allow':
      return await ledger.setAllowance(first!, Number(second), 'operator')
    case 'usage':
      return await ledger.usage(first!)
    case 'counters':
      return await ledger.counters()
    case 'trust':
      return await ledger.trustStatus()
    case 'charge':
      return startCharging()
    case 'ended':
      return await ended
    case 'stop':
      return await stop()
  }
  throw new Error(`unknown command ${word}`)
}

function startCharging(): void {
  const task = (thread: number): ChargerTask => ({ ...orders, thread, seed: orders.seed + thread })
  const ends: Promise<unknown>[] = [chargeInLoops(ledger, { task: task(0), reports, stopped: () => isStopped })]
  for (let thread = 1; thread < orders.threads; thread++) {
    const invitation = ledger.invite()
    const worker = new Worker(new URL('./charger-thread.ts', import.meta.url), {
      workerData: { invitation, task: task(thread), pipe: 3 + thread },
      transferList: portsOf(invitation),
    })
    others.push(worker)
    const end = Promise.withResolvers<void>()
    worker.once('exit', (code) => {
      if (code === STUCK) process.exit(STUCK)
      end.resolve()
    })
    ends.push(end.promise)
  }
  ended = Promise.all(ends)
}

/**
 * Stops as a server does: running requests end, then the ledger is closed. The parent reads the last answers before the
 * process ends.
 */
async function stop(): Promise<Readonly<Record<string, number>>> {
  isStopped = true
  for (const other of others) other.postMessage('stop')
  await ended
  const counters = await ledger.counters()
  await ledger.close()
  setTimeout(() => process.exit(0), 50)
  return counters
}
