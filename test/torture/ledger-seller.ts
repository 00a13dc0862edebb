import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { Ledger, portsOf } from '../../src/ledger/ledger.ts'
import { NOT_OPENED, STUCK } from './exit-codes.ts'
import { type SellerTask, sellInLoops } from './ledger-seller-loops.ts'
import { reportsTo } from './ledger-seller-reports.ts'

/** What a seller's process is started with, as JSON in its first argument. */
export interface SellerOrders extends Omit<SellerTask, 'thread'> {
  readonly data: string
  readonly databaseUrl: string | undefined
  /** 1: only the one that opened the ledger. Thread n reports through the pipe 3 + n. */
  readonly threads: number
}

/**
 * A process that sells units until it is killed or told to stop. Its parent's commands come as lines: a number, a word,
 * and what belongs to it.
 */
const orders = JSON.parse(process.argv[2]!) as SellerOrders
const reports = reportsTo(3)
const commands = createInterface({ input: process.stdin })
// A parent that has died must not leave sellers behind.
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
  void obey(word!, rest).then((answer) => reports.say(`a ${question} ${JSON.stringify(answer ?? null)}`))
})
reports.say('o')

async function obey(word: string, [first, second]: string[]): Promise<unknown> {
  switch (word) {
    case 'allow':
      return await ledger.setAllowance(first!, Number(second), 'operator')
    case 'usage':
      return await ledger.usage(first!)
    case 'counters':
      return await ledger.counters()
    case 'trust':
      return await ledger.trustStatus()
    case 'sell':
      return sell()
    case 'ended':
      return await ended
    case 'stop':
      return await stop()
  }
  throw new Error(`unknown command ${word}`)
}

function sell(): void {
  const task = (thread: number): SellerTask => ({ ...orders, thread, seed: orders.seed + thread })
  const ends: Promise<unknown>[] = [sellInLoops(ledger, { task: task(0), reports, stopped: () => isStopped })]
  for (let thread = 1; thread < orders.threads; thread++) {
    const invitation = ledger.invite()
    const worker = new Worker(new URL('./ledger-seller-thread.ts', import.meta.url), {
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
 * As a server is stopped: what is under way ends, then the ledger is closed. The last answers are read before the
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
