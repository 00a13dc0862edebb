import { findServerMessage, type Remote, type RemoteFile, type RemotePlan } from '../registries/registries.ts'
import { type Clock, isoDay } from '../stdx/clock.ts'
import { fetchPage } from '../stdx/fetch-page.ts'
import { type HttpGet, redactUrl } from '../stdx/http-get.ts'
import { statusError } from '../stdx/http-status.ts'
import { InputError } from '../stdx/input-error.ts'
import { seededRandom } from '../stdx/random.ts'
import { RetryableError } from '../stdx/retry.ts'
import type { SourceAddresses } from './source-addresses.ts'

/** How one address of a source answered. */
export interface AddressAnswer {
  readonly source: string
  /** As `--sources` names it. */
  readonly name: string
  readonly what: string
  readonly problem: string | null
  /** The day of the file that it has, if its host says one. */
  readonly newest: string | null
  /** Where it leads now; what `--sources` would say to go there at once. */
  readonly movedTo: string | null
}

interface CheckTools {
  readonly get: HttpGet
  readonly clock: Clock
  readonly signal: AbortSignal
  /** For one request with its answer: a host may send a byte a second. */
  readonly wholeMs: number
}

/** So much of a file shows what it is, and whether its host goes on sending. */
const BYTES_READ = 1 << 16
/** Listings are read whole, once. */
const ONCE = { attemptsMax: 1, firstWaitMs: 0, waitMaxMs: 0, askedWaitMaxMs: 0 }
const HEADS = [
  ['.zip', 'PK'],
  ['.gz', '\u001f\u008b'],
] as const

/** Asks every address of the sources, and imports nothing. Sources are asked at once, the files of one in turn. */
export async function checkSources(
  remotes: readonly Remote[],
  addresses: SourceAddresses,
  tools: CheckTools,
): Promise<AddressAnswer[]> {
  const get: HttpGet = (url, headers) =>
    tools.get(url, headers, AbortSignal.any([tools.signal, AbortSignal.timeout(tools.wholeMs)]))
  const asked = remotes.map((remote) => checkSource(remote, addresses[remote.registry]!, { ...tools, get }))
  return (await Promise.all(asked)).flat()
}

async function checkSource(
  remote: Remote,
  addresses: Readonly<Record<string, string>>,
  tools: CheckTools,
): Promise<AddressAnswer[]> {
  const answers: AddressAnswer[] = []
  const put = (name: string, what: string, given: Partial<AddressAnswer>): void =>
    void answers.push({ source: remote.registry, name, what, problem: null, newest: null, movedTo: null, ...given })
  const nameOf = (url: string): string =>
    Object.keys(addresses).find((name) => url === addresses[name]) ??
    Object.keys(addresses).find((name) => toPattern(addresses[name]!).test(url)) ??
    Object.keys(addresses)[0]!
  let page = ''
  const get: HttpGet = async (url, headers, signal) => {
    const response = await tools.get(url, headers, signal)
    // The first page of a listing has an address that we name.
    if (response.url.href !== new URL(url).href && Object.values(addresses).includes(url))
      put(nameOf(url), 'the listing', { movedTo: response.url.href })
    return response
  }
  let plan: RemotePlan = { sets: [], sequence: 'each', refused: [] }
  try {
    plan = await remote.find({
      addresses,
      applied: { lastInit: null, lastDay: null, missingDays: [] },
      givenUpUntil: isoDay(tools.clock.nowMs()),
      readPage: (url, parse) => {
        page = nameOf(url)
        return fetchPage(url, parse, { ...tools, get, retry: ONCE, random: seededRandom(0), sleep: async () => {} })
      },
    })
    for (const { title, reason } of plan.refused) put(page, title, { problem: reason })
  } catch (error) {
    put(page, 'the listing', { problem: describe(error) })
  }
  const instead = remote.insteadOf?.(addresses) ?? []
  // The last of the files that must be imported in order is the newest.
  const sets = plan.sequence === 'in_order' ? plan.sets.slice(-1) : plan.sets
  for (const file of [...sets, ...instead].flatMap(({ files }) =>
    plan.sequence === 'in_order' ? files.slice(0, 1) : files,
  ))
    put(nameOf(file.url), file.name, await probe(file, addresses[nameOf(file.url)]!, tools))
  return answers
}

async function probe(file: RemoteFile, template: string, tools: CheckTools): Promise<Partial<AddressAnswer>> {
  try {
    const response = await tools.get(file.url, { 'accept-encoding': 'identity' }, tools.signal)
    try {
      if (response.status !== 200) throw statusError(response, tools.clock.nowMs())
      const chunks: Buffer[] = []
      let bytes = 0
      for await (const chunk of response.body) {
        chunks.push(chunk)
        bytes += chunk.length
        if (BYTES_READ <= bytes) break
      }
      const start = Buffer.concat(chunks)
      const head = start.toString('latin1')
      const isPackedOtherwise = HEADS.some(([suffix, magic]) => file.name.endsWith(suffix) && !head.startsWith(magic))
      const message = findServerMessage(start)
      if (bytes === 0 || isPackedOtherwise || message !== undefined || file.standIn?.isGood(head) === false)
        throw new InputError(
          `${redactUrl(response.url)} answered with ${message ?? 'something else'}, not with ${file.name}. Check the address.`,
        )
      const changed = Date.parse(response.header('last-modified') ?? '')
      const newest = Number.isNaN(changed) ? null : isoDay(changed)
      const isMoved = response.url.href !== new URL(file.url).href
      return { newest, movedTo: isMoved ? toTemplate(template, file.url, response.url.href) : null }
    } finally {
      response.close()
    }
  } catch (error) {
    return { problem: describe(error) }
  }
}

function describe(error: unknown): string {
  if (error instanceof InputError || error instanceof RetryableError) return error.message
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'the answer does not end'
  throw error
}

const PLACEHOLDER = /\{\w+\}/

function toPattern(template: string): RegExp {
  const parts = template.split(PLACEHOLDER).map((part) => RegExp.escape(part))
  return new RegExp(parts.length === 1 ? `^${parts[0]}(.*)$` : `^${parts.join('(.+)')}$`)
}

/** The new address as `--sources` has it; null if it follows from no address of ours. */
function toTemplate(template: string, url: string, moved: string): string | null {
  const [, value] = toPattern(template).exec(url) ?? []
  const [placeholder = ''] = PLACEHOLDER.exec(template) ?? []
  if (value === undefined || !moved.includes(value)) return null
  if (placeholder !== '') return moved.replaceAll(value, placeholder)
  return moved.endsWith(value) ? moved.slice(0, moved.length - value.length) : null
}
