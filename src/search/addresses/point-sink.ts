/**
 * How a point's number fits the wanted one, the best first. An orientation number is what people know of a street; a registration number comes
 * after it; a number with a letter after the one without; 40 after 4. With a slash the same by the number that is still being typed:
 * "registration/orientation" before the other order.
 */
export const GRADES = [
  'orientation',
  'registration',
  'orientation with a letter',
  'registration with a letter',
  'beginning of orientation',
  'beginning of registration',
] as const
export const ORIENTATION = 0
export const REGISTRATION = 1
export const ORIENTATION_LETTER = 2
export const REGISTRATION_LETTER = 3
export const ORIENTATION_BEGINS = 4
export const REGISTRATION_BEGINS = 5

/** The points of one tier, the best `limit` by grade; of one grade those offered first. A point counts once, by its best grade. */
export class PointSink {
  readonly #rows: readonly number[][] = GRADES.map(() => [])
  #limit = 0
  #isHit: (row: number) => boolean = () => false

  begin(limit: number, isHit: (row: number) => boolean): void {
    this.#limit = limit
    this.#isHit = isHit
    for (const rows of this.#rows) rows.length = 0
  }

  get limit(): number {
    return this.#limit
  }

  /** Whether the point is a hit already, from an earlier tier. */
  isHit(row: number): boolean {
    return this.#isHit(row)
  }

  /** Returns false if no more of this grade are wanted. */
  offer(grade: number, row: number): boolean {
    const rows = this.#rows[grade]!
    if (this.#limit <= rows.length) return false
    if (!this.#isHit(row) && !rows.includes(row)) rows.push(row)
    return rows.length < this.#limit
  }

  isFull(grade: number): boolean {
    return this.#limit <= this.#rows[grade]!.length
  }

  get isEmpty(): boolean {
    return this.#rows.every(({ length }) => length === 0)
  }

  /** How many of each grade there are. */
  get counts(): number[] {
    return this.#rows.map(({ length }) => length)
  }

  best(): { readonly row: number; readonly grade: number }[] {
    const best: { row: number; grade: number }[] = []
    for (const [grade, rows] of this.#rows.entries()) {
      for (const row of rows) {
        if (this.#limit <= best.length) return best
        if (!best.some((other) => other.row === row)) best.push({ row, grade })
      }
    }
    return best
  }
}
