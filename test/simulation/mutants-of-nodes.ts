import { edit, foundBy, harmless, type Mutant, mutant, rare } from './mutant.ts'
import { SHORT_LEASE } from './variants.ts'

/** What can be wrong with a node. */
export const MUTANTS_OF_NODES: readonly Mutant[] = [
  mutant('the answer before the debit', 'A request succeeds before its debit is durable.', [
    edit(
      'node/poster.ts',
      'debit.held.inCommit += debit.units\n',
      "debit.held.inCommit += debit.units\n    debit.answer('written')\n",
    ),
  ]),
  mutant('unknown is no', 'A commit whose answer was lost is taken for one that did not happen.', [
    edit('node/pending-batch.ts', "if (fault.outcome !== 'unknown') {", 'if (fault.outcome.length < 99) {'),
  ]),
  mutant('void forgotten', 'A line whose request failed is never made void.', [
    edit(
      'node/void-failed.ts',
      'const outcome = await untilKnown(ports.timers, () => ports.books.voidLines(pending.key, ids))',
      "const outcome = ids.length < 0 ? 'damaged' : 'done'",
    ),
  ]),
  mutant('void too late', 'Lines are acknowledged before those that failed are void.', [
    edit(
      'node/void-failed.ts',
      "if ((await makeVoid(ports, pending, [...pending.failed])) === 'done') {",
      'void makeVoid(ports, pending, [...pending.failed])\n  if (0 < pending.failed.size) {',
    ),
  ]),
  mutant('no tombstone', 'A batch that nobody waits for is given up without taking its place.', [
    edit(
      'node/commit.ts',
      "const sent = pending.isAbandoned ? 'tombstone' : 'batch'\n",
      "if (pending.isAbandoned) {\n        for (const debit of debits) ports.settled(debit, 'back')\n        pending.forget(debits)\n        return { isWritten: false, again: [] }\n      }\n      const sent = 'batch' as 'batch' | 'tombstone'\n",
    ),
  ]),
  rare(3_000, 'a tombstone is a batch', 'A tombstone that is found counts as the batch.', [
    edit(
      'node/commit.ts',
      "outcome.outcome === 'found' ? 0 < outcome.lines : sent === 'batch'",
      "outcome.outcome === 'found' || sent === 'batch'",
    ),
  ]),
  mutant('no tombstone in recovery', 'A batch of an earlier life arrives after its requests were settled as failed.', [
    edit(
      'node/recovery.ts',
      'await untilKnown(timers, () => books.post({ incarnation, seq, atMs: ports.nowMs, lines: [] }, []))\n',
      '',
    ),
  ]),
  mutant('intents forgotten too early', 'The note that a line is void is dropped before the books know.', [
    edit(
      'node/pending-batch.ts',
      "this.#ports.count('late_debits', overdue.length)\n",
      "this.#ports.count('late_debits', overdue.length)\n    this.forget(overdue)\n",
    ),
  ]),
  mutant('intents not read', 'A new life does not know what the earlier one told its clients.', [
    edit('node/recovery.ts', 'byBatch(notes.found)', 'byBatch(notes.found.slice(0, 0))'),
  ]),
  mutant('the failed note is ignored', 'A client is told that a request failed though that is not on the disk.', [
    edit('node/pending-batch.ts', "isNoted ? 'unavailable' : 'unknown'", "isNoted ? 'unavailable' : 'unavailable'"),
  ]),
  mutant('leak on cancel', 'Cancelled units are lost.', [
    edit(
      'node/teller.ts',
      'const given = till.giveBack(place.slot, place.generation, units)\n',
      "const given: string = 'given'\n",
    ),
  ]),
  mutant('given back twice', 'Cancelled units come back twice.', [
    edit('node/teller.ts', "if (given === 'passed') this", 'if (given !== undefined) this'),
  ]),
  mutant('any generation', 'Units of a grant that has gone are put to the one that followed.', [
    edit('node/till.ts', "if (word >>> FREE_BITS !== generation) return 'passed'\n", ''),
  ]),
  mutant('sold after the end', 'Units are taken of a month that is over.', [
    edit('node/till.ts', 'if (endsAtMs <= ledgerMs) return undefined\n', ''),
    edit(
      'node/account-grants.ts',
      'held.isClosedInBooks || held.month.endsAtMs <= ledgerMs ||',
      'held.isClosedInBooks ||',
    ),
  ]),
  mutant('the clock goes back', 'The ledger’s time follows a clock that is put back.', [
    edit('node/ledger-clock.ts', 'this.floorMs = this.ledgerMs(nowMs)', 'this.floorMs = nowMs + offsetMs'),
  ]),
  mutant('every clock is believed', 'A clock that leaps over the end of a month ends it.', [
    edit('node/ledger-clock.ts', "if (this.#isLeapOverMonth(databaseMs, atMs)) return 'leapt'\n", ''),
    edit('node/ledger-clock.ts', 'if (this.offsetMs <= this.#steadyOffsetMs + CLOCK_LEAP_MS) return', 'return'),
  ]),
  mutant('a month ended by a leap', 'A month is closed because the clock of the books had leapt.', [
    edit('node/sweeper.ts', 'if (this.#ports.ledgerMs() < period.endsAtMs + SETTLING_MS) return\n', ''),
    edit('node/sweeper.ts', 'if (isInDoubt) return\n', ''),
    edit('node/sweeper.ts', 'this.#ports.clockSteadySinceMs() + STEADY_MS) return\n', '0) return\n'),
  ]),
  mutant('the sweeper ends its own node’s month first', 'What a node has answered it takes for lost itself.', [
    edit('node/sweeper.ts', 'if (held.has(nameOf(period.account, period.period))) continue\n', ''),
  ]),
  mutant('woken and sweeping', 'Who slept over the end of a month ends it before it has said what it sold.', [
    edit('node/sweeper.ts', 'if (held.has(nameOf(period.account, period.period))) continue\n', ''),
    edit('node/sweeper.ts', 'this.#contact.heard(this.#ports.clock.monotonicMs()) < LEASE_MS', 'false'),
  ]),
  mutant('parked and sold', 'Units that are being given back are sold meanwhile.', [
    edit('node/account-grants.ts', 'const parked = till.empty(this.#slot)', 'const parked = till.free(this.#slot)'),
  ]),
  mutant('unparked twice', 'Parked units are put out twice.', [
    edit(
      'node/account-grants.ts',
      'this.#ports.till.add(this.#slot, held.parked)\n    held.parked = 0\n',
      'this.#ports.till.add(this.#slot, held.parked)\n',
    ),
  ]),
  mutant('in flight is given back', 'Units of requests under way go to other nodes.', [
    edit('node/account-grants.ts', 'const keep = held.size - held.parked', 'const keep = held.spent + held.inCommit'),
  ]),
  mutant('closed over requests', 'A grant is closed while its requests are under way.', [
    edit('node/account-grants.ts', 'if (held.inFlight(till) === 0 ||', 'if (0 <= held.inFlight(till) ||'),
  ]),
  mutant('exposure not limited', 'A lost node leaves more behind than its limit.', [
    edit('node/held-grant.ts', 'inBatch === 0 || inBatch + units <= this.exposure', '0 <= inBatch + units'),
  ]),
  mutant(
    'the zombie stays silent',
    'A node that was taken for lost does not say what it had answered.',
    [edit('node/account-grants.ts', 'of held.takeNewsOfLost()) {', 'of held.takeNewsOfLost().slice(0, 0)) {')],
    SHORT_LEASE,
  ),
  mutant(
    'told to a closed grant',
    'A node believes that a grant has heard what came after its end.',
    [
      edit('node/pulse.ts', 'if (outcome.swept === sweptKnown) for', 'for'),
      edit('node/news.ts', 'if (held.isClosedInBooks) continue\n', ''),
    ],
    SHORT_LEASE,
  ),
  mutant('teller death ignored', 'The units of a thread that died are never seen again.', [
    edit('node/bookkeeper.ts', 'desk.tellerLost(units)\n', ''),
  ]),
  mutant('units for a thread that died', 'A thread that has ended is given units.', [
    edit('node/connection.ts', "return this.#state === 'open'", "return this.#state !== 'open' || this.teller < 99"),
  ]),
  mutant('the month of the question', 'A grant of the last month is sold as one of this month.', [
    edit(
      'node/account-grants.ts',
      'this.#open(outcome.grant, outcome.month)',
      'this.#open(outcome.grant, monthAt(this.#ports.ledgerMs()))',
    ),
  ]),
  mutant('the queue waits for ever', 'A debit behind a commit in doubt is not answered in time.', [
    edit('node/poster.ts', '      this.#refuseOverdue()\n', ''),
  ]),
  mutant('the books are waited for', 'A debit whose commit is not answered waits as long as the books like.', [
    edit('node/poster.ts', '      this.#underWay?.failOverdue()\n', ''),
  ]),
  mutant(
    'fenced and selling',
    'A process that the books refuse everything says that it is well, so nobody starts it again.',
    [edit('node/bookkeeper.ts', "this.#trust.set('fenced', 'another process runs as this node')\n", '')],
  ),
  mutant('the number is used again', 'A batch that was refused and one that was written have the same number.', [
    edit(
      'node/poster.ts',
      'if (isWritten) this.#seq = key.seq',
      'if (isWritten && key.seq % 7 !== 0) this.#seq = key.seq',
    ),
  ]),
  rare(5_000, 'a refusal for those who came later', 'A request is refused by an answer that is older than it.', [
    edit('node/desk.ts', 'unsold < units && sinceMs <= askedAtMs', 'unsold < units'),
  ]),
  mutant('suspension is not heard', 'A suspended account is sold to, as long as its node has units.', [
    edit('node/bookkeeper.ts', 'for (const account of outcome.suspended) this.#desks.get(account)?.suspend()\n', ''),
  ]),
  mutant(
    'a wish of before is sold',
    'Units that were wished for before the account was stopped are sold after that was heard.',
    [
      edit(
        'node/account-grants.ts',
        'if (outcome.isSuspended || !this.#maySell()) this',
        'if (outcome.isSuspended) this',
      ),
    ],
  ),
  mutant('a doubt is not heard', 'What the audit or the operator distrusts is sold on.', [
    edit('node/bookkeeper.ts', 'if (general === undefined) this', "if (general?.account !== '') this"),
    edit(
      'node/bookkeeper.ts',
      'this.#hearDistrust(new Set(outcome.doubts.flatMap(({ account }) => account ?? [])))\n',
      '',
    ),
  ]),
  mutant('sold while a commit is in doubt on the disk', 'A disk that failed under a commit stops nothing.', [
    edit('node/pending-batch.ts', "if (fault.reason === 'io') this.#ports.doubt('in_doubt')\n", ''),
  ]),
  mutant('the wrong operation', 'All that a key does is booked under its first operation.', [
    edit(
      'node/subjects.ts',
      'JSON.stringify([account, subject.project, subject.credential, subject.operation])',
      'JSON.stringify([account, subject.project, subject.credential])',
    ),
  ]),
  mutant('in flight for ever', 'What a thread has sent on still counts as in flight in it.', [
    edit(
      'node/teller.ts',
      'for (const { slot, units } of debits) this.#ports.till.addInFlight(this.#ports.teller, slot, -units)\n',
      '',
    ),
  ]),
  mutant('flights of the dead', 'The thread that gets the number of a dead one inherits its units.', [
    edit(
      'node/bookkeeper.ts',
      'this.#ports.till.clearInFlight(teller, desk.slot)',
      'this.#ports.till.inFlight(teller, desk.slot)',
    ),
  ]),
  mutant('everything is pending', 'Usage shows requests that are being computed as committed.', [
    edit(
      'node/usage.ts',
      'Math.min(Math.max(0, own.inCommit - writtenSince), rest - prepared)',
      '(writtenSince, rest - prepared)',
    ),
  ]),
  harmless(
    'The books take nothing of a refused batch, so nothing is lost; a node that sells nothing until it is restarted is what it costs. No world closes a grant under a commit of a node alone, the only one whose disk fails.',
    'in doubt for ever',
    'A commit in doubt that ends refused leaves the node untrusted.',
    [edit('node/commit.ts', "if (pending.isInDoubt) ports.doubt('known')\n  const held", 'const held')],
  ),
  harmless(
    'Its debit was refused, so the request fails and is not charged, which every request may; `shared-nodes.test.ts` wants the second try.',
    'no second try',
    'A request whose grant was closed under it fails though there are units.',
    [
      edit(
        'node/teller.ts',
        "if (result !== 'grant_closed') return this.#ended(reservation, result)",
        "if (result !== 'grant_closed' || reservation.units < 99_999) return this.#ended(reservation, result)",
      ),
    ],
  ),
  foundBy(
    'src/ledger/node/books-clock.test.ts',
    'any clock is trusted',
    'Trust in a clock that leapt is taken for trust in the clock as it is now.',
    [
      edit(
        'books/ledger-time.ts',
        'return void (await advance(rows, time, clockMs))',
        'return void (await advance(rows, time, await rows.now()))',
      ),
    ],
  ),
  foundBy(
    'test/ledger-faults/clock-at-start.test.ts',
    'a closed month begins again',
    'A server that starts with a clock in a month that is closed for good returns to it.',
    [edit('books/ledger-time.ts', "clockMs < monthAt(finalMs).startsAtMs ? 'closed' : 'returns'", "'returns'")],
  ),
  foundBy(
    'test/ledger-faults/clock-at-start.test.ts',
    'a leap ends a month',
    'Time that was leapt over counts for the day after which a month is closed.',
    [edit('books/ledger-time.ts', 'passedMs <= CLOCK_LEAP_MS ? passedMs : 0', 'passedMs')],
  ),
  mutant('the last batch may be missing', 'Books that lost exactly the last batch are live after a restore.', [
    edit('node/mark-doubts.ts', 'books.seqOfMark < mark.seq', 'books.seqOfMark + 1 < mark.seq'),
  ]),
  mutant('the last batch may go', 'A running node does not notice that exactly its last batch is lost.', [
    edit('node/same-books.ts', 'seq < writtenSeq) && !trust', 'seq + 1 < writtenSeq) && !trust'),
  ]),
]
