import { COUNTRIES, type Country, KINDS, type Kind } from '../records/country.ts'
import { InputError } from '../stdx/input-error.ts'
import { parseJson } from '../stdx/json-fields.ts'

/** Names a record by the key of its source. */
export interface WithdrawnKey {
  readonly country: Country
  readonly kind: Kind
  readonly sourceKey: string
}

/** A record that the operator withdrew. */
export interface Withdrawal extends WithdrawnKey {
  /** ISO time. */
  readonly withdrawnAt: string
}

/** The withdrawals that one thread applies to the release that it serves. */
export class WithdrawnRecords {
  #keys: ReadonlySet<string> = new Set()

  constructor(list: readonly Withdrawal[] = []) {
    this.replace(list)
  }

  replace(list: readonly Withdrawal[]): void {
    this.#keys = new Set(list.map(keyOf))
  }

  get isEmpty(): boolean {
    return this.#keys.size === 0
  }

  has(country: Country, kind: Kind, sourceKey: string): boolean {
    return this.#keys.size !== 0 && this.#keys.has(keyOf({ country, kind, sourceKey }))
  }
}

export function keyOf({ country, kind, sourceKey }: WithdrawnKey): string {
  return `${country} ${kind} ${sourceKey}`
}

/** Merges two lists. If both have a record, the entry of the first counts. */
export function mergeWithdrawals(first: readonly Withdrawal[], second: readonly Withdrawal[]): Withdrawal[] {
  const byKey = new Map([...second, ...first].map((one) => [keyOf(one), one]))
  return [...byKey.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

export function formatWithdrawals(list: readonly Withdrawal[]): string {
  const records = list.map(({ country, kind, sourceKey, withdrawnAt }) => ({
    country,
    kind,
    source_key: sourceKey,
    withdrawn_at: withdrawnAt,
  }))
  return `${JSON.stringify({ format: 1, records }, null, 2)}\n`
}

/** Throws an InputError if the text is not such a list: a server must not take it for an empty one. */
export function parseWithdrawals(text: string, path: string): Withdrawal[] {
  const damaged = new InputError(
    `${path} is damaged: it lists the withdrawn records. Restore it from a backup, or move it away and repeat \`regista record remove\` for any record.`,
  )
  const content = parseJson(text) as { readonly format?: unknown; readonly records?: unknown } | null | undefined
  if (content?.format !== 1 || !Array.isArray(content.records)) throw damaged
  return content.records.map((record: Readonly<Record<string, unknown>> | null) => {
    const country = COUNTRIES.find((one) => one === record?.country)
    const kind = KINDS.find((one) => one === record?.kind)
    const { source_key: sourceKey, withdrawn_at: withdrawnAt } = record ?? {}
    if (country === undefined || kind === undefined) throw damaged
    if (typeof sourceKey !== 'string' || typeof withdrawnAt !== 'string') throw damaged
    return { country, kind, sourceKey, withdrawnAt }
  })
}
