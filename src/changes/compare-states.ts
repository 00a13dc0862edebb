import type { PastImport, RecordVersion } from '../catalog/record-history.ts'
import { decodeAddress, decodeCompany } from '../records/canonical.ts'
import { mayBePerson } from '../records/subject.ts'
import { knownDay } from '../records/unknown-day.ts'
import {
  ADDRESS_FIELDS_COMPARED,
  COMPANY_FIELDS_COMPARED,
  type ComparedField,
  PERSON_FIELDS_COMPARED,
} from './compared-fields.ts'
import { findStatusImport, listSteps, type RecordState } from './record-state.ts'

export interface StateChange {
  readonly what: string
  readonly before: string | null
  readonly after: string | null
  /** The import that brought it. */
  readonly by: PastImport
}

interface Past {
  readonly imports: ReadonlyMap<number, PastImport>
  /** The generation of the earlier moment. */
  readonly since: number
}

/** All that may be told of a person beside a move to another municipality. */
const TOLD_OF_PERSONS = ['ended', 'removed']

/** What happened to one subject between two moments. Undefined: the catalog did not have it. */
export function compareStates(before: RecordState | undefined, after: RecordState, past: Past): StateChange[] {
  const status = compareStatus(before, after, past)
  if (after.dataset.kind === 'address')
    return [
      ...status,
      ...compareFields(before, after, { decode: decodeAddress, fields: ADDRESS_FIELDS_COMPARED }, past),
    ]
  const isPerson = [before, after].some(
    (state) => state !== undefined && mayBePerson(decodeCompany(state.version.body)),
  )
  const fields = isPerson ? PERSON_FIELDS_COMPARED : COMPANY_FIELDS_COMPARED
  const told = status.filter(({ what }) => !isPerson || TOLD_OF_PERSONS.includes(what))
  return [...told, ...compareFields(before, after, { decode: decodeCompany, fields }, past)]
}

function compareStatus(before: RecordState | undefined, after: RecordState, { imports, since }: Past): StateChange[] {
  if (before?.status === after.status) return []
  const by = findStatusImport(before, after, imports)
  const step = before === undefined ? undefined : listSteps(before, after).find(([, { began }]) => began === by)
  if (step !== undefined && isReadAgain(step[0], step[1])) return []
  const change = (what: string, text: string | null = null): StateChange[] => [{ what, before: null, after: text, by }]
  if (before === undefined) {
    if (after.status === 'source_removed') return []
    const isNew = since < after.history.versions[0]!.began.generation
    return change(isNew ? 'new' : 'revived')
  }
  if (after.status === 'dissolved') return change('ended', knownDay(decodeCompany(after.version.body).dissolvedOn))
  return change(after.status === null ? 'revived' : 'removed')
}

interface Rules<R> {
  readonly decode: (body: string) => R
  readonly fields: readonly ComparedField<R>[]
}

function compareFields<R>(
  before: RecordState | undefined,
  after: RecordState,
  { decode, fields }: Rules<R>,
  { imports }: Past,
): StateChange[] {
  if (before === undefined || before.version === after.version) return []
  const [was, is] = [decode(before.version.body), decode(after.version.body)]
  const otherRecord = before.history === after.history ? undefined : findStatusImport(before, after, imports)
  return fields.flatMap((field) => {
    if (field.isEqual(was, is) || (field.needsBoth && (field.isUnknown(was) || field.isUnknown(is)))) return []
    const step = listSteps(before, after).findLast((versions) => hasChanged(field, versions, decode))
    if (step === undefined) return []
    return [{ what: field.what, before: field.show(was), after: field.show(is), by: otherRecord ?? step[1].began }]
  })
}

/** A field that only one of two readings or sources has is no change. */
function hasChanged<R>(
  field: ComparedField<R>,
  [a, b]: readonly [RecordVersion, RecordVersion],
  decode: (body: string) => R,
): boolean {
  const [was, is] = [decode(a.body), decode(b.body)]
  if (field.isEqual(was, is) || isReadAgain(a, b)) return false
  const isComparable =
    a.began.projectionVersion === b.began.projectionVersion && a.began.datasetId === b.began.datasetId
  return isComparable || !(field.isUnknown(was) || field.isUnknown(is))
}

/** The same row, read by another version of this program. */
function isReadAgain(a: RecordVersion, b: RecordVersion): boolean {
  if (a.began.projectionVersion === b.began.projectionVersion || a.began.datasetId !== b.began.datasetId) return false
  return a.fileSha256 === b.fileSha256 || (readUpdatedOn(a) !== null && readUpdatedOn(a) === readUpdatedOn(b))
}

function readUpdatedOn({ body }: RecordVersion): string | null {
  const fields = JSON.parse(body) as unknown[]
  return fields.length < 28 ? null : decodeCompany(body).updatedOn
}
