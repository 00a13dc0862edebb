/** The position of the user, WGS 84 in degrees. */
export interface Position {
  readonly latitude: number
  readonly longitude: number
}

/**
 * The upper bounds of the distance bands. Nearer bands come first; hits of one band are in rank order. So a small
 * street nearby comes before a large one in another town, and the large streets of a town before its small ones.
 */
const BANDS_KM = [2, 5, 15, 40, 100] as const
/** The band beyond the last bound, and of unknown positions. */
export const FARTHEST_BAND = BANDS_KM.length

const KM_PER_DEGREE = 111.2
const RADIANS = Math.PI / 180

/** Returns the band of a position. Distances are short, so the earth counts as flat. */
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
