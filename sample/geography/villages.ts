import type { Random } from '../../src/stdx/random.ts'
import type { Stream } from '../streams.ts'
import { apportion } from './apportion.ts'
import type { County, Place } from './country.ts'

export interface VillageOptions {
  readonly nameOf: (random: Random) => string
  readonly count: number
  /** How many villages each okres has in the whole country: the fewer we make, the fewer everywhere. */
  readonly weights: ReadonlyMap<County, number>
  readonly stream: Stream
  readonly nextCode: () => number
  readonly taken: readonly Place[]
  /** How readily a name is taken that an other okres has already, 0 to 1: "Nová Ves" is met everywhere. */
  readonly repeats: number
}

/**
 * Villages for the okresy, around their seats. No okres gets a name twice, accents and case apart: that is how
 * registers are joined.
 */
export function makeVillages(options: VillageOptions): Place[] {
  const counties = [...options.weights.keys()]
  const counts = apportion(options.count, [...options.weights.values()], 0)
  const villages: Place[] = []
  const names: UsedNames = {
    ofCounty: new Set(options.taken.map((place) => nameKey(place.county, place.name))),
    ofCountry: new Set(options.taken.map((place) => place.name)),
  }
  for (const [i, county] of counties.entries()) {
    for (let j = 0; j < counts[i]!; j++) {
      const random = options.stream(i * 10_000 + j)
      const name = freshName(options, county, names, random)
      villages.push(village(county, name, options.nextCode(), random))
    }
  }
  return villages
}

interface UsedNames {
  readonly ofCounty: Set<string>
  readonly ofCountry: Set<string>
}

function freshName(options: VillageOptions, county: County, used: UsedNames, random: Random): string {
  for (;;) {
    const name = options.nameOf(random)
    const key = nameKey(county, name)
    if (used.ofCounty.has(key)) continue
    if (used.ofCountry.has(name) && options.repeats <= random.fraction()) continue
    used.ofCounty.add(key)
    used.ofCountry.add(name)
    return name
  }
}

function nameKey(county: County | null, name: string): string {
  const folded = name.normalize('NFD').replace(/[^A-Za-z0-9]/g, '')
  return `${county?.code ?? ''} ${folded.toLowerCase()}`
}

/** Degrees of latitude and longitude by which a village may lie off the seat of its okres. */
const REACH_LATITUDE = 0.1
const REACH_LONGITUDE = 0.15

function village(county: County, name: string, code: number, random: Random): Place {
  const angle = random.fraction() * 2 * Math.PI
  const distance = 0.15 + 0.85 * Math.sqrt(random.fraction())
  const bell = random.fraction() + random.fraction() + random.fraction() - 1.5
  return {
    name,
    code,
    county,
    region: county.region,
    population: Math.round(420 * Math.exp(bell * 1.5)),
    longitude: county.longitude + Math.cos(angle) * distance * REACH_LONGITUDE,
    latitude: county.latitude + Math.sin(angle) * distance * REACH_LATITUDE,
    postalCode: county.postal + String(random.below(100)).padStart(2, '0'),
    kind: 'village',
  }
}
