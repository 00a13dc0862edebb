import { Ledger } from '../../src/ledger/ledger.ts'

/**
 * Sells one unit at a time in several loops until it is killed. Says of every request that it is sent (`s`), and how it ended: `d` debited, `f` failed, `u`
 * unknown; and `r` of a reservation that was refused. Pipes are written at once, and have no size that a limit could be set for.
 */
const [data, account, loops, prefix] = process.argv.slice(2) as [string, string, string, string]
const ledger = await Ledger.open({ data, databaseUrl: undefined })
const say = (word: string, what: string): void => void process.stdout.write(`${word} ${what}\n`)
const SUBJECT = { project: 'shop', credential: 'key-1', operation: 'suggestCompanies' }
let requests = 0

async function sell(): Promise<never> {
  for (;;) {
    const reservation = await ledger.reserve(account, 1, SUBJECT)
    if (reservation.outcome === 'refused') {
      say('r', reservation.reason)
      await new Promise((resolve) => setTimeout(resolve, REFUSED_PAUSE_MS))
      continue
    }
    const requestId = prefix + `${++requests}`.padStart(32 - prefix.length, '0')
    say('s', requestId)
    const { outcome } = await ledger.debit(reservation, requestId)
    say(outcome === 'debited' ? 'd' : outcome === 'refused' ? 'f' : 'u', requestId)
  }
}

const REFUSED_PAUSE_MS = 50

await Promise.all(Array.from({ length: Number(loops) }, sell))
