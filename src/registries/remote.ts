/** A file of a register at the place where the register publishes it. */
export interface RemoteFile {
  /** The register's own name of the file. Readers recognise files by name. */
  readonly name: string
  readonly url: string
  /**
   * `data` decides whether a set is new. `list` (code lists, names) is fetched only with new data: some lists are
   * generated for every request, and a new date of a list is no reason to import millions of rows again.
   */
  readonly role: 'data' | 'list'
  /** The facts in the listing, if there is one. */
  readonly bytes?: number
  readonly etag?: string
  readonly md5?: string
  /** Only of a `list`: the set is imported without it. */
  readonly standIn?: StandIn
}

/** The list that an import uses if the address has never answered. */
export interface StandIn {
  readonly title: string
  readonly day: string
  readonly text: string
  /** Whether a file that begins so is such a list. */
  readonly isGood: (head: string) => boolean
}

/** Files that can be used only together. */
export interface RemoteSet {
  /** For messages: `init 2026-06-06`, `region SK010`. */
  readonly title: string
  readonly files: readonly RemoteFile[]
  /** `if_new`: only if the catalog lacks one of its data files. `always`: the finder has decided that it is needed. */
  readonly wanted: 'always' | 'if_new'
  /** The number of parts that the register lists, for a set in parts. */
  readonly parts?: number
  /** For sets `in_order`: later sets can be imported without this one. */
  readonly optional?: boolean
  /** Changes that may be imported although earlier days are missing. */
  readonly acrossGap?: boolean
}

/** The files to fetch from one register. */
export interface RemotePlan {
  readonly sets: readonly RemoteSet[]
  /** `in_order`: sets after a failed one cannot be used. `each`: sets are independent. */
  readonly sequence: 'in_order' | 'each'
  /** Sets that the register has only in part. */
  readonly refused: readonly { readonly title: string; readonly reason: string }[]
}

/** One set, which is fetched if the catalog lacks it. */
export function planNewest(title: string, files: readonly RemoteFile[]): RemotePlan {
  return { sets: [newestSet(title, files)], sequence: 'each', refused: [] }
}

export function newestSet(title: string, files: readonly RemoteFile[]): RemoteSet {
  return { title, wanted: 'if_new', files }
}

/** What the catalog has of a register already. */
export interface Applied {
  /** The day of the newest full set. */
  readonly lastInit: string | null
  /** The newest day of the data: that of the last changes, or of the full set if it is newer. */
  readonly lastDay: string | null
  /** Days without changes although later ones are applied. */
  readonly missingDays: readonly string[]
}

/** Fetches a small document and reads it. Retries if it is incomplete. */
export type ReadPage = <T>(url: string, parse: (text: string) => T) => Promise<T>

export interface Finding<Name extends string> {
  readonly addresses: Readonly<Record<Name, string>>
  readonly applied: Applied
  /** Missing changes of this day or an earlier one are given up. */
  readonly givenUpUntil: string
  readonly readPage: ReadPage
}

/** The addresses of a register's files, and how to find the newest ones. Downloads only listings. */
export interface Remote<Name extends string = string> {
  /** As the registry is named: `sk-rpo`. */
  readonly registry: string
  /**
   * The official addresses. A file of the operator can replace each. `{date}` and others are placeholders.
   */
  readonly addresses: Readonly<Record<Name, string>>
  find(finding: Finding<Name>): Promise<RemotePlan>
  /** Sets to fetch if some sets of the plan are not available. */
  insteadOf?(addresses: Readonly<Record<Name, string>>): readonly RemoteSet[]
}
