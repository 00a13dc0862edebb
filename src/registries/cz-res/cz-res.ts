import type { Registry } from '../registry.ts'
import { arrange } from './arrange.ts'
import { DATASET } from './dataset.ts'
import { describeRes } from './describe.ts'
import { readCompanies } from './read-companies.ts'

/** Czech companies and sole traders: RES of the statistical office ČSÚ, twice a month. */
export const czRes: Registry = {
  name: DATASET.registry,
  title: 'RES, register of economic subjects of Czechia (ČSÚ)',
  datasets: [DATASET],
  projectionVersion: '2',
  arrange,
  describe: describeRes,
  read: readCompanies,
}
