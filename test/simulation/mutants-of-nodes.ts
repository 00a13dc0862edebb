import { caughtBy, edit, harmless, type Mutant, mutant } from './mutant.ts'
import { SHORT_LEASE } from './variants.ts'

const DOUBTFUL_TEST = 'src/ledger/node/doubtful-commits.test.ts'
const MONTH_END_TEST = 'test/ledger-faults/month-end.test.ts'
const PREPARED_TEST = 'src/ledger/node/prepared-grant.test.ts'

/** Mutants of a node. */
export const MUTANTS_OF_NODES: readonly Mutant[] = [
  mutant('the answer before the debit', 'A request succeeds before its debit is durable.', [
    edit(
      'node/commit.ts',
      'const uses = grantUses(pending.charges)\n',
      'const uses = grantUses(pending.charges)\n  for (const charge of pending.charges) charge.reportCharged()\n',
    ),
  ]),
  mutant('unknown is no', 'A commit whose answer was lost is taken for one that did not happen.', [
    edit('node/pending-batch.ts', "if (outcome !== 'unknown') return\n", 'if (outcome.length < 99) return\n'),
  ]),
  mutant('void forgotten', 'A line whose request failed is never made void.', [
    edit(
      'node/void-failed.ts',
      'const outcome = await retryUntilAnswered(ports.timers, () => ports.books.voidLines(pending.key, ids))',
      "const outcome = ids.length < 0 ? 'damaged' : 'done'",
    ),
  ]),
  caughtBy(DOUBTFUL_TEST, 'void too late', 'Lines are acknowledged before those that failed are void.', [
    edit(
      'node/void-failed.ts',
      "if ((await makeVoid(ports, pending, [...failed])) === 'done') {",
      'void makeVoid(ports, pending, [...failed])\n  if (0 < failed.size) {',
    ),
  ]),
  mutant('no tombstone', 'A batch is given up without a tombstone in its place.', [
    edit(
      'node/commit.ts',
      "const sent: Attempt = pending.isAbandoned && !mustCompare ? 'tombstone' : 'batch'\n",
      "if (pending.isAbandoned) {\n      pending.unseal()\n      return { outcome: 'not_written', again: [] }\n    }\n    const sent = 'batch' as Attempt\n",
    ),
  ]),
  caughtBy(DOUBTFUL_TEST, 'a tombstone is a batch', 'A tombstone that is found counts as the batch.', [
    edit(
      'node/commit.ts',
      "answer.outcome === 'found' ? 0 < answer.lines : sent === 'batch'",
      "answer.outcome === 'found' || sent === 'batch'",
    ),
  ]),
  mutant('a failed charge is acknowledged', 'A charge counts as answered although its client got an error.', [
    edit('node/charge-tickets.ts', "? 'settled' : 'failed'", "? 'settled' : 'settled'"),
  ]),
  mutant('a withdrawn charge is sealed', 'A charge is written though its client has withdrawn it.', [
    edit('node/charge-tickets.ts', "? 'sealed' : 'withdrawn'", "? 'sealed' : 'sealed'"),
  ]),
  mutant('a sealed charge is withdrawn', 'A client withdraws a charge whose batch is under way.', [
    edit('node/charge-tickets.ts', "? 'withdrawn' : 'too_late'\n", "? 'withdrawn' : 'withdrawn'\n"),
  ]),
  mutant('a refused batch stays sealed', 'The units of a batch that was not written are never charged again.', [
    edit('node/pending-batch.ts', 'held.inCommit -= units\n      held.admitted += units\n', 'held.admitted += units\n'),
  ]),
  mutant('withdrawn units are lost', 'The units of a withdrawn charge stay admitted.', [
    edit('node/batch-writer.ts', 'this.#drop(charge, () => charge.release())', 'charge.release()'),
  ]),
  mutant('intents forgotten too early', 'The note that a line is void is dropped before the books know.', [
    edit(
      'node/ledger-client.ts',
      'const open = failed.filter(({ isSettled }) => !isSettled)\n',
      'const open = failed.filter(({ isSettled }) => !isSettled)\n    this.#ports.notes.forget(notes)\n',
    ),
  ]),
  mutant('intents not read', 'A new incarnation does not know which errors the earlier one sent.', [
    edit('node/recovery.ts', 'Map.groupBy(notes.found,', 'Map.groupBy(notes.found.slice(0, 0),'),
  ]),
  caughtBy(
    'test/ledger-faults/stalled-disk.test.ts',
    'the failed note is ignored',
    'A client gets an error although the void intent is not on the disk.',
    [
      edit(
        'node/ledger-client.ts',
        "charge.settle(outcome === 'durable' ? UNAVAILABLE : { outcome: 'unknown' })",
        'charge.settle(UNAVAILABLE)',
      ),
    ],
  ),
  mutant('no deadline', 'A charge waits for ever for a commit that gets no answer.', [
    edit('node/ledger-client.ts', '      this.#failOverdue()\n', ''),
  ]),
  mutant('charged after the end', 'Units are charged to a month that is over.', [
    edit(
      'node/account-grants.ts',
      'held.isClosedInBooks || held.month.endsAtMs <= ledgerMs ||',
      'held.isClosedInBooks ||',
    ),
  ]),
  mutant('returned and charged', 'Units that are being returned are charged meanwhile.', [
    edit(
      'node/account-grants.ts',
      'held.returning += held.free\n    const keep = held.size - held.returning',
      'const keep = held.size - held.free',
    ),
  ]),
  mutant('admitted units are returned', 'Units of charges under way go to other nodes.', [
    edit('node/account-grants.ts', 'const keep = held.size - held.returning', 'const keep = held.spent'),
  ]),
  mutant('closed over charges', 'A grant is closed while its charges are under way.', [
    edit('node/held-grant.ts', 'return this.admitted === 0 && this.inCommit === 0', 'return this.admitted === 0'),
  ]),
  mutant('charged beyond the grant', 'More is admitted than the grant has.', [
    edit('node/account-actor.ts', 'held === undefined || held.free < charge.units ||', 'held === undefined ||'),
  ]),
  mutant('exposure not limited', 'A lost node leaves more behind than its limit.', [
    edit('node/held-grant.ts', 'inBatch === 0 || inBatch + units <= this.exposure', '0 <= inBatch + units'),
  ]),
  mutant(
    'a returning node does not report',
    'A node that was taken for lost does not report what it answered.',
    [
      edit(
        'node/account-grants.ts',
        'of held.takeUnreportedLines()) {',
        'of held.takeUnreportedLines().slice(0, 0)) {',
      ),
    ],
    SHORT_LEASE,
  ),
  mutant(
    'acknowledged to a closed grant',
    'A node assumes that a grant got an acknowledgement that came after its end.',
    [
      edit('node/heartbeat.ts', 'if (outcome.swept === sweptKnown) for', 'for'),
      edit('node/grant-reports.ts', 'if (held.isClosedInBooks) continue\n', ''),
    ],
    SHORT_LEASE,
  ),
  mutant('the month of the question', 'A grant of the last month is charged as one of this month.', [
    edit(
      'node/account-grants.ts',
      'this.#open(outcome.grant, outcome.month)',
      'this.#open(outcome.grant, monthAt(this.#ports.ledgerMs()))',
    ),
  ]),
  mutant('the number is used again', 'A batch that was refused and one that was written have the same number.', [
    edit(
      'node/batch-writer.ts',
      "if (outcome === 'written') this.#seq = key.seq",
      "if (outcome === 'written' && key.seq % 7 !== 0) this.#seq = key.seq",
    ),
  ]),
  caughtBy(
    'src/ledger/node/old-refusals.test.ts',
    'a refusal for later requests',
    'A request is refused by an answer that is older than it.',
    [edit('node/account-actor.ts', 'unsold < units && sinceMs <= requestedAtMs', 'unsold < units')],
  ),
  mutant('a refusal is remembered for ever', 'A thread refuses an account for ever.', [
    edit(
      'node/known-refusals.ts',
      'if (known.untilMs <= this.#clock.monotonicMs()) this.#byAccount.delete(account)\n    else if',
      'if',
    ),
  ]),
  mutant('suspension is not noticed', 'A suspended account is charged, as long as its node has units.', [
    edit('node/ledger-node.ts', 'for (const account of outcome.suspended) this.#actors.get(account)?.suspend()\n', ''),
  ]),
  mutant('charged while a commit is in doubt on the disk', 'A disk that failed under a commit stops nothing.', [
    edit('node/pending-batch.ts', "if (reason === 'io') this.#ports.doubt('in_doubt')\n", ''),
  ]),
  caughtBy(
    'src/ledger/node/usage.test.ts',
    'everything is pending',
    'Usage shows charges whose batch is not sent as committed.',
    [
      edit(
        'node/usage.ts',
        'Math.min(Math.max(0, own.inCommit - writtenSince), rest - prepared)',
        '(writtenSince, rest - prepared)',
      ),
    ],
  ),
  harmless(
    'No charge is admitted from such a grant: the account refuses before, and closes the grant without charging it.',
    'a grant of a suspended account is kept',
    'Units that were requested before the account was stopped are kept.',
    [
      edit(
        'node/account-grants.ts',
        'if (outcome.isSuspended || !this.#mayCharge()) this.retire()',
        'if (outcome.isSuspended) this.retire()',
      ),
    ],
  ),
  mutant('in doubt for ever', 'A commit in doubt that turns out to be written leaves the node untrusted.', [
    edit(
      'node/commit.ts',
      'await acknowledge(ports, pending, uses)\n    pending.resolveDoubt()\n',
      'await acknowledge(ports, pending, uses)\n',
    ),
  ]),
  caughtBy(
    DOUBTFUL_TEST,
    'a refused batch in doubt is written again under its number',
    'A batch that was in doubt and is refused leaves its number free.',
    [
      edit(
        'node/commit.ts',
        "answer.outcome === 'refused' && pending.isInDoubt",
        "answer.outcome === 'refused' && tries < 0",
      ),
    ],
  ),
  caughtBy(
    DOUBTFUL_TEST,
    'no tombstone in recovery',
    'A batch of an earlier incarnation arrives after its requests were settled as failed.',
    [
      edit(
        'node/recovery.ts',
        'await retryUntilAnswered(timers, () => books.post({ incarnation, seq, atMs: ports.nowMs, lines: [] }, []))\n',
        '',
      ),
    ],
  ),
  mutant('the clock goes back', 'The ledger’s time follows a clock that is put back.', [
    edit('node/ledger-clock.ts', 'this.floorMs = this.ledgerMs(nowMs)', 'this.floorMs = nowMs + offsetMs'),
  ]),
  mutant('every clock is trusted', 'A clock that leaps over the end of a month ends it.', [
    edit('node/ledger-clock.ts', "if (this.#isLeapOverMonth(databaseMs, atMs)) return 'leapt'\n", ''),
    edit('node/ledger-clock.ts', 'if (this.offsetMs <= this.#steadyOffsetMs + CLOCK_LEAP_MS) return', 'return'),
  ]),
  mutant('the cleanup ends its own node’s month first', 'A node treats its own answered lines as lost.', [
    edit('node/lost-node-cleanup.ts', 'if (held.has(periodKey(period.account, period.period))) continue\n', ''),
  ]),
  caughtBy(
    MONTH_END_TEST,
    'cleanup right after waking',
    'A node that slept over the end of a month ends it before it has reported what it charged.',
    [
      edit('node/lost-node-cleanup.ts', 'if (held.has(periodKey(period.account, period.period))) continue\n', ''),
      edit(
        'node/lost-node-cleanup.ts',
        'this.#contact.noteAnswer(this.#ports.clock.monotonicMs()) < LEASE_MS',
        'false',
      ),
    ],
  ),
  caughtBy(
    'test/ledger-faults/copied-folder.test.ts',
    'fenced and charging',
    'A fenced process reports that it is healthy, so it is not restarted.',
    [edit('node/ledger-node.ts', "this.#trust.set('fenced', 'another process runs as this node')\n", '')],
  ),
  mutant('a doubt is not noticed', 'Accounts in doubt are charged on.', [
    edit('node/ledger-node.ts', 'if (general !== undefined) this', "if (general?.account === '') this"),
    edit(
      'node/ledger-node.ts',
      'this.#updateDistrusted(new Set(outcome.doubts.flatMap(({ account }) => account ?? [])))\n',
      '',
    ),
  ]),
  mutant('the wrong operation', 'All that a key does is booked under its first operation.', [
    edit(
      'node/subject-numbers.ts',
      'JSON.stringify([account, project, credential, operation])',
      'JSON.stringify([account, project, credential])',
    ),
  ]),
  caughtBy(
    'src/ledger/node/books-clock.test.ts',
    'any clock is trusted',
    'Trust in a clock that leapt counts for the clock as it is now.',
    [
      edit(
        'books/ledger-time.ts',
        'return void (await advance(rows, time, clockMs))',
        'return void (await advance(rows, time, await rows.now()))',
      ),
    ],
  ),
  caughtBy(
    'test/ledger-faults/clock-at-start.test.ts',
    'a closed month begins again',
    'A server that starts with a clock in a month that is closed for good returns to it.',
    [edit('books/ledger-time.ts', "clockMs < monthAt(finalMs).startsAtMs ? 'closed' : 'returns'", "'returns'")],
  ),
  caughtBy(
    'test/ledger-faults/clock-at-start.test.ts',
    'a leap ends a month',
    'Time that was leapt over counts for the day after which a month is closed.',
    [edit('books/ledger-time.ts', 'passedMs <= CLOCK_LEAP_MS ? passedMs : 0', 'passedMs')],
  ),
  mutant('the last batch may be missing', 'Books that lost exactly the last batch are live after a restore.', [
    edit('node/mark-doubts.ts', 'books.seqOfMark < mark.seq', 'books.seqOfMark + 1 < mark.seq'),
  ]),
  mutant('the last batch may go', 'A running node does not notice that exactly its last batch is lost.', [
    edit('node/ledger-identity-check.ts', 'seq < writtenSeq) && !trust', 'seq + 1 < writtenSeq) && !trust'),
  ]),
  caughtBy(
    PREPARED_TEST,
    'a prepared grant in doubt is not asked for again',
    'After the month has begun no node can use the units of a grant whose answer was lost.',
    [edit('node/account-actor.ts', 'this.#mayPrepare() || this.grants.prepared.mustAsk', 'this.#mayPrepare()')],
  ),
  caughtBy(
    PREPARED_TEST,
    'a delayed request prepares a grant',
    'A request that was given up opens a grant that its node does not know.',
    [edit('books/acquire.ts', 'isLate ? 0 : request.wanted', 'request.wanted')],
  ),
  caughtBy(
    PREPARED_TEST,
    'a prepared grant is kept beside another',
    'No node can use its units until the month ends.',
    [edit('node/account-grants.ts', 'this.#current.month.period === this.prepared.period', 'this.#freshId === -1')],
  ),
  caughtBy(PREPARED_TEST, 'a prepared grant hides one in doubt', 'No node can use the units of a grant in doubt.', [
    edit('node/account-grants.ts', 'if (this.#isFreshInDoubt) {', 'if (this.#freshId === -1) {'),
  ]),
]
