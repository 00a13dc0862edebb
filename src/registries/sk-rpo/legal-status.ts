import type { RegistryCode } from '../../records/registry-code.ts'
import { compareText } from '../../stdx/compare-text.ts'
import type { JsonObject } from '../../stdx/json-fields.ts'
import type { Missing } from '../lost-values.ts'
import { codeField } from './code-field.ts'
import { type Dated, history } from './history.ts'

/** "Bez záznamu": the register has no status of this company. */
const NO_STATUS = 1

/** "Zaniknutá spoločnosť": deleted from its register. */
const DELETED = 17

/** An entry made by mistake: the record is no company. */
const MISTAKE = 19

/** Bankruptcy, restructuring, liquidation, then other proceedings: what a partner of a living company must know. */
const PROCEEDINGS = [3, 4, 2, 6, 7, 8, 5]

/** Kinds of "Zrušená …": dissolved by a decision. The company lives on until it is deleted. */
const DISSOLVED = [9, 10, 11, 12, 13, 14, 15, 16, 18]

/** The order in which one of several statuses is shown. A code that is in neither list comes before the last one. */
const LIVING_ORDER = [...PROCEEDINGS, ...DISSOLVED]
const TERMINATED_ORDER = [DELETED, ...DISSOLVED, ...PROCEEDINGS]

interface Status {
  readonly value: RegistryCode
  readonly code: number
  readonly from: string
}

/** The statuses that hold now. They are a set, not a history: several can hold from the same day. */
export interface LegalStatuses {
  /** The one that is shown. It depends on the entries only, never on their order in the record. */
  readonly shown: RegistryCode | null
  readonly isMistake: boolean
}

export function legalStatusesOf(record: JsonObject, isTerminated: boolean, missing: Missing): LegalStatuses {
  const statuses: Status[] = []
  for (const { value: entry, from } of holding(history(record, 'legalStatuses', missing), isTerminated)) {
    const value = codeField(entry, 'value', 'legalStatuses.')
    if (value === null) continue
    const code = codeNumber(value.code)
    if (code !== NO_STATUS) statuses.push({ value, code, from })
  }
  const [first] = statuses.sort((a, b) => compareStatuses(a, b, isTerminated))
  return { shown: first?.value ?? null, isMistake: statuses.some(({ code }) => code === MISTAKE) }
}

/** A code that is no number comes after those that are. */
function codeNumber(code: string | null): number {
  return code !== null && /^[0-9]{1,9}$/.test(code) ? Number(code) : -1
}

/** The entries without an end. A terminated company has none, so the ones with the latest end. */
function holding(entries: readonly Dated<JsonObject>[], isTerminated: boolean): readonly Dated<JsonObject>[] {
  const open = entries.filter(({ to }) => to === null)
  if (open.length !== 0 || !isTerminated) return open
  let last = ''
  for (const { to } of entries) if (last < to!) last = to!
  return entries.filter(({ to }) => to === last)
}

/** Negative if `a` is shown before `b`. */
function compareStatuses(a: Status, b: Status, isTerminated: boolean): number {
  const byRank = rank(a.code, isTerminated) - rank(b.code, isTerminated)
  const byAge = compareText(b.from, a.from)
  return byRank || byAge || b.code - a.code || compareText(JSON.stringify(b.value), JSON.stringify(a.value))
}

/** A living company cannot be deleted, so that status comes last. */
function rank(code: number, isTerminated: boolean): number {
  const order = isTerminated ? TERMINATED_ORDER : LIVING_ORDER
  const place = order.indexOf(code)
  if (place !== -1) return place
  return code === DELETED ? order.length + 1 : order.length
}
