import { readAuditState, readExportFiles } from './tables/audits.ts'
import type { Rows } from './tables/books.ts'
import { readOpenDoubts } from './tables/doubts.ts'
import { listIncarnations, stateOfIncarnation } from './tables/incarnations.ts'
import { readNotices } from './tables/notices.ts'
import { readPlaces } from './tables/places.ts'
import { readIsSynchronous, readReplication } from './tables/replication.ts'

/** What an operator asks about the books first. Needs a snapshot. */
export async function readBooksState(rows: Rows) {
  const nowMs = await rows.nowMs()
  return {
    nowMs,
    doubts: await readOpenDoubts(rows),
    notices: await readNotices(rows),
    audited: await readAuditState(rows),
    exports: await readExportFiles(rows),
    isSynchronous: await readIsSynchronous(rows),
    replication: await readReplication(rows),
    servers: (await readPlaces(rows, nowMs)).length,
  }
}

/** The starts of servers, the newest first. Needs a snapshot. */
export async function listStarts(rows: Rows, limit: number) {
  const nowMs = await rows.nowMs()
  return (await listIncarnations(rows, limit)).map(({ heartbeatAtMs, ...row }) => {
    const state = stateOfIncarnation({ heartbeatAtMs }, nowMs)
    return { ...row, state, heartbeatAtMs: state === 'ended' ? undefined : heartbeatAtMs }
  })
}
