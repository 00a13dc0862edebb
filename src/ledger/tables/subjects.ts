import { hash } from 'node:crypto'
import type { Dialect } from '../../storage/storage.ts'
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

/** Books of earlier builds have given smaller numbers, in order. */
const FIRST_HASH = 2 ** 52

/**
 * The number of a subject: a hash of 52 bits, which needs no answer of the books. In one of 350 sets of books with five
 * million subjects, some two have the same, so whoever stores a number compares the names. `taken`: how many numbers of
 * this subject others have.
 */
export function hashSubject(subject: OwnedSubject, taken = 0): number {
  const names = `${subjectKey(subject)}${taken === 0 ? '' : taken}`
  return FIRST_HASH + Number.parseInt(hash('sha256', names, 'hex').slice(0, 13), 16)
}

/** The names of a subject in one text, which no other subject has. */
export function subjectKey({ account, project, credential, operation }: OwnedSubject): string {
  return JSON.stringify([account, project, credential, operation])
}

type Fields = readonly [id: number, account: string, project: string, credential: string, operation: string]

const COLUMNS = 'id, account, project, credential, operation'
const TYPES = ['number', 'text', 'text', 'text', 'text'] as const

/** The rows as the parameter of a statement. */
export function subjectsJson(subjects: readonly SubjectRow[]): string {
  return JSON.stringify(subjects.map((one) => [one.id, one.account, one.project, one.credential, one.operation]))
}

/**
 * Inserts the subjects in a parameter. It returns the numbers under which the books have the same names then, whoever
 * has inserted them: the row that is written decides.
 */
export function insertSubjects(dialect: Dialect, condition = 'true', parameter: '$1' | '$8' = '$1'): string {
  return `insert into subject as s (${COLUMNS})
    ${selectJsonRows(dialect, ...TYPES).replace('$1', parameter)} where ${condition}
    on conflict (id) do update set operation = excluded.operation
    where (s.account, s.project, s.credential, s.operation)
      = (excluded.account, excluded.project, excluded.credential, excluded.operation)
    returning id`
}

const INSERT = forDialects((dialect) => insertSubjects(dialect))

/** Stores subjects of different numbers. Returns the numbers of those that the books have now. */
export async function storeSubjects(
  rows: Pick<Rows, 'dialect' | 'query'>,
  subjects: readonly SubjectRow[],
): Promise<number[]> {
  return (await rows.query<readonly [number]>(INSERT[rows.dialect], subjectsJson(subjects))).flat()
}

/** Stores subjects, and returns their numbers in the order given. Needs a transaction. */
export async function numberSubjects(rows: Rows, subjects: readonly OwnedSubject[]): Promise<number[]> {
  const numbers = new Map<string, number>()
  let open = new Map(subjects.map((subject) => [subjectKey(subject), subject]))
  for (let taken = 0; 0 < open.size; taken++) {
    const byId = new Map([...open].map(([key, subject]) => [hashSubject(subject, taken), { key, subject }]))
    const named = [...byId].map(([id, { subject }]) => ({ ...subject, id }))
    for (const id of await storeSubjects(rows, named)) numbers.set(byId.get(id)!.key, id)
    open = new Map([...open].filter(([key]) => !numbers.has(key)))
  }
  return subjects.map((subject) => numbers.get(subjectKey(subject))!)
}

const TAKEN = forDialects(
  (dialect) => `
  with n (${COLUMNS}) as (${selectJsonRows(dialect, ...TYPES)})
  select s.id from n join subject s on s.id = n.id
  where (s.account, s.project, s.credential, s.operation) <> (n.account, n.project, n.credential, n.operation)`,
)

/** The numbers of these that the books have given to other subjects. */
export async function findTaken(rows: Rows, subjects: readonly SubjectRow[]): Promise<Set<number>> {
  return new Set((await rows.query<readonly [number]>(TAKEN[rows.dialect], subjectsJson(subjects))).flat())
}

/** By number. A subject may have two: that of an earlier build, and its hash. `account`: only those of this account. */
export async function readSubjects(rows: Rows, account?: string): Promise<Map<number, SubjectRow>> {
  const found =
    account === undefined
      ? await rows.query<Fields>(`select ${COLUMNS} from subject`)
      : await rows.query<Fields>(`select ${COLUMNS} from subject where account = $1`, account)
  const toRow = ([id, owner, project, credential, operation]: Fields): [number, SubjectRow] => {
    return [id, { id, account: owner, project, credential, operation }]
  }
  return new Map(found.map(toRow))
}
