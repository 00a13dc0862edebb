/** A file of a register at the place where the register publishes it. */
export interface RemoteFile {
  /** The register's own name for it: readers see from names what a file is. */
  readonly name: string
  readonly url: string
  /**
   * `data` decides whether there is anything new. `list` (code lists, names) is fetched only along with new data: some
   * are made anew at every request, and a new date on a list is no reason to import millions of rows again.
   */
  readonly role: 'data' | 'list'
  /** What the listing says of it, if there is one. */
  readonly bytes?: number
  readonly etag?: string
  readonly md5?: string
}

/** Files that are of use only together. */
export interface RemoteSet {
  /** For messages: `init 2026-06-06`, `region SK010`. */
  readonly title: string
  readonly files: readonly RemoteFile[]
  /** `if_new`: not if the catalog knows all its data files. `always`: the finder knows already that it is wanted. */
  readonly wanted: 'always' | 'if_new'
  /** How many parts the register lists, where a set is a number of parts. */
  readonly parts?: number
  /** For sets `in_order`: later sets can be imported without this one. */
  readonly optional?: boolean
  /** Changes that may be imported though days before them are missing. */
  readonly acrossGap?: boolean
}

/** The files to fetch from one register. */
export interface RemotePlan {
  readonly sets: readonly RemoteSet[]
  /** `in_order`: what comes after a set that failed is of no use. `each`: every set stands for itself. */
  readonly sequence: 'in_order' | 'each'
  /** Sets that the register has, but not whole. */
  readonly refused: readonly { readonly title: string; readonly reason: string }[]
}

/** What the catalog has of a register already. */
export interface Applied {
  /** The day of the newest full set. */
  readonly lastInit: string | null
  /** The newest day that the data stand at: that of the last changes, or of the full set if it is younger. */
  readonly lastDay: string | null
  /** Days that no changes cover though later ones are applied. */
  readonly missingDays: readonly string[]
}

/** Fetches a small document and reads it; asks again if it is not whole. */
export type ReadPage = <T>(url: string, parse: (text: string) => T) => Promise<T>

export interface Finding<Name extends string> {
  readonly addresses: Readonly<Record<Name, string>>
  readonly applied: Applied
  /** Changes of this day and those before it that cannot be had are not waited for any longer. */
  readonly givenUpUntil: string
  readonly readPage: ReadPage
}

/** Where a register publishes its files and how the newest are found. Downloads nothing but listings. */
export interface Remote<Name extends string = string> {
  /** As the registry is named: `sk-rpo`. */
  readonly registry: string
  /**
   * The official addresses; each can be replaced by an operator's file. `{date}` and the like stand for what is found.
   */
  readonly addresses: Readonly<Record<Name, string>>
  find(finding: Finding<Name>): Promise<RemotePlan>
  /** Sets to fetch when some of the plan's cannot be had. */
  insteadOf?(addresses: Readonly<Record<Name, string>>): readonly RemoteSet[]
}
