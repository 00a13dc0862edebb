import type { Mutant } from './run-in-threads.ts'

/** Wrong versions of the ledger that the worlds must find. */
export const MUTANTS: readonly Mutant[] = [
  mutant('the allowance is not a condition of later charges', 'tables/post.ts', [
    '  where m.spent + excluded.spent <= excluded.allowance + m.credited\n  returning account, allowance',
    '  where true\n  returning account, allowance',
  ]),
  mutant('an account that is suspended is charged', 'tables/post.ts', [
    "from account where account = $2 and state = 'active'",
    'from account where account = $2',
  ]),
  mutant('a batch is written though an account was refused', 'tables/post.ts', [
    'if (left.length < units.size) throw REFUSED',
    '',
  ]),
  mutant('the batch before is no condition', 'tables/post.ts', [
    'and ($3 = 1 or exists (select 1 from batch b where b.incarnation = $2 and b.seq = $3 - 1 and b.hash = $6))',
    'and ($3 = 1 or $6 is not null)',
  ]),
  mutant('the names of a number are not checked', 'tables/post.ts', [
    'if (stored.length < subjects.length) throw REFUSED',
    '',
  ]),
  mutant('a server without a place charges', 'tables/post.ts', [
    'i.incarnation = $2 and 0 < i.place)',
    'i.incarnation = $2)',
  ]),
  mutant('units of a restored batch are not counted', 'tables/post.ts', [
    'set spent = m.spent + excluded.spent, allowance = excluded.allowance`,\n)',
    'set spent = m.spent, allowance = excluded.allowance`,\n)',
  ]),
  mutant('a batch is put back twice', 'tables/post.ts', [
    ', origin_incarnation,\n    origin_seq from b`',
    ', null,\n    null from b`',
  ]),
  mutant('a lost answer is taken for a failure', 'server/commit.ts', [
    "if (first.outcome === 'not_done') return",
    "if (first.outcome === 'not_done' || first.reason === 'lost') return",
  ]),
  mutant('an empty batch that is found counts as the batch', 'server/commit.ts', [
    'if (isSame(found, batch)) {',
    'if (isSame(found, batch) || isSame(found, empty)) {',
  ]),
  mutant('nothing in the books counts as not charged', 'server/commit.ts', [
    'const sent = mayRepeat && !hasEnded() ? batch : empty',
    "if (tries === 0) return { outcome: 'not_charged' }\n    const sent = mayRepeat && !hasEnded() ? batch : empty",
  ]),
  mutant('a used number is taken for damage', 'server/faults.ts', [
    'return cause.message ===',
    'return cause.name ===',
  ]),
  mutant('a failed charge is answered with 503', 'server/ledger-client.ts', [
    "        case 'failed':\n          charge.settle({ outcome: 'unknown' })",
    "        case 'failed':\n          charge.refuse(UNAVAILABLE)",
  ]),
  mutant('a charge that left after its batch was sealed counts as withdrawn', 'server/ledger-client.ts', [
    "if (end !== 'withdrawn') return\n    this.#waiting",
    "if (end === 'too_late') return\n    this.#waiting",
  ]),
  mutant('units in flight may exceed the rest', 'server/usage.ts', [
    'const inFlight = Math.min(\n    room,',
    'const inFlight = Math.max(\n    0,',
  ]),
  mutant('what is left is remembered for ever', 'server/account-memory.ts', [
    '  forget(): void {\n    this.#state = undefined\n    this.#left = undefined',
    '  forget(): void {\n    this.#state = undefined',
  ]),
  mutant('a trusted account stays refused', 'server/account-memories.ts', [
    'if (!accounts.has(account)) this.of(account).isDistrusted = false',
    'if (!accounts.has(account)) this.of(account).queuedUnits += 0',
  ]),
  mutant('clients are not told that an account changed', 'server/ledger-server.ts', [
    "connection.send({ kind: 'account_changed', account })",
    "connection.send({ kind: 'account_changed', account: '' })",
  ]),
  mutant('a server that failed never recovers', 'server/charge-watch.ts', [
    "    if (from.name === 'failing') this.#ports.failing(undefined)\n",
    '',
  ]),
  mutant('the number of an empty batch is used again', 'server/batch-writer.ts', [
    '          this.journal.end = decision.end\n          this.#ports.watch.noteTaken()',
    '          this.#ports.watch.noteTaken()',
  ]),
  mutant('a mark that the books lack is not noticed', 'server/put-back.ts', [
    'if (await hasBatch(rows, mark.incarnation, mark)) return true',
    'if ((await readBatchEnd(rows, mark)) === undefined) return true',
  ]),
  mutant('a batch that is put back keeps its old number', 'server/put-back.ts', [
    'batches.push({ seq: end.seq, atMs',
    'batches.push({ seq: origin.seq, atMs',
  ]),
  mutant('a put-back line goes to another month', 'server/put-back.ts', [
    'const left = await lockLeftUnits(rows, [...accounts], period)',
    "const left = await lockLeftUnits(rows, [...accounts], '2000-01')",
  ]),
  mutant('an incarnation begins while a batch is under way', 'server/ledger-server.ts', [
    "    this.#writer.restart('behind')\n",
    "    void this.#restart('behind')\n",
  ]),
  mutant('a batch is acknowledged before it is decided', 'server/batch-writer.ts', [
    "      case 'not_charged':\n        if (decision.end",
    "      case 'not_charged':\n        if (decision.cause !== undefined) return await settleCharged(sealed, { outcome: 'charged', end: this.journal.end, endsAtMs: 0, left: new Map() }, this.#ports)\n        if (decision.end",
  ]),
  mutant('the audit moves its mark without the sums', 'audit/audit.ts', [
    '      await addMonthSums(rows, sums.months())\n',
    '',
  ]),
]

function mutant(name: string, file: string, [from, to]: readonly [string, string]): Mutant {
  return { name, patches: [{ file: `src/ledger/${file}`, from, to }] }
}
