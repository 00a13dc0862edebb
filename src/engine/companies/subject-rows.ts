import { chooseSubject, groupRegistrations, type Registration } from '../../records/subject.ts'
import { stableOrder } from '../../stdx/stable-order.ts'
import { type CompanyColumns, NO_ICO } from './company-columns.ts'

/** The rows of subjects that have several records under one number. */
export interface SubjectRows {
  /** The other registrations of each subject that has some, by the row that stands for it. */
  readonly others: ReadonlyMap<number, readonly number[]>
  /** The rows of these other registrations. They are no documents of the index. */
  readonly hidden: ReadonlySet<number>
  /** Company numbers that may mean several subjects. */
  readonly ambiguous: number
}

/** Groups the rows of each company number by subject. */
export function findSubjectRows(columns: CompanyColumns): SubjectRows {
  const { icos } = columns.raw
  const others = new Map<number, readonly number[]>()
  const hidden = new Set<number>()
  let ambiguous = 0
  for (const rows of listSharedNumbers(icos)) {
    const records = rows.map((row) => ({ row, ...columns.registrationAt(row) }))
    for (const subject of groupRegistrations<Registration & { readonly row: number }>(records)) {
      if (subject.others.length === 0) continue
      const rest = subject.others.map(({ row }) => row)
      others.set(subject.main.row, rest)
      for (const row of rest) hidden.add(row)
    }
    if (chooseSubject(records).subject === undefined) ambiguous += 1
  }
  return { others, hidden, ambiguous }
}

/** The rows of each number that several rows have, in ascending order. */
function* listSharedNumbers(icos: Uint32Array): Generator<number[]> {
  const order = stableOrder(icos.length, [icos])
  for (let from = 0, end = 1; from < order.length; from = end++) {
    const ico = icos[order[from]!]!
    while (end < order.length && icos[order[end]!] === ico) end += 1
    if (1 < end - from && ico !== NO_ICO) yield [...order.subarray(from, end)]
  }
}
