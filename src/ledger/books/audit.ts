import { assert } from '../../stdx/assert.ts'
import { NO_CHECKPOINT } from './audit-checkpoint.ts'
import type { AuditedIncarnation, AuditInput } from './audit-input.ts'
import type { AuditReport } from './audit-report.ts'
import { runAudit } from './audit-run.ts'
import { type Peekable, peekable } from './peekable.ts'
import type { GrantRow, PackedBatch, Rows } from './rows.ts'

/** Sums up the whole journal, of which nothing is archived, within one snapshot, whatever earlier audits verified, and compares the books with it. */
export async function audit(rows: Rows): Promise<AuditReport> {
  const lineStates = await rows.lineStatesAll()
  const grants = Map.groupBy(await Array.fromAsync(rows.grants()), ({ incarnation }) => incarnation)
  const unended = new Set((await rows.unendedIncarnations()).map(({ incarnation }) => incarnation))
  const journal = await peekable<PackedBatch>(rows.journal())
  const input: AuditInput = {
    ...{ booksId: await rows.booksId(), accounts: await rows.accounts(), changes: await rows.allowanceChanges() },
    ...{ periods: await rows.periods(), subjects: await rows.subjects(), unended, grants, lineStates },
    notices: await rows.notices(),
    checkpoint: NO_CHECKPOINT,
    archive: { differences: [], unreadable: new Set() },
    incarnations: incarnationsOf(grants, journal),
    batches: ({ incarnation }) => batchesOf(journal, incarnation),
    grantsUpTo: async function* () {},
    grant: (id) => rows.grant(id),
  }
  const { report } = await runAudit(input, 'full')
  return report
}

/** Grants and batches come in the order of their incarnations. */
async function* incarnationsOf(
  grants: ReadonlyMap<number, readonly GrantRow[]>,
  journal: Peekable<PackedBatch>,
): AsyncIterable<AuditedIncarnation> {
  const left = [...grants.keys()].sort((a, b) => a - b)
  for (;;) {
    const heads = [left[0], journal.head?.incarnation].filter((head) => head !== undefined)
    if (heads.length === 0) return
    const incarnation = Math.min(...heads)
    if (left[0] === incarnation) left.shift()
    yield { incarnation, lastSeq: 0 }
    assert(journal.head === undefined || incarnation < journal.head.incarnation, 'the journal is in order')
  }
}

async function* batchesOf(journal: Peekable<PackedBatch>, incarnation: number): AsyncIterable<PackedBatch> {
  for (; journal.head?.incarnation === incarnation; await journal.advance()) yield journal.head
}
