import { parentPort, workerData } from 'node:worker_threads'
import { Till } from './till.ts'

/** For tests: takes units, gives some of them back, and says how many it has in the end. */
const { memory, rounds, teller } = workerData as { memory: SharedArrayBuffer; rounds: number; teller: number }
const till = new Till(memory)
const sold = new Map<number, number>()
let passed = 0
for (let i = 0; i < rounds; i++) {
  const units = 1 + (i % 10)
  const taken = till.take(0, units, 0)
  if (taken === undefined) continue
  till.addInFlight(teller, 0, units)
  const givesBack = i % 3 === 0
  till.addInFlight(teller, 0, -units)
  if (givesBack && till.giveBack(0, taken.generation, units) === 'given') continue
  if (givesBack) passed += units
  else sold.set(taken.grant, (sold.get(taken.grant) ?? 0) + units)
}
parentPort!.postMessage({ sold: [...sold], passed })
