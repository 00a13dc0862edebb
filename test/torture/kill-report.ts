/** A process is killed only after this many acknowledged debits. */
export const DEBITS_BETWEEN_KILLS = 200

export interface KillCounts {
  /** Kills of a process that had acknowledged at least `DEBITS_BETWEEN_KILLS` debits since it was started. */
  readonly kills: number
  readonly killsWhileStarting: number
  /** Kills with a debit under way, and how many of these debits there were; of them, those that were in the books. */
  readonly killsInFlight: number
  readonly inFlight: number
  readonly inFlightWritten: number
}

export interface KillReport extends KillCounts {
  /** Acknowledged. */
  readonly debits: number
  readonly usageAnswers: number
  /** From the start of the process to the open ledger. */
  readonly restartMs: readonly number[]
}

export function noKills(): { -readonly [Name in keyof KillCounts]: number } {
  return { kills: 0, killsWhileStarting: 0, killsInFlight: 0, inFlight: 0, inFlightWritten: 0 }
}

/** The results of a trial, one row each. */
export function rowsOf(report: KillReport): readonly (readonly [string, string])[] {
  const ms = report.restartMs.toSorted((a, b) => a - b)
  const at = (part: number): string =>
    `${(ms[Math.min(ms.length - 1, Math.floor(part * ms.length))] ?? 0).toFixed(0)} ms`
  const share = (100 * report.killsInFlight) / Math.max(1, report.kills)
  return [
    ['kills', `${report.kills}, and ${report.killsWhileStarting} of a server that was starting`],
    ['debits acknowledged', `${report.debits}, at least ${DEBITS_BETWEEN_KILLS} between two kills`],
    ['runs that ended with a debit under way', `${report.killsInFlight} (${share.toFixed(1)} % of the kills)`],
    ['debits under way at a kill', `${report.inFlight}, of which ${report.inFlightWritten} were in the books`],
    ['answers of usage, E1 E2 E9 E11', `${report.usageAnswers}`],
    ['start of the process to open ledger', `p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)}`],
    ['lost, double, beyond the allowance, charged though refused', '0, 0, 0, 0'],
  ]
}

export function asTable(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return [title, ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)].join('\n')
}
