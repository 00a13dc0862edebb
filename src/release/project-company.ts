import type { SnapshotRow } from '../catalog/snapshot.ts'
import type { SeatJoinCode } from '../engine/companies/companies.ts'
import { decodeCompany } from '../records/canonical.ts'
import type { Company } from '../records/company.ts'
import { deriveStatus, type RecordStatus } from '../records/status.ts'
import type { SeatJoiner } from './join-seat.ts'
import { addJoined, type Joined } from './read-detail.ts'

export interface ProjectedCompany {
  readonly company: Company
  readonly status: RecordStatus
  /** Fields from other records. */
  readonly joined: Joined | null
  readonly seatJoin: SeatJoinCode
}

/** Makes the published company from a record. `other`: the record of the country's second dataset with the same key. */
export function projectCompany(row: SnapshotRow, other: SnapshotRow | undefined, seats: SeatJoiner): ProjectedCompany {
  const own = decodeCompany(row[3])
  const withdrawn = row[6] === 1
  const register =
    !withdrawn && own.register === null && other !== undefined && other[5] === null
      ? decodeCompany(other[3]).register
      : null
  const { code: seatJoin, filled: seat } = seats.join(own.seat)
  const joined = register === null && seat === null ? null : { register, seat }
  const company = joined === null ? own : addJoined(own, joined)
  return {
    company,
    joined,
    seatJoin,
    status: deriveStatus({ withdrawn, dissolvedOn: company.dissolvedOn, retired: row[5] !== null }),
  }
}
