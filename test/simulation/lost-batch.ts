import { makeRequest } from './client.ts'
import type { NodeProcess } from './node-process.ts'
import { ensure } from './violation.ts'
import type { Host, World } from './world.ts'

/** The longest start, in ms, and the time in which a node must notice: some heartbeats. */
const START_MAX_MS = 30_000
const NOTICE_MS = 5_000

/**
 * The last check of a world, after its nodes were closed. Exactly the last batch of a node disappears from the books:
 * because an older copy was restored before the node starts, or because a standby that was behind took over while the
 * node runs. The node must not trust these books.
 */
export async function checkLostBatch(world: World): Promise<void> {
  const host = world.hosts.find(({ hadTwin }) => !hadTwin)
  if (host === undefined) return
  if (world.plan.seed % 2 === 0) {
    if ((await loseLastBatch(world, host)) === 'lost') await checkStart(world, host)
    return
  }
  const process = await startAndWait(world, host)
  if ((await charge(world, process)) !== 'success') return
  await wait(world, NOTICE_MS)
  if ((await loseLastBatch(world, host)) !== 'lost') return
  await wait(world, NOTICE_MS)
  checkDoubt(world, process, 'a running node lost its last batch')
}

async function checkStart(world: World, host: Host): Promise<void> {
  checkDoubt(world, await startAndWait(world, host), 'a node started on books without its last batch')
}

function checkDoubt(world: World, { node, ledgerNode }: NodeProcess, situation: string): void {
  world.reached.add(situation)
  ensure(ledgerNode?.trust.isLive === false, 'lost batch', () => `${situation}, and goes on: ${node}`)
}

async function startAndWait(world: World, host: Host): Promise<NodeProcess> {
  host.processes = []
  const process = world.startProcess(host)
  for (let ms = 0; process.state === 'starting'; ms += 100) {
    ensure(ms < START_MAX_MS, 'start', () => `${host.node} does not start`)
    await wait(world, 100)
  }
  return process
}

/** Charges one unit to an account that has room for it. */
async function charge(world: World, process: NodeProcess): Promise<string> {
  const account = world.accounts[0]!
  const row = world.checker.monthRow(account, world.month().period)
  const units = (row?.allowanceMax ?? 0) + 1_000
  await world.database.plainBooks().setAllowance({ account, units, who: 'operator' })
  return await new Promise((resolve) => {
    const answered = ({ answer }: { readonly answer: { readonly kind: string } | undefined }) =>
      resolve(answer?.kind ?? 'nothing')
    if (makeRequest(world, process, { account, units: 1, answered }) === 'unreachable') resolve('unreachable')
  })
}

/** Does nothing if the books have a batch of which the node does not know. */
async function loseLastBatch({ kernel, store, sql }: World, { disk }: Host): Promise<'lost' | 'kept'> {
  const mark = disk.read()
  if (mark === undefined || mark.seq === 0) return 'kept'
  const { incarnation, seq } = mark
  const lastSeq = await kernel.awaiting(store.snapshot((rows) => rows.lastSeq(incarnation)))
  if (lastSeq !== seq) return 'kept'
  await kernel.awaiting(sql.run('delete from batch where incarnation = $1 and seq = $2', incarnation, seq))
  return 'lost'
}

function wait({ kernel }: World, ms: number): Promise<void> {
  return new Promise((resolve) => kernel.after(ms, 'rest', resolve))
}
