import { join } from 'node:path'
import { AddressColumns, buildAddressIndex } from '../../src/engine/addresses/addresses.ts'
import { buildCompanyIndex, CompanyColumns } from '../../src/engine/companies/companies.ts'
import { COMPANY_RULES, compareEntities } from '../../src/search/ranking.ts'
import type { Rebuilt } from './build-time.ts'

/*
 * A process of its own that builds one index from its columns: `node rebuild-process.ts <folder of the release>
 * <segment> <target>`.
 */
const [dir, segment, target] = process.argv.slice(2) as [string, string, string]
const path = join(dir, `${segment}.columns`)
const rebuilt = segment.startsWith('companies')
  ? timed(CompanyColumns.openForIndexing(path), (columns) => buildCompanyIndex(columns, target, COMPANY_RULES))
  : timed(AddressColumns.open(path), (columns) => buildAddressIndex(columns, target, compareEntities))
process.stdout.write(JSON.stringify(rebuilt))

function timed<Columns extends { readonly length: number }>(
  columns: Columns,
  build: (columns: Columns) => void,
): Rebuilt {
  const cpu = process.cpuUsage()
  const startedMs = performance.now()
  build(columns)
  const { user, system } = process.cpuUsage(cpu)
  return {
    records: columns.length,
    seconds: (performance.now() - startedMs) / 1000,
    cpuSeconds: (user + system) / 1e6,
    peakMb: (process.resourceUsage().maxRSS * 1024) / 1e6,
  }
}
