import { editDistance, maxTypos, prefixEditDistance } from '../../text/edit-distance.ts'
import type { AddressReading } from '../addresses/address-reading.ts'
import type { AddressTierName } from '../addresses/address-tiers.ts'
import type { Position } from '../addresses/distance-bands.ts'
import type { PlainEntity } from './plain-address-entities.ts'

/** Lists the streets and places of a tier in order. */
export function plainTier(
  entities: readonly PlainEntity[],
  { words, typed }: AddressReading,
  tier: AddressTierName,
  near: Position | undefined,
): PlainEntity[] {
  const fitting = fittingOf(entities, words, tier)
  const ordered = near === undefined ? fitting : nearestFirst(fitting, near)
  return typed.length === 0 ? ordered : typedFirst(ordered, typed)
}

function fittingOf(entities: readonly PlainEntity[], words: readonly string[], tier: AddressTierName): PlainEntity[] {
  switch (tier) {
    case 'exact':
      return byName(entities, (name) => name.join(' ') === words.join(' '))
    case 'begins':
      return byName(entities, (name) => `${name.join(' ')} `.startsWith(words.join(' ')) && words.length <= name.length)
    case 'covered':
      return fittingOf(entities, words, 'words')
        .slice(0, 128)
        .filter(({ names }) => names.some((name) => 0 < name.length && name.every((one) => words.includes(one))))
    case 'initials':
      return entities.filter(({ names }) => names.some((name) => isNameByInitials(name, words)))
    case 'words':
      return entities.filter(({ words: own }) =>
        words.every((word, i) => own.some((one) => (i === words.length - 1 ? one.startsWith(word) : one === word))),
      )
    case 'prefixes':
      return entities.filter(({ words: own }) => words.every((word) => own.some((one) => one.startsWith(word))))
    case 'oneTypo':
      return withEdits(entities, words, 1)
    case 'twoTypos':
      return withEdits(entities, words, 2)
    case 'shortTypo':
      return entities.filter((entity) => words.some((_, i) => withOneShort(entities, words, i).includes(entity)))
  }
}

/** A letter stands for a word that begins so, and the last word may be unfinished. */
function isNameByInitials(name: readonly string[], words: readonly string[]): boolean {
  if (name.length !== words.length) return false
  return words.every((word, i) =>
    word.length === 1 || i === words.length - 1 ? name[i]!.startsWith(word) : name[i] === word,
  )
}

/** By their own names first, then by other writings of them. */
function byName(entities: readonly PlainEntity[], fits: (name: readonly string[]) => boolean): PlainEntity[] {
  const own = entities.filter(({ names }) => names[0]!.length !== 0 && fits(names[0]!))
  return [...own, ...entities.filter((entity) => !own.includes(entity) && entity.names.slice(1).some(fits))]
}

/** First those where the last word is whole, then those where it is the beginning of one. */
function withEdits(entities: readonly PlainEntity[], typed: readonly string[], most: 1 | 2): PlainEntity[] {
  const whole = entities.filter((entity) => edits(entity, typed, 'whole') <= most)
  return [
    ...whole,
    ...entities.filter((entity) => !whole.includes(entity) && edits(entity, typed, 'beginning') <= most),
  ]
}

/**
 * All entities that have the words but for one of three letters, and instead of that a word of three or four letters,
 * one edit away.
 */
function withOneShort(entities: readonly PlainEntity[], words: readonly string[], short: number): PlainEntity[] {
  const others = words.filter((_, i) => i !== short)
  if (!others.some((word) => 3 <= word.length)) return []
  const isLast = short === words.length - 1
  const fitting = fittingOf(entities, isLast ? [...others, ''] : others, 'words').filter(({ words: own }) =>
    own.some((one) => isShortTypo(words[short]!, one)),
  )
  return fitting.length <= 64 ? fitting : []
}

/** One letter of three is wrong, missing, too many, or swapped with the next. Roman numerals are not words. */
export function isShortTypo(typed: string, own: string): boolean {
  if (!/^[a-z]{3}$/.test(typed) || !/[^ivx]/.test(typed)) return false
  return /^[a-z]{3,4}$/.test(own) && editDistance(typed, own, 1) <= 1
}

function edits({ words: own }: PlainEntity, typed: readonly string[], last: 'beginning' | 'whole'): number {
  let sum = 0
  for (const [i, word] of typed.entries()) {
    sum += Math.min(...own.map((one) => editsOf(word, one, i === typed.length - 1 ? last : 'whole')))
  }
  return sum
}

const NEVER = 100

function editsOf(typed: string, own: string, compare: 'beginning' | 'whole'): number {
  if (compare === 'beginning' ? own.startsWith(typed) : own === typed) return 0
  const allowed = maxTypos(typed)
  const letters = /^[a-z]*/.exec(own)![0]
  if (compare === 'whole' && letters !== own) return NEVER
  const distance = compare === 'beginning' ? prefixEditDistance(typed, letters, 2) : editDistance(typed, own, 2)
  return distance <= allowed ? distance : NEVER
}

/** Kilometres; beyond the last, or without a position, comes last. */
const BANDS = [2, 5, 15, 40, 100]

function nearestFirst(entities: readonly PlainEntity[], near: Position): PlainEntity[] {
  const band = ({ shown }: PlainEntity): number => {
    if (shown.latitude === null || shown.longitude === null) return BANDS.length
    const north = (shown.latitude - near.latitude) * 111.2
    const east = (shown.longitude - near.longitude) * 111.2 * Math.cos((near.latitude * Math.PI) / 180)
    const within = BANDS.findIndex((km) => north ** 2 + east ** 2 <= km ** 2)
    return within < 0 ? BANDS.length : within
  }
  return entities.toSorted((a, b) => band(a) - band(b))
}

/** Moves those of the first 64 that have every typed diacritic to the front. */
function typedFirst(entities: readonly PlainEntity[], typed: readonly string[]): PlainEntity[] {
  const first = entities.slice(0, 64)
  const isExact = ({ shownName }: PlainEntity): boolean => {
    const own = shownName
      .normalize('NFC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}\p{M}]+/u)
    return typed.every((word) => own.some((one) => one.startsWith(word)))
  }
  return [...first.filter(isExact), ...first.filter((entity) => !isExact(entity)), ...entities.slice(64)]
}
