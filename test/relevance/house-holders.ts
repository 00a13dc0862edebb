import type { Indexed } from './documents.ts'
import type { AddressRow } from './static-rank.ts'
import { foldedWords } from './vocabulary.ts'

/** What is typed of a point: the road (a street, or the place that stands for it), the number, the town. */
export interface Typed {
  readonly road: string
  readonly number: string
  /** Empty: not typed. */
  readonly town: string
}

interface Holders {
  /** Lines of the points that have the number at the door, and of those whose building has it. */
  readonly first: Set<string>
  readonly second: Set<string>
  /** What the town of each line is called. */
  readonly towns: Map<string, readonly string[]>
}

/** Which points a road, a number and a town name: to ask only for what can be answered. */
export class HouseHolders {
  readonly #holders = new Map<string, Holders>()

  constructor(points: Indexed['points']) {
    for (const { row, names } of points) {
      for (const town of ['', ...townsOf(row)]) {
        for (const [number, rank] of numbersOf(row)) {
          const key = keyOf({ road: roadOf(row), number, town })
          const holders = this.#holders.get(key) ?? { first: new Set(), second: new Set(), towns: new Map() }
          holders[rank].add(names[0]!)
          holders.towns.set(names[0]!, townsOf(row))
          this.#holders.set(key, holders)
        }
      }
    }
  }

  /**
   * One point is meant: with a town, the only one that has the number at its door, or the only one at all where no door has it; without a town, the only
   * one of the country.
   */
  means(typed: Typed, label: string): boolean {
    const { first, second } = this.#holders.get(keyOf(typed)) ?? { first: new Set(), second: new Set() }
    const meant = typed.town === '' ? first.union(second) : first.size === 0 ? second : first
    return meant.size === 1 && meant.has(label)
  }

  /** The same of a town that is only begun: no other one that begins so has this road and number. */
  meansBegun({ road, number, town }: Typed, label: string): boolean {
    const { towns } = this.#holders.get(keyOf({ road, number, town: '' })) ?? { towns: new Map<string, string[]>() }
    const [begun] = foldedWords(town)
    const begins = (name: string): boolean => foldedWords(name).some((word) => word.startsWith(begun ?? ''))
    const meant = [...towns].filter(([, names]) => names.some(begins))
    return meant.length === 1 && meant[0]![0] === label
  }
}

export function roadOf(row: AddressRow): string {
  return row.street ?? row.municipalityPart ?? row.municipality
}

/** As people call the town: in full, the city for its part ("Bratislava"), the postal name ("Praha 7"). */
export function townsOf({ municipality, postalDistrict }: AddressRow): string[] {
  const city = /^(Bratislava|Košice)-/.exec(municipality)?.[1]
  return [
    ...new Set([
      municipality,
      ...(city === undefined ? [] : [city]),
      ...(postalDistrict === null ? [] : [postalDistrict]),
    ]),
  ]
}

/** Each number by which the point may be asked for. The one at the door is meant first; the building's own where no door has it. */
export function numbersOf(row: AddressRow): (readonly [number: string, rank: 'first' | 'second'])[] {
  const orientation = row.orientationNumber === null ? null : `${row.orientationNumber}${row.orientationLetter ?? ''}`
  const { registrationNumber: building, evidenceNumber: evidence } = row
  if (evidence !== null)
    return [`č.ev. ${evidence}`, `č. ev. ${evidence}`, `ev. č. ${evidence}`].map((text) => [text, 'first'])
  if (orientation === null) return building === null ? [] : [[building, 'first']]
  if (building === null) return [[orientation, 'first']]
  return [
    [orientation, 'first'],
    [building, 'second'],
    [`${building}/${orientation}`, 'first'],
    [`${orientation}/${building}`, 'second'],
  ]
}

function keyOf({ road, number, town }: Typed): string {
  return `${foldedWords(road).join(' ')}|${number.toLowerCase()}|${foldedWords(town).join(' ')}`
}
