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
  readonly #newest: Map<string, number>
  readonly #remember: (newest: ReadonlyMap<string, number>) => void
  #current: ServerPlace = { cluster: '', timeline: 0 }

  /** `newest`: by cluster. `remember` is called when it changes. */
  constructor(newest = new Map<string, number>(), remember: (newest: ReadonlyMap<string, number>) => void = () => {}) {
    this.#newest = newest
    this.#remember = remember
  }

  /** Where the last connection was opened. */
  get current(): ServerPlace {
    return this.#current
  }

  note({ cluster, timeline }: ServerPlace): void {
    if (timeline <= (this.#newest.get(cluster) ?? 0)) return
    this.#newest.set(cluster, timeline)
    this.#remember(this.#newest)
  }

  /** Called for every new connection. Throws if it must not be used. */
  admit(place: ServerPlace): void {
    const newest = this.#newest.get(place.cluster) ?? 0
    if (place.timeline < newest)
      throw lostConnection(`it is an old primary: on timeline ${place.timeline}, and ${newest} was seen`)
    this.note(place)
    this.#current = place
  }
}
