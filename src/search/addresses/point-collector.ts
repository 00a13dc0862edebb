/**
 * How a point's number matches the typed one, the best first. Orientation numbers come first, because people know a
 * street by them. A number with a letter comes after the one without, and 40 after 4. With a slash, the grade is that
 * of the second number.
 */
export const GRADES = [
  'orientation',
  'registration',
  'evidence',
  'orientation with a letter',
  'registration with a letter',
  'beginning of orientation',
  'beginning of registration',
] as const
export const ORIENTATION = 0
export const REGISTRATION = 1
export const EVIDENCE = 2
/** With letters, and as beginnings, evidence numbers count as registration numbers. */
export const ORIENTATION_LETTER = 3
export const REGISTRATION_LETTER = 4
export const ORIENTATION_BEGINS = 5
export const REGISTRATION_BEGINS = 6

export interface WantedPoints {
  readonly limit: number
  /** Whether an earlier tier found the point, or it is in another okres than the typed one. */
  readonly isHit: (row: number) => boolean
  /** Whether the point comes before others of its grade. */
  readonly isFirst: ((row: number) => boolean) | undefined
}

/**
 * Whether a point has a street, where that decides: "Lužná 197" is rather the house whose whole address that is. Exact
 * registration and evidence numbers only, because an orientation number needs its street.
 */
export const WITHOUT_STREET = 0
export const WITH_STREET = 1
type Street = typeof WITHOUT_STREET | typeof WITH_STREET

/** A collected point. Four places have one grade: first ones and others, and of each those without a street first. */
interface Placed {
  readonly row: number
  readonly place: number
}
const PLACES_OF_GRADE = 4
const OTHERS = 2

/**
 * Collects the best `limit` points of a tier, by grade and then in the order of the offers. A point counts once, with
 * its best grade.
 */
export class PointCollector {
  /** Sorted by place, equal ones in the order of the offers. */
  readonly #points: Placed[] = []
  #wanted: WantedPoints = { limit: 0, isHit: () => false, isFirst: undefined }

  begin(wanted: WantedPoints): void {
    this.#wanted = wanted
    // Setting the length frees the memory of an array, even of an empty one.
    if (this.#points.length !== 0) this.#points.length = 0
  }

  get limit(): number {
    return this.#wanted.limit
  }

  isHit(row: number): boolean {
    return this.#wanted.isHit(row)
  }

  isFirst(row: number): boolean {
    return this.#wanted.isFirst === undefined || this.#wanted.isFirst(row)
  }

  /** Returns false if no more of this grade are wanted. */
  offer(grade: number, row: number, street: Street = WITHOUT_STREET): boolean {
    if (this.isFull(grade, street)) return false
    this.#add(PLACES_OF_GRADE * grade + (this.isFirst(row) ? 0 : OTHERS) + street, row)
    return !this.isFull(grade, street)
  }

  /** Offers a point that comes after the others of its grade, whatever `isFirst` returns. */
  offerLater(grade: number, row: number, street: Street): void {
    this.#add(PLACES_OF_GRADE * grade + OTHERS + street, row)
  }

  /** Whether enough points precede any further one of this grade, or of a later one. */
  isFull(grade: number, street: Street = WITHOUT_STREET): boolean {
    return this.limit <= this.#points.length && this.#lastPlace <= PLACES_OF_GRADE * grade + street
  }

  get #lastPlace(): number {
    return this.#points.at(-1)?.place ?? -1
  }

  #add(place: number, row: number): void {
    const points = this.#points
    if (this.limit <= points.length && this.#lastPlace <= place) return
    if (this.isHit(row)) return
    const known = points.findIndex((point) => point.row === row)
    if (0 <= known) {
      if (points[known]!.place <= place) return
      points.splice(known, 1)
    }
    let at = points.length
    while (0 < at && place < points[at - 1]!.place) at -= 1
    points.splice(at, 0, { row, place })
    if (this.limit < points.length) points.length = this.limit
  }

  best(): { readonly row: number; readonly grade: number }[] {
    return this.#points.map(({ row, place }) => ({ row, grade: Math.floor(place / PLACES_OF_GRADE) }))
  }
}
