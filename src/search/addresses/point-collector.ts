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
  /** Whether an earlier tier found the point. */
  readonly isHit: (row: number) => boolean
  /** Whether the point comes before others of its grade. */
  readonly isFirst: ((row: number) => boolean) | undefined
}

/**
 * Collects the best `limit` points of a tier, by grade and then in the order of the offers. A point counts once, with
 * its best grade.
 */
export class PointCollector {
  /** Two lists for each grade: points that come first, then the others. */
  readonly #rows: readonly number[][] = GRADES.flatMap(() => [[], []])
  #wanted: WantedPoints = { limit: 0, isHit: () => false, isFirst: undefined }

  begin(wanted: WantedPoints): void {
    this.#wanted = wanted
    // Setting the length frees the memory of an array, even of an empty one.
    for (const rows of this.#rows) if (rows.length !== 0) rows.length = 0
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
  offer(grade: number, row: number): boolean {
    if (this.isFull(grade)) return false
    this.#add(this.isFirst(row) ? 2 * grade : 2 * grade + 1, row)
    return !this.isFull(grade)
  }

  /** Offers a point that comes after the others of its grade, whatever `isFirst` returns. */
  offerLater(grade: number, row: number): void {
    this.#add(2 * grade + 1, row)
  }

  isFull(grade: number): boolean {
    return this.limit <= this.#rows[2 * grade]!.length
  }

  /** The number of points of each grade. */
  get counts(): number[] {
    return GRADES.map((_, grade) => this.#rows[2 * grade]!.length + this.#rows[2 * grade + 1]!.length)
  }

  #add(place: number, row: number): void {
    const rows = this.#rows[place]!
    if (rows.length < this.limit && !this.isHit(row) && !rows.includes(row)) rows.push(row)
  }

  best(): { readonly row: number; readonly grade: number }[] {
    const best: { row: number; grade: number }[] = []
    for (let i = 0; i < this.#rows.length; i++) {
      for (const row of this.#rows[i]!) {
        if (this.limit <= best.length) return best
        if (!best.some((other) => other.row === row)) best.push({ row, grade: i >>> 1 })
      }
    }
    return best
  }
}
