import { Ledger } from '../../src/ledger/ledger.ts'

/**
 * Charges one unit at a time in several loops until it is killed. It writes a line for each request that it sends (`s`)
 * and for its outcome: `d` charged, `f` failed, `u` unknown. `r` is a request that was known to be refused. Pipes are
 * written at once and have no limit of size.
 */
const [data, account, loops, prefix] = process.argv.slice(2) as [string, string, string, string]
const ledger = await Ledger.open({ data, databaseUrl: undefined })
const writeLine = (mark: string, what: string): void => void process.stdout.write(`${mark} ${what}\n`)
const SUBJECT = { project: 'shop', credential: 'key-1', operation: 'suggestCompanies' }
let requests = 0

async function chargeInLoop(): Promise<never> {
  for (;;) {
    const refusal = ledger.knownRefusal(account, 1)
    if (refusal !== undefined) {
      writeLine('r', refusal.reason)
      await new Promise((resolve) => setTimeout(resolve, REFUSED_PAUSE_MS))
      continue
    }
    const requestId = prefix + `${++requests}`.padStart(32 - prefix.length, '0')
    writeLine('s', requestId)
    const outcome = await ledger.charge({ account, units: 1, subject: SUBJECT, requestId }).outcome
    writeLine(outcome.outcome === 'charged' ? 'd' : outcome.outcome === 'refused' ? 'f' : 'u', requestId)
    if (outcome.outcome !== 'refused') continue
    writeLine('r', outcome.reason)
    await new Promise((resolve) => setTimeout(resolve, REFUSED_PAUSE_MS))
  }
}

const REFUSED_PAUSE_MS = 50

await Promise.all(Array.from({ length: Number(loops) }, chargeInLoop))
