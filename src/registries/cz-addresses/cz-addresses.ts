import type { Registry } from '../registry.ts'
import { arrange } from './arrange.ts'
import { DATASET } from './dataset.ts'
import { describeAddresses } from './describe.ts'
import { missingLists } from './files.ts'
import { readAddresses } from './read-addresses.ts'

/** Czech address points: RÚIAN of the cadastral office ČÚZK, the monthly file of the whole state. */
export const czAddresses: Registry = {
  name: DATASET.registry,
  title: 'RÚIAN, address points of Czechia (ČÚZK)',
  datasets: [DATASET],
  projectionVersion: '2',
  arrange,
  describe: describeAddresses,
  read: readAddresses,
  missingLists,
}
