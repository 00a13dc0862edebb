import { parentPort, workerData } from 'node:worker_threads'
import { type Invitation, joinLedger } from '../../src/ledger/thread/join.ts'
import { type ChargerTask, chargeInLoops } from './charger-loops.ts'
import { reportsTo } from './charger-reports.ts'

/** A further thread of a charging process. It joins the ledger that the first thread has opened. */
const { invitation, task, pipe } = workerData as { invitation: Invitation; task: ChargerTask; pipe: number }
const { client, leave } = joinLedger(invitation)
let isStopped = false
parentPort!.once('message', () => (isStopped = true))
await chargeInLoops(client, { task, reports: reportsTo(pipe), stopped: () => isStopped })
leave()
parentPort!.close()
