import type { Books } from '../tables/books.ts'
import { BEATING_MS, LIVE_MS } from '../tables/incarnations.ts'
import { arrangePlaces, type PlacedServer, shareOf } from '../tables/places.ts'
import { SERVERS_MAX } from './limits.ts'
import type { LedgerServerPorts } from './server-ports.ts'
import type { Trust } from './trust.ts'

interface PlacePorts extends Pick<LedgerServerPorts, 'heartbeats' | 'node' | 'shape' | 'flags'> {
  readonly trust: Pick<Trust, 'set' | 'clear'>
  /** The window of the batch that is being written; 0: none is. */
  windowUnderWay(): number
}

/**
 * `none`: ten other servers have the places. `entering`: the others do not divide the hold by its number yet. `lost`:
 * others took it away. What this incarnation has sent may still come, so only the next one takes a place again.
 */
type State = 'none' | 'entering' | 'open' | 'lost'

/**
 * The place of this server in the books, 1 to 10, which lets it charge. The servers with a place divide the hold of 100
 * units: a share shrinks at once, and the heartbeat stores it when no larger batch is under way any more. It grows only
 * when the books have it, and a server that enters waits until the stored shares leave room for its own.
 */
export class Place {
  readonly #ports: PlacePorts
  #state: State = 'none'
  #beat = 0
  /** When it got its place, by the books' clock. */
  #sinceMs = 0

  constructor(ports: PlacePorts) {
    this.#ports = ports
  }

  get state(): State {
    return this.#state
  }

  /** Another incarnation begins, without a place. */
  leave(): void {
    this.#state = 'none'
  }

  /** What the next heartbeat stores. */
  report(): { readonly beat: number; readonly share: number } {
    const { flags, windowUnderWay } = this.#ports
    return { beat: ++this.#beat, share: Math.max(flags.window, windowUnderWay()) }
  }

  /** Reads who has a place now. Takes a free one, or a larger share. `lost`: this incarnation must end. */
  async read(incarnation: number, found: readonly PlacedServer[], nowMs: number): Promise<'lost' | 'read'> {
    const { flags, trust, heartbeats } = this.#ports
    const isOwn = (server: PlacedServer): boolean => server.incarnation === incarnation
    if (this.#state !== 'none' && !found.some(isOwn)) {
      this.#state = 'lost'
      trust.set('place', LOST)
      return 'lost'
    }
    const servers = this.#isSettled(found, isOwn, nowMs) ? found : await this.#arrange(heartbeats, incarnation)
    flags.servers = Math.max(1, servers.length)
    if (!servers.some(isOwn)) {
      this.#state = 'none'
      flags.window = shareOf(SERVERS_MAX)
      trust.set('place', describeFull(servers))
      return 'read'
    }
    if (this.#state === 'none') {
      this.#state = 'entering'
      this.#sinceMs = nowMs
    }
    flags.window = shareOf(servers.length)
    const late = servers.filter((server) => !isOwn(server) && !this.#leavesRoom(server))
    if (late.length === 0) this.#state = 'open'
    if (this.#state === 'open') trust.clear('place')
    else
      trust.set(
        'place',
        `the server waits until the hold is divided by ${servers.length}, also by ${late.map(describe).join(', ')}`,
      )
    return 'read'
  }

  /** Whether nothing is to be arranged: this server has a place, no other one is lost, and no share can grow. */
  #isSettled(found: readonly PlacedServer[], isOwn: (server: PlacedServer) => boolean, nowMs: number): boolean {
    const isLost = ({ node, place, heartbeatAtMs }: PlacedServer): boolean =>
      place !== null && (node === this.#ports.node ? BEATING_MS : LIVE_MS) < Math.abs(nowMs - heartbeatAtMs)
    const others = found.filter((server) => !isOwn(server))
    return others.length < found.length && !others.some(isLost) && this.#ports.flags.servers <= found.length
  }

  #arrange(books: Books, incarnation: number): Promise<PlacedServer[]> {
    const { node, shape, windowUnderWay } = this.#ports
    const request = { incarnation, node, shape, beat: ++this.#beat, shareUnderWay: windowUnderWay() }
    return books.transaction((rows) => arrangePlaces(rows, request))
  }

  #leavesRoom({ place, share, heartbeatAtMs }: PlacedServer): boolean {
    // Servers of an earlier build store no share, and divide by the number that their last heartbeat has read.
    return place === null ? this.#sinceMs + BEATING_MS <= heartbeatAtMs : share <= this.#ports.flags.window
  }
}

const LOST = 'other servers have taken the place of this one away, because it wrote no heartbeat. It begins anew'

function describe({ node, place }: PlacedServer): string {
  return place === null ? `${node} (an earlier build)` : `${node} (place ${place})`
}

function describeFull(servers: readonly PlacedServer[]): string {
  return `${SERVERS_MAX} servers use these books already: ${servers.map(describe).join(', ')}. Stop one, and this server takes its place`
}
