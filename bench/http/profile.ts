import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string }
  readonly children?: readonly number[]
}

interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** What a line of code belongs to, the first that fits: what Node does for our search is searching. */
const WHOLE: readonly (readonly [part: string, where: RegExp])[] = [
  ['searching', /\/src\/(search|engine|text)\//],
  ['writing the answer', /\/src\/http\/(suggestions\/|sources-meta|operations\/(suggestion|detail)-body)/],
]
const NEAREST: readonly (readonly [part: string, where: RegExp])[] = [
  ['units: reserve, debit, messages to the books', /\/src\/ledger\//],
  ['who calls, and how often', /\/src\/access\//],
  ['the rest of our HTTP', /\/src\/http\//],
  ['our other code', /\/src\//],
  ['other packages', /node_modules\//],
  ["Node's HTTP and sockets, sending included", /^node:/],
]

/** Only threads that answer come there. */
const ANSWERING = '/src/http/handle-request.ts'

/**
 * How the time of the threads that answer was spent, in shares of what they worked: from the profiles that `--cpu-prof`
 * has written.
 */
export function sharesIn(dir: string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const name of readdirSync(dir)) {
    const profile = JSON.parse(readFileSync(join(dir, name), 'utf8')) as Profile
    if (!profile.nodes.some(({ callFrame }) => callFrame.url.endsWith(ANSWERING))) continue
    for (const [part, ms] of partsOf(profile)) sums.set(part, (sums.get(part) ?? 0) + ms)
  }
  const total = [...sums.values()].reduce((sum, ms) => sum + ms, 0)
  return new Map([...sums].sort(([, a], [, b]) => b - a).map(([part, ms]) => [part, ms / total]))
}

function partsOf({ nodes, samples, timeDeltas }: Profile): ReadonlyMap<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)))
  const known = new Map<number, string | undefined>()
  const sums = new Map<string, number>()
  for (const [i, id] of samples.entries()) {
    const part = known.getOrInsertComputed(id, () => partOf(byId.get(id)!, parents))
    if (part !== undefined) sums.set(part, (sums.get(part) ?? 0) + timeDeltas[i]!)
  }
  return sums
}

/** Undefined: it waited. */
function partOf(leaf: ProfileNode, parents: ReadonlyMap<number, ProfileNode>): string | undefined {
  const { functionName } = leaf.callFrame
  if (functionName === '(idle)') return undefined
  if (functionName === '(garbage collector)') return 'collecting garbage'
  const path: string[] = []
  for (let node: ProfileNode | undefined = leaf; node !== undefined; node = parents.get(node.id))
    path.push(node.callFrame.url)
  for (const [part, where] of WHOLE) if (path.some((url) => where.test(url))) return part
  const nearest = path.find((url) => url !== '')
  return NEAREST.find(([, where]) => nearest !== undefined && where.test(nearest))?.[0] ?? 'the engine itself'
}
