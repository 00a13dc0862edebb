import proj4 from 'proj4'

/** EPSG "S-JTSK to WGS 84 (1)". The default of many libraries, 589,76,480, is off by up to ten metres. */
const S_JTSK =
  '+proj=krovak +lat_0=49.5 +lon_0=24.83333333333333 +alpha=30.28813972222222 +k=0.9999 +x_0=0 +y_0=0 ' +
  '+ellps=bessel +units=m +no_defs ' +
  '+towgs84=570.8,85.7,462.8,4.998,1.587,5.261,3.56'

const projection = proj4('WGS84', S_JTSK)

/** Degrees to the metres that RÚIAN writes: positive, Y (westward) first, then X (southward). */
export function krovak(longitude: number, latitude: number): [y: number, x: number] {
  const [easting, northing] = projection.forward([longitude, latitude]) as [number, number]
  return [-easting, -northing]
}
