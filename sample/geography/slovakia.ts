import type { Random } from '../../src/stdx/random.ts'
import { wordList } from '../names/word-list.ts'
import { readTable } from '../read-table.ts'
import { trapHit } from '../traps.ts'
import type { CountryModel, County, Place, Region } from './country.ts'
import { withDottedNames } from './dotted-names.ts'
import { type AreaSketch, layOut, streetOrder } from './layout.ts'
import { type PlaceNames, slovakPlaceNames } from './place-names.ts'
import { type CountryOptions, codesFrom, type MilitaryDistrict, makeCounty, makeMilitaryDistrict } from './places.ts'
import { SLOVAK_CITY_PARTS, SLOVAK_TOWNS, type Town } from './towns.ts'
import { makeVillages } from './villages.ts'

/** In the whole country. */
const MUNICIPALITIES = 2927

const HONOURED = wordList(
  'Boženy Němcovej,Jozefa Murgaša,Antona Bernoláka,Pavla Dobšinského,Martina Rázusa,Andreja Kmeťa,Samuela Chalupku',
)

/**
 * Military districts: municipalities with hardly an address. Valid, so they may not upset a reader. RPO and LAU2 have a
 * bracket after the name, which model 1 wrote everywhere.
 */
const MILITARY: readonly MilitaryDistrict[] = [
  ['Lešť', 'SK032A', 19.3, 48.37],
  ['Záhorie', 'SK0106', 17.1, 48.55],
  ['Valaškovce', 'SK0412', 22.0, 48.9],
]

/** Slovakia as the address register sees it: no Bratislava and no Košice, but their 17 and 22 parts. */
export function makeSlovakia({ points, towns, municipalities, stream }: CountryOptions): CountryModel {
  const names = slovakPlaceNames(stream.model)
  const regions = SLOVAK_REGIONS.map(({ nuts, name }): Region => ({ code: nuts, name, ruian: 0, cohesion: 0 }))
  const counties = new Map(SLOVAK_COUNTIES.map((row) => [row.lau, makeCounty({ ...row, ruian: 0 }, regions)]))
  const nextCode = codesFrom(500_000, 11, new Set(SLOVAK_CITY_PARTS.flatMap((part) => part.code ?? [])))
  const bracket = stream.model === 1 ? ' (vojenský obvod)' : ''
  const named = [
    ...SLOVAK_CITY_PARTS.map((part) => ({ ...placeOf(part, counties, nextCode), kind: 'city' as const })),
    ...MILITARY.map(([name, ...place]) => makeMilitaryDistrict([name + bracket, ...place], counties, nextCode)),
    ...SLOVAK_TOWNS.slice(0, towns).map((town) => placeOf(town, counties, nextCode)),
  ]
  // The fewer villages, the larger each: as many points as in the whole country lie in villages.
  const villagesMissing =
    (MUNICIPALITIES - (SLOVAK_CITY_PARTS.length + MILITARY.length + SLOVAK_TOWNS.length)) /
    (municipalities - named.length)
  const villages = makeVillages({
    nameOf: names.village,
    count: municipalities - named.length,
    weights: villageWeights([...counties.values()]),
    stream: stream('sk-village'),
    nextCode,
    taken: named,
    repeats: stream.model === 1 ? 0.04 : 0.03,
  })
  const places = [...named, ...villages].toSorted(byCounty)
  // Model 2 has fewer entrances in towns, so that a quarter of the municipalities have streets.
  const townShare = stream.model === 1 ? 1 : 0.62
  const entrancesOf = (place: Place) => weightOf(place) * (place.kind === 'town' ? townShare : 1)
  const partStream = stream('sk-part')
  let partCode = 400_000
  const nextPart = () => (partCode += 3)
  let streetCode = 30_000
  return layOut({
    regions,
    places,
    weightOf: (place) => (place.kind === 'village' ? entrancesOf(place) * villagesMissing : entrancesOf(place)),
    areasOf: (place, index) => slovakAreas(place, partStream(index), nextPart, names.part),
    points,
    streetless: 973_318 / 1_739_536,
    takeStreet: withDottedNames(
      names.streets(() => (streetCode += 2)),
      HONOURED,
      trapHit(stream, 'sk-street/dotted-first-name'),
    ),
    streetOrder: streetOrder(stream, 'sk-street-order', 'evenly'),
    streetStream: stream('sk-street'),
    areaStream: stream('sk-area'),
  })
}

