import type { Registry } from '../registry.ts'
import { arrangeRpo } from './arrange.ts'
import { RPO_DATASET } from './dataset.ts'
import { describeRpo } from './describe.ts'
import { readRpo } from './read.ts'

/** Register právnických osôb, podnikateľov a orgánov verejnej moci: every company, office and trader of Slovakia. */
export const skRpo: Registry = {
  name: 'sk-rpo',
  title: 'Slovakia: register of legal entities and entrepreneurs (RPO)',
  datasets: [RPO_DATASET],
  projectionVersion: '3',
  arrange: arrangeRpo,
  describe: describeRpo,
  filesAreIndependent: true,
  read: readRpo,
}
