import { areEqualNames, namesSamePerson, parseSubjectName, type SubjectName } from '../text/subject-name.ts'
import type { Company } from './company.ts'
import { placeOfRegister } from './register-order.ts'
import type { RecordStatus } from './status.ts'
import { knownDay } from './unknown-day.ts'

/** The facts of a record that decide to which subject of its number it belongs, and whether it stands for it. */
export interface Registration {
  /** The source's key: an older record has a smaller one. */
  readonly key: number
  readonly name: string
  readonly status: RecordStatus
  /** The known day of its end. */
  readonly endedOn: string | null
  /** See `placeOfRegister`. */
  readonly register: number
  readonly inconsistent: boolean
  /** See `mayBePerson`. */
  readonly mayBePerson: boolean
}

/** A company, an office or a person with all records that it has under its number. */
export interface Subject<R> {
  /** The record that is shown. */
  readonly main: R
  /** Its other registrations. */
  readonly others: readonly R[]
}

export interface ChosenSubject<R> {
  /** Undefined if it cannot be told which subject the number means. */
  readonly subject: Subject<R> | undefined
  /** The subjects that it may mean. */
  readonly candidates: readonly Subject<R>[]
}

/**
 * Finds the subject that a number means: the only living one, or the only one at all, apart from marked contradictions.
 * If all records are withdrawn and have the same replaced name, any of them: they say no more than the number.
 */
export function chooseSubject<R extends Registration>(records: readonly R[]): ChosenSubject<R> {
  const subjects = groupRegistrations(records)
  const living = subjects.filter(({ main }) => main.status === null)
  const candidates = living.length === 0 ? subjects : living
  if (candidates.every(({ main }) => main.status === 'removed' && main.name === candidates[0]!.main.name))
    return { subject: candidates.toSorted((a, b) => compareRegistrations(a.main, b.main))[0], candidates }
  const [subject, ...more] = candidates.length === 1 ? candidates : candidates.filter(({ main }) => !main.inconsistent)
  return { subject: more.length === 0 ? subject : undefined, candidates }
}

/** Groups the records of one country and number by subject. A withdrawn record is never grouped: its name is gone. */
export function groupRegistrations<R extends Registration>(records: readonly R[]): readonly Subject<R>[] {
  if (records.length === 1) return [{ main: records[0]!, others: [] }]
  const named = records.map((record) => ({ record, name: parseSubjectName(record.name) }))
  // The shortest name of a person is the one with which the others begin.
  named.sort((a, b) => a.name.person.length - b.name.person.length || a.record.key - b.record.key)
  const groups: (typeof named)[] = []
  for (const one of named) {
    const group = groups.find(([first]) => areOneSubject(first!, one))
    if (group === undefined) groups.push([one])
    else group.push(one)
  }
  return groups.map((group) => {
    const [main, ...others] = group.map(({ record }) => record).sort(compareRegistrations)
    return { main: main!, others }
  })
}

interface NamedRegistration {
  readonly record: Registration
  readonly name: SubjectName
}

function areOneSubject(one: NamedRegistration, other: NamedRegistration): boolean {
  if (one.record.status === 'removed' || other.record.status === 'removed') return false
  if (areEqualNames(one.name, other.name)) return true
  return (one.record.mayBePerson || other.record.mayBePerson) && namesSamePerson(one.name, other.name)
}

/** The living first, of ended ones the latest end; then by register; then the older record. */
function compareRegistrations(a: Registration, b: Registration): number {
  return (
    Number(a.status !== null) - Number(b.status !== null) ||
    (a.status === null ? 0 : compareLater(a.endedOn ?? '', b.endedOn ?? '')) ||
    a.register - b.register ||
    Number(a.inconsistent) - Number(b.inconsistent) ||
    a.key - b.key
  )
}

function compareLater(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? 1 : -1
}

/** False only for a legal form of legal persons. Not every register gives one. */
export function mayBePerson(company: Pick<Company, 'naturalPerson' | 'legalForm'>): boolean {
  return company.naturalPerson || company.legalForm === null
}

export function toRegistration(key: number, company: Company, status: RecordStatus): Registration {
  return {
    key,
    name: company.name,
    status,
    endedOn: knownDay(company.dissolvedOn),
    register: placeOfRegister(company.register),
    inconsistent: company.inconsistent === true,
    mayBePerson: mayBePerson(company),
  }
}
