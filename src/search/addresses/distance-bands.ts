/** Where the asker is, WGS 84 in degrees. */
export interface Position {
  readonly latitude: number
  readonly longitude: number
}

/**
 * Within a tier what is nearer comes first, and what lies about as far in rank order: a small street around the corner before a great one in
 * another town, the town's great one before its small ones. In kilometres: on foot, in town, around town, in the region, half a day away.
 */
const BANDS_KM = [2, 5, 15, 40, 100] as const
/** Beyond the last band, or who knows where. */
export const FARTHEST_BAND = BANDS_KM.length

const KM_PER_DEGREE = 111.2
const RADIANS = Math.PI / 180

/** Streets and countries are small: the earth is flat there, and degrees of longitude are as long as at the asker. */
export function createBandOf({ latitude, longitude }: Position): (lat: number, lon: number) => number {
  const eastScale = Math.cos(latitude * RADIANS)
  return (lat, lon) => {
    const north = (lat - latitude) * KM_PER_DEGREE
    const east = (lon - longitude) * KM_PER_DEGREE * eastScale
    const squared = north * north + east * east
    for (let band = 0; band < FARTHEST_BAND; band++) if (squared <= BANDS_KM[band]! * BANDS_KM[band]!) return band
    return FARTHEST_BAND
  }
}
