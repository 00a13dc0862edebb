import { caughtBy, edit, harmless, type Mutant, mutant } from './mutant.ts'

const POST_TEST = 'src/ledger/books/store-post.test.ts'
const TOGETHER_TEST = 'src/ledger/books/acquire-together.test.ts'
const LOCKS_TEST = 'src/ledger/books/row-locks.test.ts'
const CONCURRENCY_TEST = 'src/ledger/books/sql-concurrency.test.ts'

/** Mutants of the SQL. */
export const MUTANTS_OF_SQL: readonly Mutant[] = [
  mutant('no fence', 'A closed grant accepts debits.', [
    edit('books/sql-post.ts', "where id = $1 and state = 'open' and spent", 'where id = $1 and spent'),
  ]),
  mutant('no idempotency', 'A batch that comes twice takes its units twice.', [
    edit('books/sql-post.ts', 'if (written === 0) return (await findWritten(queries, batch))!\n', ''),
  ]),
  mutant('acknowledged too early', 'A late message sets back what is acknowledged.', [
    edit('books/sql-grants.ts', 'case when acked < ', 'case when 0 <= '),
  ]),
  harmless(
    'A node never sends more than its grant has, and the schema refuses a grant that is spent beyond its size.',
    'the size is not checked',
    'A grant is spent beyond its size.',
    [
      edit(
        'books/sql-post.ts',
        "where id = $1 and state = 'open' and spent + $2 <= size",
        "where id = $1 and state = 'open'",
      ),
    ],
  ),
  caughtBy(POST_TEST, 'no fence, on PostgreSQL', 'A closed grant accepts debits.', [
    edit('books/sql-post.ts', "case g.state when 'open' then", 'case when true then'),
  ]),
  caughtBy(
    POST_TEST,
    'the size is not checked, on PostgreSQL',
    'A grant that is too small is an error of the database.',
    [edit('books/sql-post.ts', 'then g.spent + asked.units <= g.size else', 'then true else')],
  ),
  caughtBy(POST_TEST, 'a part of a batch, on PostgreSQL', 'Some grants of a refused batch lose units.', [
    edit(
      'books/sql-post.ts',
      'g.id = able.id and (select count(*) from able) = cardinality($6::bigint[])',
      'g.id = able.id',
    ),
  ]),
  caughtBy(POST_TEST, 'a batch without its units, on PostgreSQL', 'A refused batch is written.', [
    edit(
      'books/sql-post.ts',
      'case when (select count(*) from taken) = cardinality($6::bigint[]) then $4::bytea end',
      '$4::bytea',
    ),
    edit('books/sql-post.ts', 'where (select count(*) from able) = cardinality($6::bigint[])\n    and', 'where'),
  ]),
  caughtBy(POST_TEST, 'acknowledged too early, on PostgreSQL', 'A late message sets back what is acknowledged.', [
    edit('books/sql-post.ts', 'acked = greatest(g.acked, able.acked)', 'acked = able.acked'),
  ]),
  caughtBy(POST_TEST, 'no idempotency, on PostgreSQL', 'A batch that comes twice is an error of the database.', [
    edit('books/sql-post.ts', 'if (already === undefined) throw error\n    return already', 'throw error'),
  ]),
  caughtBy(POST_TEST, 'a tombstone is a batch, on PostgreSQL', 'A batch that was given up counts as written.', [
    edit('books/sql-post.ts', 'unpackLines(incarnation, lines)?.length ?? 1', '1'),
  ]),
  caughtBy(
    'test/ledger-faults/lost-commits.test.ts',
    'no predecessor, on PostgreSQL',
    'A batch is written to books that have lost the one before it.',
    [
      edit(
        'books/sql-post.ts',
        'and ($2 = 1::bigint or exists (select from batch before where before.incarnation = $1 and before.seq = $2 - 1::bigint))',
        '',
      ),
    ],
  ),
  caughtBy(CONCURRENCY_TEST, 'grants are not locked, on PostgreSQL', 'A grant is closed while a batch takes from it.', [
    edit('books/sql-post.ts', '      for update\n', ''),
  ]),
  caughtBy(CONCURRENCY_TEST, 'grants are locked in any order', 'Batches and settlements block each other.', [
    edit('books/sql-post.ts', '(id, units, acked) order by id', '(id, units, acked) order by units desc, id desc'),
  ]),
  caughtBy(LOCKS_TEST, 'rows are not locked, on PostgreSQL', 'Two nodes that race overwrite each other.', [
    edit('books/sql-dialect.ts', "forUpdate: ' for update'", "forUpdate: ''"),
  ]),
  caughtBy(
    TOGETHER_TEST,
    'periods are not locked together, on PostgreSQL',
    'Two nodes that race overwrite each other.',
    [
      edit(
        'books/sql-accounts.ts',
        'lockPeriods: (keys: readonly PeriodKey[]) => periodsAt(keys, forUpdate)',
        "lockPeriods: (keys: readonly PeriodKey[]) => periodsAt(keys, '')",
      ),
    ],
  ),
  caughtBy(
    LOCKS_TEST,
    'grants are not locked together, on PostgreSQL',
    'A grant that grows forgets what a batch has taken.',
    [
      edit(
        'books/sql-grants.ts',
        'lockGrants: (ids: readonly number[]) => grantsAt(ids, forUpdate)',
        "lockGrants: (ids: readonly number[]) => grantsAt(ids, '')",
      ),
    ],
  ),
  caughtBy(
    LOCKS_TEST,
    'accounts are locked in any order, on PostgreSQL',
    'Nodes that acquire together block each other.',
    [edit('books/sql-accounts.ts', 'order by account`', 'order by md5(random()::text)`')],
  ),
  caughtBy(
    TOGETHER_TEST,
    'periods are locked in any order, on PostgreSQL',
    'Nodes that close together block each other.',
    [edit('books/sql-accounts.ts', 'order by account, period`', 'order by md5(random()::text)`')],
  ),
  harmless(
    'The work that reads them leaves out closed ones again.',
    'closed grants are called for units',
    'Settled units count as not charged.',
    [edit('books/sql-grants.ts', "where state = 'open' and (account, period) in", 'where (account, period) in')],
    TOGETHER_TEST,
  ),
  harmless(
    'The grants were locked and counted in the same statement, and no other condition keeps one of them from changing.',
    'units are not counted again, on PostgreSQL',
    'A batch is written without all of its units.',
    [
      edit(
        'books/sql-post.ts',
        'case when (select count(*) from taken) = cardinality($6::bigint[]) then $4::bytea end',
        '$4::bytea',
      ),
    ],
    POST_TEST,
  ),
]
