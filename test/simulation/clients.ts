import { makeRequest, readUsage } from './client.ts'
import type { Host, World } from './world.ts'

/**
 * Starts clients that work until the world is healed. Each sends a request, waits for the answer, pauses, and begins
 * again.
 */
export function startClients(world: World): void {
  const { kernel, plan } = world
  for (const host of world.hosts) {
    for (let i = 0; i < plan.clientsPerNode; i++) {
      kernel.after(drawThinkTime(world), 'client', () => sendRequest(world, host))
    }
  }
}

function sendRequest(world: World, host: Host): void {
  const { kernel, random, plan } = world
  if (world.phase !== 'chaos' || world.requestsLeft <= 0) return
  const again = (): void => void kernel.after(drawThinkTime(world), 'client', () => sendRequest(world, host))
  const process = host.processes[random.below(host.processes.length)]
  const account = random.below(200) === 0 ? 'unknown' : world.accounts[random.below(world.accounts.length)]!
  if (process !== undefined && random.below(25) === 0) readUsage(world, process, account).catch(world.fail)
  const units = random.fraction() < plan.tens ? 10 : 1
  const sent = makeRequest(world, process, { account, units, answered: again })
  if (sent === 'sent') world.requestsLeft--
  else kernel.after(20 + random.below(200), 'client', () => sendRequest(world, host))
}

/** Chosen so that all requests together take as long as the chaos, or a part of it. */
function drawThinkTime({ random, plan }: World): number {
  const clients = plan.nodes * plan.clientsPerNode
  const meanMs = Math.max(0.5, (plan.chaosMs * clients) / plan.requests / plan.haste - plan.computeMs)
  return -Math.log(1 - random.fraction()) * meanMs
}
