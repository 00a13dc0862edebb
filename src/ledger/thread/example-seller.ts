import { parentPort, workerData } from 'node:worker_threads'
import { type Invitation, joinLedger } from './join.ts'

/** For tests: a thread that takes units and then does nothing with them. */
const { invitation, account, reservations, units } = workerData as {
  invitation: Invitation
  account: string
  reservations: number
  units: number
}
const { teller } = joinLedger(invitation)
for (let i = 0; i < reservations; i++) {
  await teller.reserve(account, units, { project: 'shop', credential: 'key-2', operation: 'readCompany' })
}
parentPort!.postMessage('reserved')
