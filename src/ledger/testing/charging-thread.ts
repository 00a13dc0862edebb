import { parentPort, workerData } from 'node:worker_threads'
import { type Invitation, joinLedger } from '../thread/join.ts'

/** A thread that charges some units and does not wait for the outcomes. */
const { invitation, account, charges } = workerData as { invitation: Invitation; account: string; charges: number }
const { client } = joinLedger(invitation)
for (let i = 0; i < charges; i++) {
  const subject = { project: 'shop', credential: 'key-2', operation: 'readCompany' }
  client.charge({ account, units: 1, subject, requestId: `${account.length}${i}`.padStart(32, 'c') })
}
parentPort!.postMessage('sent')
