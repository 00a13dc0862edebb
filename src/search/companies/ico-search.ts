import { type CompanyIndex, SmallestFirst, type Visit } from '../../engine/engine.ts'
import { lowerBound } from '../../stdx/sorted-search.ts'

const ICO_DIGITS = 8

/** Finds companies by their number or its first digits: numbers lie sorted, so each question is one stretch of them or a few. */
export class IcoSearch {
  readonly #index: CompanyIndex
  readonly #merge = new SmallestFirst()

  constructor(index: CompanyIndex) {
    this.#index = index
  }

  /** With its leading zeros or without. */
  visitEqual(digits: string, visit: Visit): void {
    this.#visit([[Number(digits), Number(digits) + 1]], visit)
  }

  visitByPrefix(digits: string, visit: Visit): void {
    this.#visit([numberRange(digits, ICO_DIGITS)], visit)
  }

  /** 7507 is a beginning of 00075078, typed without its zeros. */
  visitIgnoringZeros(digits: string, visit: Visit): void {
    if (digits.startsWith('0')) return
    const shorter = Array.from({ length: ICO_DIGITS - digits.length }, (_, more) => digits.length + more)
    this.#visit(
      shorter.map((length) => numberRange(digits, length)),
      visit,
    )
  }

  #visit(stretches: readonly (readonly [number, number])[], visit: Visit): void {
    const { icos, icoDocuments } = this.#index
    this.#merge.begin(icoDocuments)
    for (const [low, high] of stretches) this.#merge.addRange(lowerBound(icos, low), lowerBound(icos, high))
    for (let document = this.#merge.take(); 0 <= document; document = this.#merge.take()) if (!visit(document)) return
  }
}

/** Numbers of so many digits that begin with these. */
function numberRange(digits: string, length: number): readonly [number, number] {
  const scale = 10 ** (length - digits.length)
  return [Number(digits) * scale, (Number(digits) + 1) * scale]
}
