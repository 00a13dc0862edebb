import { hash } from 'node:crypto'
import { decodeCompany, encodeRecord } from '../records/canonical.ts'
import type { Company, Seat } from '../records/company.ts'
import type { Country } from '../records/country.ts'
import { deriveRecordId } from '../records/record-id.ts'
import { reduceCompany } from '../records/reduce-company.ts'
import type { RegistryCode } from '../records/registry-code.ts'
import { formatSourceKey } from '../records/source-key.ts'
import { type RecordStatus, STATUSES } from '../records/status.ts'
import { chooseSubject, toRegistration } from '../records/subject.ts'
import type { StoredDetail } from './detail-rows.ts'
import type { WithdrawnRecords } from './withdrawals.ts'

/** The provenance of a record. */
export interface Origin {
  readonly dataset: string
  readonly sourceKey: string
  readonly revisionId: string
  readonly recordSha256: string
  readonly fileSha256: string
  readonly observedOn: string
  readonly fetchedAt: string
  readonly importedAt: string
  readonly projectionVersion: string
}

export interface Detail {
  readonly id: string
  readonly company: Company
  readonly status: RecordStatus
  readonly origin: Origin
}

export type DetailAnswer =
  | { readonly outcome: 'found'; readonly detail: Detail }
  | { readonly outcome: 'not_found' }
  /** Several current subjects of one ICO, or none current and several historical ones. See `chooseSubject`. */
  | { readonly outcome: 'ambiguous'; readonly ids: readonly string[] }

/** Fields of a company that come from other records. */
export interface Joined {
  /** Fields that the record's own seat lacks. */
  readonly seat: Partial<Seat> | null
  readonly register: RegistryCode | null
}

/** What the stored rows of one country mean. It reads no file. */
export class DetailReader {
  readonly #country: Country
  readonly #withdrawn: WithdrawnRecords

  constructor(country: Country, withdrawn: WithdrawnRecords) {
    this.#country = country
    this.#withdrawn = withdrawn
  }

  /** `rows`: all that have one ICO. */
  choose(rows: readonly StoredDetail[]): DetailAnswer {
    if (rows.length === 0) return { outcome: 'not_found' }
    const { subject, candidates } = chooseSubject(this.list(rows))
    if (subject !== undefined) return { outcome: 'found', detail: subject.main.detail }
    return { outcome: 'ambiguous', ids: candidates.map(({ main }) => main.detail.id) }
  }

  list(rows: readonly StoredDetail[]) {
    return rows.map((row) => {
      const detail = this.read(row)
      return { detail, ...toRegistration(row[0], detail.company, detail.status) }
    })
  }

  idOf([key, , , , , , form]: StoredDetail): string {
    return deriveRecordId(this.#country, 'company', formatSourceKey(key, form))
  }

  #isWithdrawn([key, , , , , , form]: StoredDetail): boolean {
    return !this.#withdrawn.isEmpty && this.#withdrawn.has(this.#country, 'company', formatSourceKey(key, form))
  }

  read(row: StoredDetail): Detail {
    const [
      key,
      body,
      status,
      sha256,
      joinedText,
      dataset,
      form,
      fileSha256,
      observedOn,
      fetchedAt,
      importedAt,
      generation,
      projection,
    ] = row
    const joined = joinedText === null ? null : (JSON.parse(joinedText) as Joined)
    const id = this.idOf(row)
    const withdrawn = this.#isWithdrawn(row) ? reduceCompany(decodeCompany(body), id) : undefined
    const hash256 = withdrawn === undefined ? sha256 : hash('sha256', encodeRecord(withdrawn), 'buffer')
    return {
      id,
      company: withdrawn ?? (joined === null ? decodeCompany(body) : addJoined(decodeCompany(body), joined)),
      status: withdrawn === undefined ? STATUSES[status]! : 'removed',
      origin: {
        dataset,
        sourceKey: formatSourceKey(key, form),
        revisionId: `${dataset}:${formatSourceKey(key, form)}@${generation}`,
        recordSha256: Buffer.from(hash256).toString('hex'),
        fileSha256,
        observedOn,
        fetchedAt,
        importedAt,
        projectionVersion: projection,
      },
    }
  }
}

export function addJoined(company: Company, joined: Joined): Company {
  return {
    ...company,
    register: company.register ?? joined.register,
    seat: { ...company.seat, ...joined.seat },
  }
}
