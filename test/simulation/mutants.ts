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
  mutant('numbers of subjects are used in older books', 'tables/post.ts', [
    'and $7 <= i.subjects)\n    and ($3',
    'and 0 <= $7)\n    and ($3',
  ]),
  mutant('units of a restored batch are not counted', 'tables/post.ts', [
    'set spent = m.spent + excluded.spent`,\n)',
    'set spent = m.spent`,\n)',
  ]),
  mutant('a batch is put back twice', 'tables/post.ts', [
    "if ((await rows.run(sql, ...values)) === 0) return 'known'",
    "if ((await rows.run(sql.replace('do nothing', 'do update set at_ms = excluded.at_ms'), ...values)) < 0) return 'known'",
  ]),
  mutant('a refusal after a lost answer is believed', 'server/commit.ts', [
    'else if (!(answer instanceof DatabaseError) || !isPassing(answer)) mayRepeat = false',
    "else if (!(answer instanceof DatabaseError)) return { outcome: 'not_charged' }",
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
  mutant('a torn commit is taken for a failure', 'server/commit.ts', [
    "if (first.outcome === 'not_done') return",
    "if (first.outcome === 'not_done' || first.reason === 'io') return",
  ]),
  mutant('a failed charge is answered with 503', 'server/ledger-client.ts', [
    "        case 'failed':\n          charge.settle({ outcome: 'unknown' })",
    "        case 'failed':\n          charge.refuse(UNAVAILABLE)",
  ]),
  mutant('a charge that left after its batch was sealed counts as withdrawn', 'server/ledger-client.ts', [
    "if (end !== 'withdrawn') return\n    this.#waiting",
    "if (end === 'too_late') return\n    this.#waiting",
  ]),
  mutant('a withdrawn charge is sealed', 'server/charge-tickets.ts', [
    "return this.#change(ticket, PENDING, SEALED) ? 'sealed' : 'withdrawn'",
    "return this.#change(ticket, PENDING, SEALED) || this.#change(ticket, WITHDRAWN, SEALED) ? 'sealed' : 'withdrawn'",
  ]),
  mutant('an undecided charge is never held', 'server/charge-tickets.ts', [
    'if (state === FAILED) found.undecided',
    'if (state === FAILED && this.count < 0) found.undecided',
  ]),
  mutant('a decided charge stays held', 'server/usage.ts', [
    '(newestSeq < seq ? total + units : total)',
    '(0 < seq ? total + units : total)',
  ]),
  mutant('units in flight may exceed the rest', 'server/usage.ts', [
    'const inFlight = Math.min(\n    room,',
    'const inFlight = Math.max(\n    0,',
  ]),
  mutant('what is left is remembered for ever', 'server/account-memory.ts', [
    '  forget(): void {\n    this.#state = undefined\n    this.#left = undefined',
    '  forget(): void {\n    this.#state = undefined',
  ]),
  mutant('what is left is remembered across months', 'server/account-memory.ts', [
    'return this.#period === period ? this.#left : undefined',
    'return period === undefined ? undefined : this.#left',
  ]),
  mutant('a trusted account stays refused', 'server/account-memories.ts', [
    'if (!accounts.has(account)) this.of(account).isDistrusted = false',
    'if (!accounts.has(account)) this.of(account).queuedUnits += 0',
  ]),
  mutant('clients are not told that an account changed', 'server/ledger-server.ts', [
    "connection.send({ kind: 'account_changed', account })",
    "connection.send({ kind: 'account_changed', account: '' })",
  ]),
  mutant('a server that failed never recovers', 'server/batch-writer.ts', [
    '    this.#failingSinceMs = undefined\n    this.#ports.failing(undefined',
    '    this.#failingSinceMs = undefined\n    if (this.#isStopping) this.#ports.failing(undefined',
  ]),
  mutant('an undecided commit that fails leaves the server shut', 'server/batch-writer.ts', [
    '          this.#end = decision.end\n          this.#recover()',
    '          this.#end = decision.end',
  ]),
  mutant('the number of an empty batch is used again', 'server/batch-writer.ts', [
    '          this.#end = decision.end\n          this.#recover()',
    '          this.#recover()',
  ]),
  mutant('all accounts are doubted for one damaged row', 'server/ledger-server.ts', [
    "const doubt = { account, reason: 'damaged'",
    "const doubt = { account: null, reason: 'damaged'",
  ]),
  mutant('a mark that the books lack is not noticed', 'server/put-back.ts', [
    'if (stored !== undefined) return Buffer.compare(stored.hash, mark.hash) === 0',
    'if (stored === undefined) return true',
  ]),
  mutant('a batch that is put back keeps its old number', 'server/put-back.ts', [
    'const batch = { incarnation, seq: end.seq + 1, before: end',
    'const batch = { incarnation: origin.incarnation, seq: origin.seq, before: end',
  ]),
  mutant('a put-back line goes to another month', 'server/put-back.ts', [
    'const left = await lockLeftUnits(rows, [...new Set(lines.map(({ account }) => account))], period)',
    "const left = await lockLeftUnits(rows, [...new Set(lines.map(({ account }) => account))], '2000-01')",
  ]),
  mutant('the hash does not cover the time', 'tables/lines.ts', [
    'view.setFloat64(HASH_BYTES + 16, before.atMs)',
    'view.setFloat64(HASH_BYTES + 16, performance.now())',
  ]),
  mutant('the audit moves its mark without the sums', 'audit/audit.ts', [
    '      await addMonthSums(rows, sums.months())\n',
    '',
  ]),
]

function mutant(name: string, file: string, [from, to]: readonly [string, string]): Mutant {
  return { name, patches: [{ file: `src/ledger/${file}`, from, to }] }
}
