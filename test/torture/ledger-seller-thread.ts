import { parentPort, workerData } from 'node:worker_threads'
import { type Invitation, joinLedger } from '../../src/ledger/thread/join.ts'
import { type SellerTask, sellInLoops } from './ledger-seller-loops.ts'
import { reportsTo } from './ledger-seller-reports.ts'

/** A second thread of a seller: it joins the ledger that the first has opened. */
const { invitation, task, pipe } = workerData as { invitation: Invitation; task: SellerTask; pipe: number }
const { client, leave } = joinLedger(invitation)
let isStopped = false
parentPort!.once('message', () => (isStopped = true))
await sellInLoops(client, { task, reports: reportsTo(pipe), stopped: () => isStopped })
leave()
parentPort!.close()
