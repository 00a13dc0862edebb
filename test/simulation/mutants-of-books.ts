import { caughtBy, edit, harmless, type Mutant, mutant } from './mutant.ts'
import { NARROW_HOLD, SHORT_LEASE } from './variants.ts'

const CLIPPED_TEST = 'src/ledger/books/clipped-lines.test.ts'
const MONTH_END_TEST = 'test/ledger-faults/month-end.test.ts'
const MANY_TEST = 'src/ledger/books/acquire-many.test.ts'

/** Mutants of the operations on the books. */
export const MUTANTS_OF_BOOKS: readonly Mutant[] = [
  mutant('settled twice', 'A grant that is closed is closed or recovered again, and its units are confirmed twice.', [
    edit(
      'books/open-grant.ts',
      "if (grant === undefined || grant.state === 'closed') return undefined",
      'if (grant === undefined) return undefined',
    ),
  ]),
  mutant(
    'no hold cap',
    'A hold grows beyond its limit.',
    [edit('books/settle-lost.ts', 'const fits = hold + line.units <= HOLD_MAX', 'const fits = true')],
    NARROW_HOLD,
  ),
  mutant('a hold is never given back', 'A void line stays in the hold.', [
    edit(
      'books/void-lines.ts',
      "if (state?.state === 'hold') await writePeriod(rows, { ...period, hold: period.hold - line.units })\n",
      '',
    ),
  ]),
  mutant('void after the charge', 'Lines that a later incarnation has confirmed are made void.', [
    edit('books/void-lines.ts', "if (state === undefined && grant.state === 'closed') return\n", ''),
  ]),
  caughtBy(
    'src/ledger/books/audit.test.ts',
    'held lines from the front',
    'The wrong lines of a lost grant become the hold.',
    [
      edit(
        'books/settle-lost.ts',
        'return lines.filter(({ requestId }) => !odd.has(requestId))',
        'return odd.size < 0 ? [] : lines',
      ),
    ],
  ),
  mutant('void lines count', 'A void line leaves its units spent.', [
    edit('books/void-lines.ts', '{ ...grant, spent: grant.spent - line.units }', '{ ...grant }'),
  ]),
  mutant('unallocated is not looked at', 'Two nodes get the same last units.', [
    edit(
      'books/grant-size.ts',
      'if (nodes <= 1) return Math.min(target, unallocated)',
      'if (nodes <= 9) return target',
    ),
  ]),
  mutant(
    'monthly limit from what is unallocated',
    'A request is refused for the monthly limit while other nodes have units.',
    [
      edit(
        'books/acquire.ts',
        'period.allowance - period.confirmed - period.hold - charged)',
        'countUnallocatedUnits(period) - charged * 0)',
      ),
    ],
  ),
  mutant(
    'lines in doubt count as charged',
    'A request is refused for the monthly limit, and then a line turns out to be void.',
    [edit('books/acquire.ts', 'sum + grant.acked, 0)', 'sum + grant.spent, 0)')],
  ),
  mutant('no recall', 'The last units stay with nodes that do not charge them.', [
    edit('books/acquire.ts', 'if (0 < elsewhere && 0 < request.least) await', 'if (elsewhere < 0) await'),
  ]),
  caughtBy(
    'src/ledger/books/return-units.test.ts',
    'a late return counts',
    'A message of yesterday takes units that a node has today.',
    [
      edit(
        'books/return-units.ts',
        "if (own.version < grant.version) return { outcome: 'returned', version: grant.version, size: grant.size }\n",
        '',
      ),
    ],
  ),
  mutant('an ended incarnation acquires', 'An ended incarnation opens a grant that no node settles.', [
    edit(
      'books/acquire.ts',
      "if (incarnation === undefined || incarnation.state !== 'live') return { outcome: 'fenced' }",
      "if (incarnation === undefined) return { outcome: 'fenced' }",
    ),
  ]),
  caughtBy(
    'src/ledger/node/prepared-grant.test.ts',
    'a lost outcome is forgotten',
    'No node knows of a grant whose outcome was lost.',
    [
      edit(
        'books/acquire.ts',
        'if (earlier !== undefined) return earlier\n',
        "if (earlier?.outcome === 'grant_closed') return earlier\n",
      ),
    ],
  ),
  mutant('cleanup without a lease check', 'Living nodes are taken for lost.', [
    edit('books/cleanup.ts', 'rows.lapsedIncarnations(nowMs)', 'rows.lapsedIncarnations(nowMs + 3_600_000)'),
    edit('books/cleanup.ts', 'if (await hasLease(rows, grant.incarnation)) return undefined\n', ''),
  ]),
  mutant(
    'lost nodes are never cleaned up',
    'The units of a lost node are never available again.',
    [edit('books/cleanup.ts', 'rows.lapsedIncarnations(nowMs)', 'rows.lapsedIncarnations(0)')],
    SHORT_LEASE,
  ),
  mutant('leases for ever', 'After the clock was put back a lost node is waited for until it has caught up.', [
    edit(
      'books/cleanup.ts',
      'rows.overlongIncarnations(nowMs + LEASE_MS + OVERLONG_MS)',
      'rows.overlongIncarnations(Number.MAX_SAFE_INTEGER)',
    ),
  ]),
  caughtBy(MONTH_END_TEST, 'a month closed at once', 'A month is closed for good as soon as it is settled.', [
    edit('books/cleanup.ts', "if ((await rows.ledgerTime()).finalMs < period.endsAtMs) return 'settled'\n", ''),
  ]),
  caughtBy(
    'src/ledger/books/cleanup.test.ts',
    'a delayed call ends the running month',
    'The lines of a living node become a hold after the ledger has returned to a month.',
    [edit('books/cleanup.ts', "if ((await rows.times()).ledgerMs < period.endsAtMs) return 'waits'\n", '')],
  ),
  mutant('a month ended under a living node', 'A month is closed before a living node has reported what it charged.', [
    edit('books/cleanup.ts', 'grant.incarnation !== by && (await hasLease(rows, grant.incarnation))', 'grant.id < by'),
  ]),
  caughtBy('src/ledger/books/cleanup.test.ts', 'a closed month changes', 'A hold of a closed month is confirmed.', [
    edit(
      'books/void-lines.ts',
      "if (period === undefined || period.state === 'closed') return undefined",
      'if (period === undefined) return undefined',
    ),
  ]),
  mutant('lines of lost nodes are charged', 'A lost node’s lines are confirmed instead of held.', [
    edit('books/settle-lost.ts', '{ period, grant }, grant.acked,', '{ period, grant }, grant.spent,'),
  ]),
  harmless(
    'The next recall returns the units: it costs more rounds, and `grant-size.test.ts` expects fewer.',
    'a whole grant during a recall',
    'A node takes more than it needs while another node needs the last units.',
    [edit('books/grant-size.ts', "if (recalled === 'recalled') return least\n", '')],
  ),
  mutant(
    'settled as lost without a second check',
    'A node that came back between the first check and the lock is taken for lost.',
    [edit('books/cleanup.ts', 'if (await hasLease(rows, grant.incarnation)) return undefined\n', '')],
  ),
  harmless(
    'The sum stays within the hold: those that join are given one unit, and write one line per commit. It costs their speed.',
    'all the hold at once',
    'The first node takes the whole exposure.',
    [edit('books/acquire.ts', 'Math.floor(HOLD_MAX / (nodes + 1))', 'HOLD_MAX')],
  ),
  caughtBy(CLIPPED_TEST, 'clipped lines are charged beyond the allowance', 'The allowance in force is exceeded.', [
    edit('books/void-lines.ts', 'if (!held && room < units) return\n', ''),
  ]),
  caughtBy(
    CLIPPED_TEST,
    'a clipped line looks for room only under the hold',
    'Units of other nodes are charged twice.',
    [edit('books/void-lines.ts', 'period.confirmed - period.reserved - period.hold', 'period.confirmed - period.hold')],
  ),
  caughtBy(MANY_TEST, 'the hold is ignored for exposure', 'Hold and exposures exceed what a customer may lose.', [
    edit('books/acquire.ts', 'HOLD_MAX - period.hold - period.exposure', 'HOLD_MAX - period.exposure'),
  ]),
  caughtBy(MANY_TEST, 'other exposures are ignored', 'Hold and exposures exceed what a customer may lose.', [
    edit('books/acquire.ts', 'HOLD_MAX - period.hold - period.exposure', 'HOLD_MAX - period.hold'),
  ]),
]
