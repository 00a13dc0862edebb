import { assert } from '../../stdx/assert.ts'
import { forDialects, type Rows, selectJsonRows } from './books.ts'

/** What an account pays for. */
export interface Subject {
  readonly project: string
  readonly credential: string
  readonly operation: string
}

export interface OwnedSubject extends Subject {
  readonly account: string
}

export interface SubjectRow extends OwnedSubject {
  readonly id: number
}

type Fields = readonly [id: number, account: string, project: string, credential: string, operation: string]

const COLUMNS = 'id, account, project, credential, operation'

/**
 * The number of each subject, in the order given; new subjects get one. They are inserted in a fixed order, so that two
 * servers do not deadlock, and read by another statement, because one that lost a race does not see the winner's row.
 */
export async function numberSubjects(rows: Rows, subjects: readonly OwnedSubject[]): Promise<number[]> {
  const keys = subjects.map(({ account, project, credential, operation }) =>
    JSON.stringify([account, project, credential, operation]),
  )
  const numbers = new Map<string, number>()
  const unique = [...new Set(keys)]
  const read = async (): Promise<void> => {
    for (const [id, ...names] of await rows.query<Fields>(READ[rows.dialect], `[${unique.join()}]`))
      numbers.set(JSON.stringify(names), id)
  }
  await read()
  const missing = unique.filter((key) => !numbers.has(key))
  if (0 < missing.length) {
    await rows.run(INSERT[rows.dialect], `[${missing.join()}]`)
    await read()
  }
  return keys.map((key) => {
    const number = numbers.get(key)
    assert(number !== undefined, 'a subject that was inserted, or was there, has a number')
    return number
  })
}

const READ = forDialects(
  (dialect) => `select ${COLUMNS} from subject where (account, project, credential, operation)
                in (${selectJsonRows(dialect, 'text', 'text', 'text', 'text')})`,
)

const INSERT = forDialects(
  (dialect) => `insert into subject (account, project, credential, operation)
                ${selectJsonRows(dialect, 'text', 'text', 'text', 'text')} where true
                order by 1, 2, 3, 4 on conflict do nothing`,
)

/**
 * Numbers subjects, and tells the books that this incarnation will use them. Undefined: the books do not know that it
 * uses numbers up to `max`. They are older books, which may have given those numbers to others.
 */
export async function numberSubjectsFor(
  rows: Rows,
  { incarnation, max }: { incarnation: number; max: number },
  subjects: readonly OwnedSubject[],
): Promise<number[] | undefined> {
  const numbers = await numberSubjects(rows, subjects)
  const sql = `update incarnation set subjects = case when subjects < $2 then $2 else subjects end
               where incarnation = $1 and $3 <= subjects`
  return (await rows.run(sql, incarnation, Math.max(...numbers), max)) === 1 ? numbers : undefined
}

/** By number. `account`: only those of this account. */
export async function readSubjects(rows: Rows, account?: string): Promise<Map<number, SubjectRow>> {
  const found =
    account === undefined
      ? await rows.query<Fields>(`select ${COLUMNS} from subject`)
      : await rows.query<Fields>(`select ${COLUMNS} from subject where account = $1`, account)
  return new Map(
    found.map(([id, owner, project, credential, operation]) => [
      id,
      { id, account: owner, project, credential, operation },
    ]),
  )
}
