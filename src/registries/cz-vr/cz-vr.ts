import type { Registry } from '../registry.ts'
import { arrange } from './arrange.ts'
import { DATASET } from './dataset.ts'
import { describeVr } from './describe.ts'
import { readCompanies } from './read-companies.ts'

/** Czech public registers (companies, associations, foundations…) as ARES of the ministry of finance publishes them. */
export const czVr: Registry = {
  name: DATASET.registry,
  title: 'VR, public registers of Czechia (ARES, ministry of finance)',
  datasets: [DATASET],
  projectionVersion: '3',
  arrange,
  describe: describeVr,
  read: readCompanies,
}
