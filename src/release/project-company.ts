import type { SnapshotRow } from '../catalog/catalog.ts'
import type { PointMunicipalities } from '../engine/engine.ts'
import { decodeCompany } from '../records/canonical.ts'
import type { Company } from '../records/company.ts'
import { type Status, statusOf } from '../records/status.ts'
import { type Joined, withJoined } from './detail-store.ts'

export interface ProjectedCompany {
  readonly company: Company
  readonly status: Status
  /** What comes from elsewhere than the record itself. */
  readonly joined: Joined | null
}

/** A record of the catalog as a release shows it. `other`: the record that the country's second dataset has under the same key. */
export function projectCompany(
  row: SnapshotRow,
  other: SnapshotRow | undefined,
  points: PointMunicipalities | undefined,
): ProjectedCompany {
  const own = decodeCompany(row[3])
  const withdrawn = row[6] === 1
  const joined = withdrawn ? null : joinedOf(own, other, points)
  const company = joined === null ? own : withJoined(own, joined)
  return {
    company,
    joined,
    status: statusOf({ withdrawn, dissolvedOn: company.dissolvedOn, retired: row[5] !== null }),
  }
}

function joinedOf(
  own: Company,
  other: SnapshotRow | undefined,
  points: PointMunicipalities | undefined,
): Joined | null {
  const register =
    own.register === null && other !== undefined && other[5] === null ? decodeCompany(other[3]).register : null
  const { addressId } = own.seat
  const municipalityCode =
    points === undefined || addressId === null || own.seat.municipalityCode !== null ? null : points.codeOf(addressId)
  return register === null && municipalityCode === null ? null : { register, municipalityCode }
}
