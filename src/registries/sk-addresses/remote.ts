import type { Remote, RemoteSet } from '../remote.ts'

/** The eight regions (NUTS3), each a file of its own with ids and codes, new every day. */
const REGIONS = ['SK010', 'SK021', 'SK022', 'SK023', 'SK031', 'SK032', 'SK041', 'SK042'] as const

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
    return { sets: REGIONS.map((nuts3) => regionSet(nuts3, addresses.region)), sequence: 'each', refused: [] }
  },
  insteadOf: ({ csv }) => [
    {
      title: 'the national CSV',
      wanted: 'if_new',
      files: [{ name: 'adresy_podla_krajov.csv', url: csv, role: 'data' }],
    },
  ],
}

function regionSet(nuts3: string, address: string): RemoteSet {
  const url = address.replaceAll('{nuts3}', nuts3)
  return {
    title: `region ${nuts3}`,
    wanted: 'if_new',
    files: [{ name: `address_by_nuts3_${nuts3}.geojson`, url, role: 'data' }],
  }
}
