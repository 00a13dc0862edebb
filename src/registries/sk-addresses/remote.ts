import { newestSet, type Remote } from '../remote.ts'
import { REGIONS } from './datasets.ts'

/**
 * Two publications of one register. The host of the daily files resets connections from some networks; if a region
 * cannot be had, the quarterly file of the whole country is fetched as well, and a release takes from it what it lacks.
 */
export const SK_ADDRESSES_REMOTE: Remote<'region' | 'csv'> = {
  registry: 'sk-addresses',
  addresses: {
    region: 'https://rageo.minv.sk/opendata/dataset/address_by_nuts3_{nuts3}.geojson',
    csv: 'https://data.slovensko.sk/download?id=d22c42f3-82b5-450d-b8fb-4245d50a31ec',
  },
  async find({ addresses }) {
    const sets = REGIONS.map((nuts3) => {
      const url = addresses.region.replaceAll('{nuts3}', nuts3)
      return newestSet(`region ${nuts3}`, [{ name: `address_by_nuts3_${nuts3}.geojson`, url, role: 'data' }])
    })
    return { sets, sequence: 'each', refused: [] }
  },
  insteadOf: ({ csv }) => [
    newestSet('the national CSV', [{ name: 'adresy_podla_krajov.csv', url: csv, role: 'data' }]),
  ],
}
