import { writeSync } from 'node:fs'
import { Ledger } from '../../src/ledger/ledger.ts'
import { isoTime, systemClock } from '../../src/stdx/clock.ts'

/**
 * Charges in many concurrent loops, with a pause between the charges of each, until it is killed, or until each loop
 * was told that the month is used up. Prints one line for each request that is sent and for each outcome, so that the
 * process that started it knows both:
 *
 *     s ID ACCOUNT UNITS      before it is sent
 *     d ID                    charged: a client would get 200
 *     n ID REASON             refused or withdrawn: a client would get another answer
 *     u ID                    unknown: the connection would be closed
 */
const [data = '', url = '', accounts = '', loops = '', prefix = '', until = '', pauseMs = ''] = process.argv.slice(2)
const PAUSE = new Int32Array(new SharedArrayBuffer(4))
const names = accounts.split(',')
const ledger = await Ledger.open({
  data,
  databaseUrl: url === '-' ? undefined : url,
  warn: (text) => process.stderr.write(`${isoTime(systemClock.nowMs())} ${text}\n`),
})
print('open')
await Promise.all(Array.from({ length: Number(loops) }, (_, loop) => charge(loop)))
await ledger.close()
print('closed')

async function charge(loop: number): Promise<void> {
  for (let i = 0; ; i++) {
    const account = names[(loop + i) % names.length]!
    const requestId = `${prefix}${loop.toString(16).padStart(4, '0')}${i.toString(16).padStart(22, '0')}`
    const units = until === 'used_up' || i % 7 !== 0 ? 1 : 10
    print(`s ${requestId} ${account} ${units}`)
    const subject = {
      project: 'shop',
      credential: 'key-1',
      operation: units === 1 ? 'suggestCompanies' : 'readCompany',
    }
    const charge = ledger.charge({ account, units, subject, requestId })
    if (i % 41 === 40) charge.withdraw()
    const outcome = await charge.outcome
    if (outcome.outcome === 'charged') print(`d ${requestId}`)
    else if (outcome.outcome === 'unknown') print(`u ${requestId}`)
    else print(`n ${requestId} ${outcome.outcome === 'refused' ? outcome.reason : 'withdrawn'}`)
    if (until === 'used_up' && outcome.outcome === 'refused' && outcome.reason === 'monthly_limit') return
    if (pauseMs !== '0') await new Promise((resolve) => setTimeout(resolve, Number(pauseMs)))
    // A refusal costs nothing, and a loop of refusals would leave no processor for the others.
    if (outcome.outcome === 'refused') await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Written before it returns: a line that waited in this process would be lost when it is killed. */
function print(line: string): void {
  for (let left = Buffer.from(`${line}\n`); 0 < left.length; ) {
    try {
      left = left.subarray(writeSync(1, left))
    } catch (error) {
      // The pipe is full until the other process has read some of it.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(PAUSE, 0, 0, 1)
    }
  }
}
