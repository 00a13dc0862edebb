import { readTable } from '../read-table.ts'

/** `cohesion`: the code of the region soudržnosti. `municipalities`: with the four military districts. */
export const CZECH_REGIONS = readTable('czech/regions.tsv', [
  'ruian',
  'nuts',
  'name',
  'cohesion',
  'municipalities',
]).map(({ ruian, nuts, name, cohesion, municipalities }) => ({
  ruian: Number(ruian),
  nuts,
  name,
  cohesion: Number(cohesion),
  municipalities: Number(municipalities),
}))

/** Where the seat of each lies, and the first three digits of its postal codes. */
export const CZECH_COUNTIES = readTable('czech/counties.tsv', [
  'ruian',
  'lau',
  'name',
  'longitude',
  'latitude',
  'postal',
]).map(({ ruian, lau, name, longitude, latitude, postal }) => ({
  ruian: Number(ruian),
  lau,
  name,
  longitude: Number(longitude),
  latitude: Number(latitude),
  postal,
}))
