import type { CatalogHistory } from '../catalog/record-history.ts'
import { decodeCompany } from '../records/canonical.ts'
import type { Country, Kind } from '../records/country.ts'
import { deriveRecordId } from '../records/record-id.ts'
import { formatSourceKey } from '../records/source-key.ts'
import { findSegment } from '../release/release.ts'
import { formatCount } from '../stdx/format-count.ts'
import type { ChangesQuery, SourceGroup } from './changes-query.ts'
import { compareStates, type StateChange } from './compare-states.ts'
import { findChangedNumbers, findChangedPoints } from './find-changed.ts'
import { pairSubjects } from './pair-subjects.ts'
import { findBase, findState, type RecordState, type SourceRecord } from './record-state.ts'

export type { ChangesQuery, Moment } from './changes-query.ts'
export { ListedRecords } from './listed-records.ts'

export interface Change {
  /** Rows of the list that name the record; none without a list. */
  readonly rows: readonly number[]
  readonly country: Country
  readonly kind: Kind
  readonly id: string
  readonly number: string | null
  readonly what: string
  readonly before: string | null
  readonly after: string | null
  readonly source: string
  readonly registerDay: string | null
  readonly ourDay: string
}

/** What happened to records between two moments, by country and kind; undefined: a pause. */
export function* findChanges(history: CatalogHistory, query: ChangesQuery): Generator<Change | undefined> {
  for (const country of query.countries) {
    for (const kind of query.kinds) {
      const group = listGroup(history, country, kind)
      if (group.length === 0) continue
      yield* listWithdrawn(history, group, query)
      const groups =
        kind === 'company' ? findChangedNumbers(history, group, query) : findChangedPoints(history, group, query)
      for (const keys of groups) {
        if (keys === undefined) yield undefined
        else yield* compareSubjects(history, group, { keys, query })
      }
    }
  }
}

/** What the history does not reach. */
export function* describeUnknown(history: CatalogHistory, query: ChangesQuery): Generator<string> {
  for (const { id, dataset } of query.countries.flatMap((one) =>
    query.kinds.flatMap((kind) => listGroup(history, one, kind)),
  )) {
    const imports = history.imports
      .values()
      .filter(({ datasetId, generation }) => datasetId === id && query.since.generation < generation)
    let returned = 0
    let last = ''
    for (const { isFirst, scope, importedAt, returnedUnknown } of imports) {
      if (isFirst)
        yield `${dataset.name}${scope === '' ? '' : ` (${scope})`}: unknown before ${importedAt.slice(0, 10)}, the day of its first import`
      returned += returnedUnknown
      if (returnedUnknown !== 0) last = importedAt.slice(0, 10)
    }
    if (returned !== 0)
      yield `${dataset.name}: it is unknown before ${last} that ${formatCount(returned, 'record')} came back`
  }
}

function listGroup(history: CatalogHistory, country: Country, kind: Kind): SourceGroup {
  const names = findSegment(`${kind === 'company' ? 'companies' : 'addresses'}-${country}`).datasets
  return names.flatMap((name) =>
    history.datasets.filter(({ dataset }) => dataset.name === name && dataset.kind === kind),
  )
}

function* compareSubjects(
  history: CatalogHistory,
  group: SourceGroup,
  { keys, query }: { readonly keys: readonly number[]; readonly query: ChangesQuery },
): Generator<Change> {
  const records = keys.map((key) => readRecord(history, group, key))
  const before = records.map((record) => findBase(record, query.since.generation, query.until.generation))
  const after = records.map((record) => findState(record, query.until.generation))
  const isCompany = group[0]!.dataset.kind === 'company'
  const pairs = isCompany
    ? pairSubjects(before.filter(isKnown), after.filter(isKnown))
    : [{ before: before[0], after: after[0] }]
  const past = { imports: history.imports, since: query.since.generation }
  for (const pair of pairs) {
    if (pair.after === undefined) continue
    const { dataset, history: own, version } = pair.after
    const number = isCompany ? decodeCompany(version.body).ico : null
    const record = { dataset, key: own.key, number }
    const rows = findRows(query, record, keys)
    if (rows === undefined) continue
    for (const change of compareStates(pair.before, pair.after, past)) yield describe(record, change, rows)
  }
}

function* listWithdrawn(history: CatalogHistory, group: SourceGroup, query: ChangesQuery): Generator<Change> {
  const subjects = new Map<string, { readonly record: FoundRecord; readonly at: string; readonly keys: number[] }>()
  for (const { id, dataset } of group) {
    for (const { key, at } of history.withdrawals({ id, dataset })) {
      if (at < query.since.at || query.until.at < at) continue
      const number = dataset.kind === 'company' ? history.numberOf(id, key) : null
      const first = { record: { dataset, key, number }, at, keys: [] }
      subjects.getOrInsert(number ?? `key ${key}`, first).keys.push(key)
    }
  }
  for (const { record, at, keys } of subjects.values()) {
    const rows = findRows(query, record, keys)
    const told = { what: 'withdrawn', before: null, after: null, registerDay: null, ourDay: at.slice(0, 10) }
    if (rows !== undefined) yield { rows, ...toPublicRecord(record), ...told }
  }
}

interface FoundRecord {
  readonly dataset: SourceRecord['dataset']
  readonly key: number
  readonly number: string | null
}

function describe(record: FoundRecord, { what, before, after, by }: StateChange, rows: readonly number[]): Change {
  const days = { registerDay: by.observedOn, ourDay: by.importedAt.slice(0, 10) }
  return { rows, ...toPublicRecord(record), what, before, after, ...days }
}

function toPublicRecord({ dataset, key, number }: FoundRecord) {
  const { country, kind, name: source } = dataset
  return { country, kind, id: deriveRecordId(country, kind, formatSourceKey(key, dataset.keyForm)), number, source }
}

/** The rows that name one of the records of a subject; undefined: the list does not have it. */
function findRows(
  { listed }: ChangesQuery,
  { dataset, number }: FoundRecord,
  keys: readonly number[],
): number[] | undefined {
  if (listed === undefined) return []
  const rows = [...new Set(keys.flatMap((key) => listed.rowsOf(dataset, key, number)))]
  return rows.length === 0 ? undefined : rows.toSorted((a, b) => a - b)
}

function readRecord(history: CatalogHistory, group: SourceGroup, key: number): SourceRecord[] {
  return group.flatMap(({ id, dataset }) => {
    const own = history.read(id, key)
    return own === undefined || own.withdrawn ? [] : [{ dataset, history: own }]
  })
}

function isKnown(state: RecordState | undefined): state is RecordState {
  return state !== undefined
}