function placeOf(town: Town, counties: ReadonlyMap<string, County>, nextCode: () => number): Place {
  const county = counties.get(town.county)!
  return { ...town, county, region: county.region, code: town.code ?? nextCode(), kind: 'town' }
}

/** City okresy have no villages; the others of a region have about as many each. */
function villageWeights(counties: readonly County[]): Map<County, number> {
  const rural = counties.filter((county) => !/^(Bratislava|Košice) I?[IV]+$/.test(county.name))
  const quotas = new Map(SLOVAK_REGIONS.map(({ nuts, municipalities }) => [nuts, municipalities]))
  return new Map(
    rural.map((county) => {
      const fellows = rural.filter((other) => other.region === county.region).length
      const towns = SLOVAK_TOWNS.filter((town) => town.county === county.code).length
      const parts = county.region.code === 'SK010' ? 17 : county.region.code === 'SK042' ? 22 : 0
      const quota = (quotas.get(county.region.code)! - parts) / fellows
      return [county, Math.max(1, quota - towns)]
    }),
  )
}

/**
 * Entrances per person: towns live in blocks of flats, villages in houses. Region SK010 comes out at its real 160 000
 * points.
 */
function weightOf(place: Place): number {
  const crowded = place.kind === 'city' ? 0.15 : place.population < 10_000 ? 0.36 : 0.25
  return place.population * crowded * (place.region.code === 'SK010' ? 0.88 : 1)
}

function byCounty(a: Place, b: Place): number {
  const codeA = a.county!.code
  const codeB = b.county!.code
  if (codeA !== codeB) return codeA < codeB ? -1 : 1
  return a.code - b.code
}

/** City parts and small villages have no parts, larger places a few, one of them named like the place itself. */
function slovakAreas(place: Place, random: Random, nextPart: () => number, partName: PlaceNames['part']): AreaSketch[] {
  const { postalCode, population } = place
  const alone = { district: null, obvod: 0, postalCode, weight: 1 }
  const town = place.kind === 'town' || place.kind === 'city'
  const wish = random.fraction()
  if (place.kind === 'city' || place.kind === 'military' || (place.kind === 'village' && wish < 0.2)) {
    return [{ ...alone, part: null, alwaysStreets: town }]
  }
  const count = town ? Math.min(8, 2 + Math.floor(population / 15_000)) : wish < 0.85 ? 1 : 2 + random.below(3)
  const named = new Set([place.name])
  return Array.from({ length: count }, (_, i) => ({
    ...alone,
    part: { name: i === 0 ? place.name : partName(named, town, random), code: nextPart() },
    weight: i === 0 ? 1.4 * count : 0.5 + random.fraction(),
    alwaysStreets: town && i === 0,
  }))
}

/** Names as the address register writes them. The city parts of Bratislava and Košice count one by one. */
const SLOVAK_REGIONS = readTable('slovak/regions.tsv', ['nuts', 'name', 'municipalities']).map(
  ({ nuts, name, municipalities }) => ({ nuts, name, municipalities: Number(municipalities) }),
)

/**
 * Where the seat of each lies, and the first three digits of its postal codes. The region is the first five characters
 * of the LAU1 code.
 */
const SLOVAK_COUNTIES = readTable('slovak/counties.tsv', ['lau', 'name', 'longitude', 'latitude', 'postal']).map(
  ({ lau, name, longitude, latitude, postal }) => ({
    lau,
    name,
    longitude: Number(longitude),
    latitude: Number(latitude),
    postal,
  }),
)
