import proj4 from 'proj4'
import { chebyshevSurface } from '../../stdx/chebyshev-surface.ts'

export interface Wgs84 {
  /** Degrees, seven decimals: a centimetre. */
  readonly latitude: number
  readonly longitude: number
}

/**
 * S-JTSK with EPSG's "S-JTSK to WGS 84 (1)", good to a metre. The shift 589,76,480 that PROJ and most libraries come
 * with is off by ten metres in Praha.
 */
const KROVAK =
  '+proj=krovak +lat_0=49.5 +lon_0=24.83333333333333 +alpha=30.28813972222222 +k=0.9999 +x_0=0 +y_0=0 ' +
  '+ellps=bessel +units=m +no_defs +towgs84=570.8,85.7,462.8,4.998,1.587,5.261,3.56'

/** All of Czechia, by the extremes of the published points, rounded outwards. Metres. */
const CZECHIA = { xMin: 430_000, xMax: 904_000, yMin: 934_000, yMax: 1_222_000 }

const transformation = proj4(KROVAK, 'WGS84')

/**
 * The register publishes both coordinates positive and Y first; proj4 wants easting and northing, which are their
 * negatives.
 */
export function byProj4(y: number, x: number): readonly [latitude: number, longitude: number] {
  const [longitude, latitude] = transformation.forward([-y, -x]) as [number, number]
  return [latitude, longitude]
}

/**
 * proj4 takes 0.7 µs for a point, as long as all else that is done for a row; this takes a seventh and differs by less
 * than 0.1 mm.
 */
const fast = chebyshevSurface(byProj4, CZECHIA)

/** Souřadnice Y and X → WGS 84. */
export function toWgs84(y: number, x: number): Wgs84 {
  const [latitude, longitude] = fast(y, x)
  return { latitude: Math.round(latitude * 1e7) / 1e7, longitude: Math.round(longitude * 1e7) / 1e7 }
}
