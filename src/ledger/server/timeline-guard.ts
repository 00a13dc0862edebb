import { lostConnection } from '../../storage/storage.ts'

/** Where PostgreSQL's log of changes stands. Empty and 0: SQLite, or a server that hides it. */
export interface ServerPlace {
  readonly cluster: string
  readonly timeline: number
}

/**
 * Keeps a server off an older timeline of the cluster that it has used: a primary that was replaced and came back.
 * Another cluster is a move, and the mark shows whether it has everything.
 */
export class TimelineGuard {
  readonly #newest = new Map<string, number>()
  #current: ServerPlace = { cluster: '', timeline: 0 }

  /** Where the last connection was opened. */
  get current(): ServerPlace {
    return this.#current
  }

  note({ cluster, timeline }: ServerPlace): void {
    this.#newest.set(cluster, Math.max(timeline, this.#newest.get(cluster) ?? 0))
  }

  /** Called for every new connection. Throws if it must not be used. */
  admit(place: ServerPlace): void {
    const newest = this.#newest.get(place.cluster) ?? 0
    if (place.timeline < newest)
      throw lostConnection(
        `the database server is on timeline ${place.timeline}, and these books were written on timeline ${newest}: it is an old primary`,
      )
    this.note(place)
    this.#current = place
  }
}
