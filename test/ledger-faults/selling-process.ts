import { Ledger } from '../../src/ledger/ledger.ts'

/**
 * Sells one unit at a time in several loops until it is killed. Says of every request that it is sent (`s`), and how it ended: `d` charged, `f` failed, `u`
 * unknown; and `r` of one that was known to be refused. Pipes are written at once, and have no size that a limit could be set for.
 */
const [data, account, loops, prefix] = process.argv.slice(2) as [string, string, string, string]
const ledger = await Ledger.open({ data, databaseUrl: undefined })
const say = (word: string, what: string): void => void process.stdout.write(`${word} ${what}\n`)
const SUBJECT = { project: 'shop', credential: 'key-1', operation: 'suggestCompanies' }
let requests = 0

async function sell(): Promise<never> {
  for (;;) {
    const refusal = ledger.knownRefusal(account, 1)
    if (refusal !== undefined) {
      say('r', refusal.reason)
      await new Promise((resolve) => setTimeout(resolve, REFUSED_PAUSE_MS))
      continue
    }
    const requestId = prefix + `${++requests}`.padStart(32 - prefix.length, '0')
    say('s', requestId)
    const outcome = await ledger.charge({ account, units: 1, subject: SUBJECT, requestId }).outcome
    say(outcome.outcome === 'charged' ? 'd' : outcome.outcome === 'refused' ? 'f' : 'u', requestId)
    if (outcome.outcome !== 'refused') continue
    say('r', outcome.reason)
    await new Promise((resolve) => setTimeout(resolve, REFUSED_PAUSE_MS))
  }
}

const REFUSED_PAUSE_MS = 50

await Promise.all(Array.from({ length: Number(loops) }, sell))
