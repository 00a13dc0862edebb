import { decodeCompany } from '../records/canonical.ts'
import { chooseSubject, groupRegistrations, type Registration, toRegistration } from '../records/subject.ts'
import type { RecordState } from './record-state.ts'

export interface SubjectPair {
  readonly before: RecordState | undefined
  readonly after: RecordState | undefined
}

type StateRegistration = Registration & { readonly state: RecordState }

/** Pairs the subjects of one number before and after: those that share a record, each by the record that is shown. */
export function pairSubjects(before: readonly RecordState[], after: readonly RecordState[]): SubjectPair[] {
  const [earlier, later] = [before.map(register), after.map(register)]
  const parts: Set<number>[] = []
  for (const { main, others } of [...groupRegistrations(earlier), ...groupRegistrations(later)]) {
    const keys = new Set([main, ...others].map(({ key }) => key))
    for (const part of parts.filter((one) => !one.isDisjointFrom(keys))) {
      for (const key of part) keys.add(key)
      parts.splice(parts.indexOf(part), 1)
    }
    parts.push(keys)
  }
  return parts.map((keys) => ({ before: findMain(earlier, keys), after: findMain(later, keys) }))
}

function register(state: RecordState): StateRegistration {
  return { ...toRegistration(state.history.key, decodeCompany(state.version.body), state.status), state }
}

function findMain(registrations: readonly StateRegistration[], keys: ReadonlySet<number>): RecordState | undefined {
  const own = registrations.filter(({ key }) => keys.has(key))
  if (own.length === 0) return undefined
  const { subject, candidates } = chooseSubject(own)
  return (subject ?? candidates[0])!.main.state
}
