import type { Random } from '../../src/stdx/random.ts'
import { wordList } from '../names/word-list.ts'
import { trapHit } from '../traps.ts'
import type { CountryModel, County, Named, Place, Region } from './country.ts'
import { CZECH_COUNTIES, CZECH_REGIONS } from './czech-counties.ts'
import { CZECH_DISTRICTS, type CzechDistrict } from './czech-districts.ts'
import { withDottedNames } from './dotted-names.ts'
import { type AreaSketch, layOut, streetOrder } from './layout.ts'
import { czechPlaceNames, type PlaceNames } from './place-names.ts'
import { type CountryOptions, codesFrom, type MilitaryDistrict, makeCounty, makeMilitaryDistrict } from './places.ts'
import { CZECH_TOWNS, type Town } from './towns.ts'
import { makeVillages } from './villages.ts'

/** In the whole country. */
const MUNICIPALITIES = 6258

const HONOURED = wordList(
  'Boženy Němcové,Svatopluka Čecha,Aloise Jiráska,Antonína Dvořáka,Josefa Lady,Elišky Krásnohorské,Otakara Březiny',
)

const MILITARY: readonly MilitaryDistrict[] = [
  ['Boletice', 'CZ0312', 14.22, 48.82],
  ['Březina', 'CZ0646', 16.87, 49.33],
  ['Hradiště', 'CZ0412', 13.05, 50.25],
  ['Libavá', 'CZ0712', 17.52, 49.7],
]

/** Czechia as RÚIAN sees it: obce with their části, the divided cities with districts, Praha without an okres. */
export function makeCzechia({ points, towns, municipalities, stream }: CountryOptions): CountryModel {
  const names = czechPlaceNames(stream.model)
  const regions = CZECH_REGIONS.map(
    ({ ruian, nuts, name, cohesion }): Region => ({ code: nuts, name, ruian, cohesion }),
  )
  const counties = new Map(CZECH_COUNTIES.map((row) => [row.lau, makeCounty(row, regions)]))
  const nextCode = codesFrom(500_000, 15, new Set(CZECH_TOWNS.flatMap((town) => town.code ?? [])))
  const named = [
    ...CZECH_TOWNS.slice(0, towns).map((town) => placeOf(town, counties, regions[0]!, nextCode)),
    ...MILITARY.map((row) => makeMilitaryDistrict(row, counties, nextCode)),
  ]
  // The fewer villages, the larger each: as many points as in the whole country lie in villages.
  const villagesMissing = (MUNICIPALITIES - (MILITARY.length + CZECH_TOWNS.length)) / (municipalities - named.length)
  const villages = makeVillages({
    nameOf: names.village,
    count: municipalities - named.length,
    weights: villageWeights([...counties.values()]),
    stream: stream('cz-village'),
    nextCode,
    taken: named,
    repeats: stream.model === 1 ? 0.3 : 0.1,
  })
  const partStream = stream('cz-part')
  const nextPart = codesFrom(400_000, 5, new Set())
  const nextDistrict = codesFrom(
    538_000,
    27,
    new Set([...CZECH_DISTRICTS.values()].flat().flatMap((one) => one.code ?? [])),
  )
  return layOut({
    regions,
    places: [...named, ...villages].toSorted((a, b) => a.code - b.code),
    weightOf: (place) => (place.kind === 'village' ? weightOf(place) * villagesMissing : weightOf(place)),
    areasOf: (place, index) => czechAreas(place, { partName: names.part, nextPart, nextDistrict }, partStream(index)),
    points,
    streetless: 0.44,
    takeStreet: withDottedNames(
      names.streets(codesFrom(100_000, 7, new Set())),
      HONOURED,
      trapHit(stream, 'cz-street/dotted-first-name'),
    ),
    streetOrder: streetOrder(stream, 'cz-street-order', 'by size'),
    streetStream: stream('cz-street'),
    areaStream: stream('cz-area'),
  })
}

function placeOf(town: Town, counties: ReadonlyMap<string, County>, praha: Region, nextCode: () => number): Place {
  const county = town.county === '' ? null : counties.get(town.county)!
  const kind = CZECH_DISTRICTS.has(town.name) ? ('city' as const) : ('town' as const)
  return { ...town, county, region: county?.region ?? praha, code: town.code ?? nextCode(), kind }
}

/** Obce of okresy that are hardly more than their city. */
const SMALL_COUNTIES: ReadonlyMap<string, number> = new Map([
  ['CZ0642', 0],
  ['CZ0806', 13],
  ['CZ0323', 15],
  ['CZ0803', 17],
])

function villageWeights(counties: readonly County[]): Map<County, number> {
  const quotas = new Map(CZECH_REGIONS.map(({ nuts, municipalities }) => [nuts, municipalities]))
  return new Map(
    counties.flatMap((county) => {
      const small = SMALL_COUNTIES.get(county.code)
      const towns = CZECH_TOWNS.filter((town) => town.county === county.code).length
      if (small !== undefined) return small <= towns ? [] : [[county, small - towns] as const]
      const fellows = counties.filter((one) => one.region === county.region && !SMALL_COUNTIES.has(one.code)).length
      return [[county, quotas.get(county.region.code)! / fellows - towns] as const]
    }),
  )
}

function weightOf(place: Place): number {
  const crowded = place.population < 10_000 ? 0.36 : place.population < 60_000 ? 0.22 : 0.14
  return place.population * crowded
}

interface PartOptions {
  readonly partName: PlaceNames['part']
  readonly nextPart: () => number
  readonly nextDistrict: () => number
}

/** A část obce keeps its code in every district it reaches into. */
function czechAreas(
  place: Place,
  { partName, nextPart, nextDistrict }: PartOptions,
  random: Random,
): readonly AreaSketch[] {
  const districts = CZECH_DISTRICTS.get(place.name)
  if (place.kind === 'city' && districts !== undefined) return cityAreas(districts, nextPart, nextDistrict)
  const { postalCode } = place
  const town = place.kind === 'town'
  const many = town ? 3 + random.below(6) : Math.min(12, 1 + Math.floor(-Math.log(1 - random.fraction()) * 1.85))
  const count = place.kind === 'military' ? 1 : many
  const named = new Set([place.name])
  return Array.from({ length: count }, (_, i) => ({
    part: { name: i === 0 ? place.name : partName(named, town, random), code: nextPart() },
    district: null,
    obvod: 0,
    postalCode,
    weight: i === 0 ? (town ? 3 : 1.2) * count : 0.3 + random.fraction(),
    alwaysStreets: town && i === 0,
  }))
}

function cityAreas(
  districts: readonly CzechDistrict[],
  nextPart: () => number,
  nextDistrict: () => number,
): AreaSketch[] {
  const parts = new Map<string, Named>()
  return districts.flatMap((district) => {
    const named = { name: district.name, code: district.code ?? nextDistrict() }
    return district.parts.map((name, i) => {
      const part = parts.get(name) ?? { name, code: nextPart() }
      parts.set(name, part)
      return {
        part,
        district: named,
        obvod: district.obvod ?? 0,
        postalCode: district.postalCode,
        weight: district.weight / (i + 1.5),
        alwaysStreets: true,
      }
    })
  })
}
