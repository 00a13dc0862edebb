import type { CompanyIndex } from '../../engine/companies/companies.ts'
import { KWayMerge, type Visit } from '../../engine/engine.ts'
import { lowerBound } from '../../stdx/sorted-search.ts'

const ICO_DIGITS = 8

/**
 * Finds companies by their number or its first digits. Numbers are sorted, so each search reads one range of them, or a
 * few.
 */
export class IcoSearch {
  readonly #index: CompanyIndex
  readonly #merge = new KWayMerge()

  constructor(index: CompanyIndex) {
    this.#index = index
  }

  /** The digits may lack the leading zeros. */
  visitEqual(digits: string, visit: Visit): void {
    this.#visit([[Number(digits), Number(digits) + 1]], visit)
  }

  /** Those without their leading zeros come last: 7507 finds 00075078. */
  visitBeginnings(digits: string, visit: Visit): void {
    const shorter = Array.from({ length: ICO_DIGITS - digits.length }, (_, more) => digits.length + more)
    let wantsMore = true
    this.#visit([numberRange(digits, ICO_DIGITS)], (document) => (wantsMore = visit(document)))
    const withoutZeros = digits.startsWith('0') ? [] : shorter.map((length) => numberRange(digits, length))
    if (wantsMore) this.#visit(withoutZeros, visit)
  }

  #visit(ranges: readonly (readonly [number, number])[], visit: Visit): void {
    const { icos, icoDocuments } = this.#index
    this.#merge.begin(icoDocuments)
    for (const [low, high] of ranges) this.#merge.addRange(lowerBound(icos, low), lowerBound(icos, high))
    for (let document = this.#merge.take(); 0 <= document; document = this.#merge.take()) if (!visit(document)) return
  }
}

/** The range of numbers of `length` digits that begin with these digits. */
function numberRange(digits: string, length: number): readonly [number, number] {
  const scale = 10 ** (length - digits.length)
  return [Number(digits) * scale, (Number(digits) + 1) * scale]
}
