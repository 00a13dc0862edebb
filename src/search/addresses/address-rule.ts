import type { Address } from '../../records/address.ts'
import type { AddressText } from '../../text/address-text.ts'
import type { Rule } from '../rule.ts'
import type { AddressQuery, AddressReading } from './address-reading.ts'
import type { AddressTier } from './address-tiers.ts'
import { listReadings } from './read-address-query.ts'
import type { QueryItem } from './split-query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What a rule is asked. */
export interface AddressQuestion {
  readonly query: AddressQuery
  readonly vocabulary: Vocabulary
  /** The text with names parted from the numbers that are glued to them. Read when a rule first needs it. */
  readonly text: AddressText
  /** A town of the register stands where a town is expected, so no typing error leads to another one. */
  readonly knowsTown: boolean
}

/** What a rule may ask of the index. Hits come in the order in which it asks. */
export interface AddressFinder {
  /** The points of readings with a number; the streets and places of others. */
  findAddresses(readings: readonly AddressReading[], tiers?: readonly AddressTier[]): void
  /** The streets and places of readings with a number. */
  findPlaces(readings: readonly AddressReading[], tiers?: readonly AddressTier[]): void
  /** What the names of the text lead to: where they explain all of it, or also where words are left over. */
  findJoined(text: AddressText, explained: 'all' | 'some'): void
}

/** An address of an example, and what of it is the hit. */
export interface ExampleOf extends Partial<Address> {
  readonly municipality: string
  /** A house, if it is not given. */
  readonly hit?: 'street' | 'place'
}

/** One way in which addresses match a text. */
export interface AddressRule extends Rule<AddressQuestion, ExampleOf> {
  /** It may add hits to those of the rules before it. */
  readonly addsHits?: true
  readonly find: (question: AddressQuestion, finder: AddressFinder) => void
}

/** The readings of other words than those that were typed. */
export function readItems(items: readonly QueryItem[], vocabulary: Vocabulary): AddressReading[] {
  const readings = listReadings(items, (mark) => vocabulary.hasWord(mark))
  const last = items.findLast((item) => item.kind === 'word')
  if (last?.isMeant !== true) return readings
  return readings.map((reading) =>
    reading.words.at(-1) === last.text ? { ...reading, wholeWord: last.text } : reading,
  )
}

/** What was typed, and then what letters of digit keys mean. */
export function listAllReadings({ readings, later }: AddressQuery): AddressReading[] {
  return [...readings, ...later]
}
