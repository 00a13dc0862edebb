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
  isWanted: (field: number) => boolean = () => true,
): NameMatch | undefined {
  if (name.length === 0) return undefined
  let best: NameMatch | undefined
  let bestCost = Number.POSITIVE_INFINITY
  for (let from = 0; from < given.length; from++) {
    if (used.has(from)) continue
    const found = alignName(given, used, from, name)
    if (found === undefined) continue
    const cost = ORDER.indexOf(found.result) * 2 + (isWanted(given[from]!.field) ? 0 : 1)
    if (cost < bestCost) [best, bestCost] = [found, cost]
  }
  return best
}

/** Titles and first names that the register has and people leave out, and the other way round, are no other name. */
function alignName(
  given: readonly Token[],
  used: ReadonlySet<number>,
  from: number,
  name: readonly Token[],
): NameMatch | undefined {
  let worst = 0
  let at = from
  let letters = 0
  const isFree = (i: number): boolean => i < given.length && !used.has(i) && given[i]!.field === given[from]!.field
  for (let i = 0; i < name.length; ) {
    const word = name[i]!
    if (!isFree(at)) {
      if (!STREET_WORDS.has(word.text)) return undefined
      i += 1
      worst = Math.max(worst, 1)
      continue
    }
    const token = given[at]!
    const next = name[i + 1]
    const level = compareWords(token, word)
    if (level !== undefined) {
      worst = Math.max(worst, level)
      if (2 < word.text.length) letters += word.text.length
    } else if (next !== undefined && token.text === word.text + next.text) {
      worst = Math.max(worst, 1)
      letters += token.text.length
      i += 1
    } else if (isFree(at + 1) && token.text + given[at + 1]!.text === word.text) {
      worst = Math.max(worst, 1)
      letters += word.text.length
      at += 1
    } else if (STREET_WORDS.has(word.text)) {
      worst = Math.max(worst, 1)
      at -= 1
    } else return matchReordered(given, isFree, from, name)
    i += 1
    at += 1
  }
  return letters === 0 && name.some(({ text }) => 2 < text.length) ? undefined : { from, to: at, result: ORDER[worst]! }
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

/** 0: equal, 1: written otherwise, 2: a typing error, undefined: another word. */
export function compareWords(token: Token, word: Token): 0 | 1 | 2 | undefined {
  if (token.text === word.text) return token.raw === word.raw ? 0 : 1
  if (isDigits(token.text) || isDigits(word.text)) return undefined
  const isShort =
    (token.hasDot && word.text.startsWith(token.text)) || (word.hasDot && token.text.startsWith(word.text))
  if (isShort || abbreviates(token.text, word.text)) return 1
  const max = typosIn(Math.max(token.text.length, word.text.length))
  return max !== 0 && editDistance(token.text, word.text, max) <= max ? 2 : undefined
}

function typosIn(letters: number): number {
  return letters < 4 ? 0 : letters < 9 ? 1 : 2
}
