import type { Registry } from '../registry.ts'
import { arrangeAddresses } from './arrange.ts'
import { readAddressCsv } from './csv-reader.ts'
import { CSV_DATASET, RAGEO_DATASET } from './datasets.ts'
import { describeAddresses } from './describe.ts'
import { readRageo } from './rageo-reader.ts'

/**
 * Register adries: every numbered building of Slovakia, as one national CSV and as a GeoJSON file (RAGEO) for each
 * region.
 */
export const skAddresses: Registry = {
  name: 'sk-addresses',
  title: 'Slovakia: register of addresses (RA)',
  datasets: [CSV_DATASET, RAGEO_DATASET],
  projectionVersion: '2',
  arrange: arrangeAddresses,
  describe: describeAddresses,
  async read(set, sink) {
    for (const file of set.files) {
      await (set.dataset.name === CSV_DATASET.name ? readAddressCsv(file, sink) : readRageo(file, set.scope, sink))
    }
  },
}
