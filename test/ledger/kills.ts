import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Ledger } from '../../src/ledger/ledger.ts'
import { seededRandom } from '../../src/stdx/random.ts'
import { ChargeHistory, startCharging } from './charging.ts'
import { type CheckedBooks, checkBooks } from './check-books.ts'

export interface KillTrial {
  readonly dir: string
  readonly url: string | undefined
  readonly kills: number
  readonly seed: number
  /** Servers that charge at once. Only one on SQLite. */
  readonly servers: number
  readonly progress?: (kills: number) => void
}

const ACCOUNTS = ['anna', 'berta', 'carl']
const CHECK_EVERY = 25

/** Kills processes while they charge, at any moment, also while they start, and compares the books again and again. */
export async function killWhileCharging({
  dir,
  url,
  kills,
  seed,
  servers,
  progress,
}: KillTrial): Promise<CheckedBooks> {
  const random = seededRandom(seed)
  const folders = Array.from({ length: servers }, (_, i) => join(dir, `server-${i}`))
  for (const folder of folders) mkdirSync(folder, { recursive: true })
  const place = { data: folders[0]!, databaseUrl: url }
  {
    await using ledger = await Ledger.open(place)
    for (const account of ACCOUNTS) await ledger.setAllowance(account, 1_000_000_000, 'test')
  }
  const history = new ChargeHistory()
  let starts = 0
  let done = 0
  const runServer = async (data: string): Promise<void> => {
    const prefix = (++starts).toString(16).padStart(6, '0')
    const charging = startCharging({ data, url, accounts: ACCOUNTS, loops: 24, prefix, history })
    // Most of them charge for a while; some die while they start.
    if (random.below(8) !== 0) await charging.waitForCharges(1 + random.below(400))
    else await new Promise((resolve) => setTimeout(resolve, random.below(300)))
    await charging.kill()
    done++
    progress?.(done)
  }
  let checked: CheckedBooks | undefined
  for (let left = kills; 0 < left; ) {
    const round = Math.min(CHECK_EVERY, left)
    const share = (i: number): number => Math.ceil((round - i) / folders.length)
    await Promise.all(
      folders.map(async (data, i) => {
        for (let n = 0; n < share(i); n++) await runServer(data)
      }),
    )
    left -= round
    checked = await checkBooks(place, [history])
  }
  return checked!
}
