import { readTable } from '../read-table.ts'

/** Names as the address register writes them. The city parts of Bratislava and Košice count one by one. */
export const SLOVAK_REGIONS = readTable('slovak/regions.tsv', ['nuts', 'name', 'municipalities']).map(
  ({ nuts, name, municipalities }) => ({ nuts, name, municipalities: Number(municipalities) }),
)

/**
 * Where the seat of each lies, and the first three digits of its postal codes. The region is the first five characters
 * of the LAU1 code.
 */
export const SLOVAK_COUNTIES = readTable('slovak/counties.tsv', ['lau', 'name', 'longitude', 'latitude', 'postal']).map(
  ({ lau, name, longitude, latitude, postal }) => ({
    lau,
    name,
    longitude: Number(longitude),
    latitude: Number(latitude),
    postal,
  }),
)
