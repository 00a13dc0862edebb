import type { Random } from '../../src/stdx/random.ts'
import type { Area, CountryModel, Municipality, Street } from '../geography/country.ts'
import type { Seat } from '../names/naming.ts'
import { drawByWeight } from '../pick.ts'

/**
 * Chooses points for seats: people live where the points are, firms sit in cities, and many of them at the same few
 * addresses.
 */
export class SeatChooser {
  readonly #country: CountryModel
  readonly #towns: readonly Municipality[]
  readonly #capital: Municipality | undefined
  readonly #town: (random: Random) => Municipality

  constructor(country: CountryModel) {
    this.#country = country
    this.#towns = country.municipalities.filter((one) => one.kind === 'city' || one.kind === 'town')
    this.#capital = this.#towns.find(({ county }) => county === null)
    this.#town = drawByWeight(this.#towns.map((town) => [town, town.population] as const))
  }

  home(random: Random): number {
    return random.below(this.#country.points)
  }

  firm(random: Random): number {
    const chance = random.fraction()
    if (chance < 0.4) return this.home(random)
    const town = this.#town(random)
    if (chance < 0.8) return town.firstPoint + random.below(town.points)
    // A house of offices: the third power of an even fraction gathers them at the front.
    return town.firstPoint + Math.floor(random.fraction() ** 3 * Math.min(town.points, 500))
  }

  /** Any municipality, however small: each has its fire brigade and its school. */
  anyMunicipality(random: Random): number {
    const { municipalities } = this.#country
    const { firstPoint, points } = municipalities[random.below(municipalities.length)]!
    return firstPoint + random.below(points)
  }

  inMilitaryDistrict(random: Random): number {
    const districts = this.#country.municipalities.filter((one) => one.kind === 'military')
    const { firstPoint, points } = districts[random.below(districts.length)]!
    return firstPoint + random.below(points)
  }

  /** A person's home in Praha, the only municipality without an okres. */
  homeInCapital(random: Random): number {
    const { firstPoint, points } = this.#capital!
    return firstPoint + random.below(points)
  }

  /** A firm's seat there: half of them gather in a quarter of the houses, hundreds in some. */
  firmInCapital(random: Random): number {
    if (random.fraction() < 0.5) return this.homeInCapital(random)
    const { firstPoint, points } = this.#capital!
    return firstPoint + Math.floor((random.fraction() ** 2 * points) / 4)
  }

  /** A point in the municipality of that name. */
  inTown(name: (municipality: string) => boolean, random: Random): number {
    const towns = this.#towns.filter((town) => name(town.name))
    const town = towns[random.below(towns.length)]!
    return town.firstPoint + random.below(town.points)
  }
}

/** Bratislava and Košice are no municipalities in Slovakia; in names their parts are called by the city. */
export function seatOf({ area, street }: { readonly area: Area; readonly street: Street | null }): Seat {
  const { name, county } = area.municipality
  return {
    town: name.replace(/^(Bratislava|Košice)-.*/, '$1'),
    street: street?.name ?? '',
    county: county?.name ?? name,
  }
}
