import { abbreviates, STREET_WORDS } from '../text/address-abbreviations.ts'
import { editDistance } from '../text/edit-distance.ts'
import type { PartResult } from './part-result.ts'
import { isDigits, type Token } from './tokens.ts'

export interface NameMatch {
  readonly from: number
  readonly to: number
  readonly result: PartResult
}

const ORDER: readonly PartResult[] = ['equal', 'written otherwise', 'typing error']

/** Finds the run of unused tokens that names the record's part best; of equal ones, the first in the wanted fields. */
export function matchName(
  given: readonly Token[],
  used: ReadonlySet<number>,
  name: readonly Token[],
  wanted: readonly number[] = [],
): NameMatch | undefined {
  let best: NameMatch | undefined
  let bestCost = Number.POSITIVE_INFINITY
  for (let from = 0; from < given.length; from++) {
    if (used.has(from)) continue
    const found = alignName(given, used, from, name)
    if (found === undefined) continue
    const cost = ORDER.indexOf(found.result) * 2 + (wanted.includes(given[from]!.field) ? 0 : 1)
    if (cost < bestCost) [best, bestCost] = [found, cost]
  }
  return best
}

/** Words for "street" may be left out, and two words may be written as one, on both sides. */
function alignName(
  given: readonly Token[],
  used: ReadonlySet<number>,
  from: number,
  name: readonly Token[],
): NameMatch | undefined {
  let worst = 0
  let letters = 0
  let at = from
  const isFree = (i: number): boolean => !used.has(i) && given[i]?.field === given[from]!.field
  for (let i = 0; i < name.length; i++, at++) {
    const word = name[i]!
    const text = isFree(at) ? given[at]!.text : ''
    let level = text === '' ? undefined : compareWords(given[at]!, word)
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

/** "Štúra Ľudovíta" */
function matchReordered(
  given: readonly Token[],
  isFree: (i: number) => boolean,
  from: number,
  name: readonly Token[],
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
export function compareWords(token: Token, word: Token): 0 | 1 | 2 | undefined {
  if (token.text === word.text) return token.raw === word.raw ? 0 : 1
  if (isDigits(token.text) || isDigits(word.text)) return undefined
  // "II." is not the long form of "I.", and "VII" no typing error of "VIII".
  if (ROMAN.test(token.text) && ROMAN.test(word.text)) return undefined
  const isShort =
    (token.hasDot && word.text.startsWith(token.text)) || (word.hasDot && token.text.startsWith(word.text))
  if (isShort || abbreviates(token.text, word.text)) return 1
  const max = typosIn(Math.max(token.text.length, word.text.length))
  return max !== 0 && editDistance(token.text, word.text, max) <= max ? 2 : undefined
}

function typosIn(letters: number): number {
  return letters < 4 ? 0 : letters < 9 ? 1 : 2
}
