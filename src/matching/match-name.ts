import { abbreviates, STREET_WORDS } from '../text/address-abbreviations.ts'
import type { AddressToken } from '../text/address-text.ts'
import { isWithinEdits, maxTypos } from '../text/edit-distance.ts'
import type { PartResult } from './part-result.ts'

/** What is compared of a word or number of a name. */
export type NameToken = Pick<AddressToken, 'kind' | 'raw' | 'text' | 'hasDot' | 'role'>

export interface NameMatch {
  readonly from: number
  readonly to: number
  readonly result: PartResult
}

const ORDER: readonly PartResult[] = ['equal', 'written otherwise', 'typing error']

/** Finds the run of unused tokens that names the record's part best; of equal ones, the first in the wanted fields. */
export function matchName(
  given: readonly AddressToken[],
  used: ReadonlySet<number>,
  name: readonly NameToken[],
  wanted: readonly number[] = [],
): NameMatch | undefined {
  let best: NameMatch | undefined
  let bestCost = Number.POSITIVE_INFINITY
  for (let from = 0; from < given.length; from++) {
    if (used.has(from)) continue
    const found = alignName(given, used, from, name)
    if (!found) continue
    const cost = ORDER.indexOf(found.result) * 2 + (wanted.includes(given[from]!.field) ? 0 : 1)
    if (cost < bestCost) [best, bestCost] = [found, cost]
  }
  return best
}

/** Words for "street" may be left out, and two words may be written as one, on both sides. */
function alignName(
  given: readonly AddressToken[],
  used: ReadonlySet<number>,
  from: number,
  name: readonly NameToken[],
): NameMatch | undefined {
  let worst = 0
  let letters = 0
  let at = from
  const isFree = (i: number): boolean => !used.has(i) && given[i]?.field === given[from]!.field
  for (let i = 0; i < name.length; i++, at++) {
    const word = name[i]!
    const text = isFree(at) ? given[at]!.text : ''
    let level = text === '' ? undefined : (compareWords(given[at]!, word) ?? compareEnds(text, name, i))
    if (level === undefined) {
      if (text !== '' && text === word.text + name[i + 1]?.text) i += 1
      else if (isFree(at + 1) && text + given[at + 1]!.text === word.text) at += 1
      else if (STREET_WORDS.has(word.text)) at -= 1
      else return matchReordered(given, isFree, from, name)
      level = 1
    }
    worst = Math.max(worst, level)
    letters = Math.max(letters, text.length)
  }
  // One letter of "n. L." names nothing, and the "č." of "č. 5" is no Celetná.
  return at === from || (letters < 3 && given[from]!.hasDot) ? undefined : { from, to: at, result: ORDER[worst]! }
}

/** "Liberec 4 - Perštýn" is Liberec IV-Perštýn, "Deštné v Orlických h" ends in "horách". */
function compareEnds(text: string, name: readonly NameToken[], i: number): 1 | undefined {
  const word = name[i]!.text
  const isLast = i === name.length - 1
  if (!isLast && 0 < i && ROMAN.test(word) && text === String(readRoman(word))) return 1
  return isLast && 1 < i && text.length === 1 && word.startsWith(text) ? 1 : undefined
}

function readRoman(text: string): number {
  const digits = [...text].map((digit) => ({ i: 1, v: 5, x: 10 })[digit]!)
  return digits.reduce((sum, digit, i) => sum + (digit < (digits[i + 1] ?? 0) ? -digit : digit), 0)
}

/** "Štúra Ľudovíta" */
function matchReordered(
  given: readonly AddressToken[],
  isFree: (i: number) => boolean,
  from: number,
  name: readonly NameToken[],
): NameMatch | undefined {
  if (name.length === 1) return undefined
  const to = from + name.length
  const left = name.map(({ text }) => text)
  for (let i = from; i < to; i++) {
    const at = isFree(i) ? left.indexOf(given[i]!.text) : -1
    if (at < 0) return undefined
    left.splice(at, 1)
  }
  return { from, to, result: 'written otherwise' }
}

const ROMAN = /^[ivx]+$/

/** 0: equal, 1: written otherwise, 2: a typing error, undefined: another word. */
export function compareWords(token: NameToken, word: NameToken): 0 | 1 | 2 | undefined {
  if (token.text === word.text) return token.raw === word.raw ? 0 : 1
  if (token.kind === 'number' || word.kind === 'number') return undefined
  // "II." is not the long form of "I.", and "VII" no typing error of "VIII".
  if (ROMAN.test(token.text) && ROMAN.test(word.text)) return undefined
  // "okr." is no short Okružná.
  const isShort =
    (token.hasDot && token.role === null && word.text.startsWith(token.text)) ||
    (word.hasDot && token.text.startsWith(word.text))
  if (isShort || abbreviates(token.text, word.text)) return 1
  const max = maxTypos(token.text.length < word.text.length ? word.text : token.text)
  return max && isWithinEdits(token.text, word.text, max) ? 2 : undefined
}
