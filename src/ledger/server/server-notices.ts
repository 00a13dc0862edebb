import { addNotices, type NoticeRow } from '../tables/notices.ts'
import { asFault } from './faults.ts'
import type { LedgerServerPorts } from './server-ports.ts'

export const RESTARTS = {
  behind: 'the books lack a batch that this server has written',
  cloned: 'another process writes with the numbers of this server: its folder or its machine was copied while it ran',
  displaced: 'other servers have taken the place of this one away, because it wrote no heartbeat',
  abandoned: 'the books do not show the outcome of a commit',
} as const

export type RestartReason = keyof typeof RESTARTS

export const FOLDER_LOST =
  'the folder "node" of this server is empty, and the books have charges: the mark that reveals an older copy of the books is lost'
export const NOT_SYNCHRONOUS =
  'commits do not wait for a standby any more: charges that are acknowledged now are lost if the standby takes over'

/** Facts that a server reports to the operator, each once per start. */
export class ServerNotices {
  readonly #ports: Pick<LedgerServerPorts, 'books' | 'report'>
  readonly #reported = new Set<string>()

  constructor(ports: Pick<LedgerServerPorts, 'books' | 'report'>) {
    this.#ports = ports
  }

  /** Only writes a line to the log. */
  report(detail: string): 'reported' | 'known' {
    if (this.#reported.has(detail)) return 'known'
    this.#reported.add(detail)
    this.#ports.report?.(detail)
    return 'reported'
  }

  async store(reason: NoticeRow['reason'], detail: string): Promise<void> {
    if (this.report(detail) === 'known') return
    await this.#ports.books.transaction((rows) => addNotices(rows, [{ reason, detail }])).catch(asFault)
  }
}
