import type { Address } from '../../records/address.ts'
import { readAddressText } from '../../text/address-text.ts'
import type { AddressReading } from '../addresses/address-reading.ts'
import type { AddressQuestion, AddressRule } from '../addresses/address-rule.ts'
import { type AddressTier, type AddressTierName, TIERS } from '../addresses/address-tiers.ts'
import type { Position } from '../addresses/distance-bands.ts'
import { readAddressQuery } from '../addresses/read-address-query.ts'
import { type County, listCounties, type Vocabulary } from '../addresses/vocabulary.ts'
import { type PlainEntity, type PlainPoint, plainEntities } from './plain-address-entities.ts'
import { plainTier } from './plain-address-tier.ts'
import { plainHouses } from './plain-house-match.ts'

/**
 * The rules of the address search in the most obvious way: every tier reads every street, place and point. Tests
 * compare the engine with it. It shares no data structure with the engine, only the folding of texts and the readings
 * of queries.
 */
export class PlainAddressScan {
  readonly #entities: readonly PlainEntity[]
  readonly #rules: readonly AddressRule[]

  /** The rules that join names are not among them: they have no tiers. */
  constructor(points: readonly PlainPoint[], rules: readonly AddressRule[]) {
    this.#entities = plainEntities(points)
    this.#rules = rules
  }

  search(text: string, options: { readonly limit: number; readonly near?: Position }): PlainHit[] {
    const vocabulary = new PlainVocabulary(this.#entities)
    const query = readAddressQuery(text, (mark) => vocabulary.hasWord(mark))
    const question = { query, vocabulary, text: readAddressText([query.text], 'apart'), knowsTown: false }
    return new PlainSearch(this.#entities, options).hits(this.#rules, question)
  }
}

export interface PlainHit {
  readonly kind: 'point' | 'street' | 'place'
  readonly sourceId: string
  readonly address: Address
  readonly tier: AddressTierName | 'numbers'
}

class PlainVocabulary implements Vocabulary {
  readonly country = 'cz'
  readonly counties: readonly County[]
  readonly #words: ReadonlySet<string>

  constructor(entities: readonly PlainEntity[]) {
    const counties = entities.flatMap(({ points }) => points.flatMap(({ address: { county } }) => county ?? []))
    this.counties = listCounties([...new Set(counties)])
    this.#words = new Set(entities.flatMap(({ words }) => words))
  }

  hasWord(word: string): boolean {
    return this.#words.has(word)
  }
}

class PlainSearch {
  readonly #entities: readonly PlainEntity[]
  readonly #options: { readonly limit: number; readonly near?: Position }
  #hits: PlainHit[] = []
  #hasExactHouse = false
  /** No house has the number. */
  #isInstead = false
  readonly #readingOf = new Map<PlainHit, AddressReading>()

  constructor(entities: readonly PlainEntity[], options: { readonly limit: number; readonly near?: Position }) {
    this.#entities = entities
    this.#options = options
  }

  hits(rules: readonly AddressRule[], question: AddressQuestion): PlainHit[] {
    for (const rule of rules) {
      if (this.#hits.length !== 0 && rule.addsHits !== true) continue
      if (rule.appliesTo?.(question) === false) continue
      rule.find(question, {
        findAddresses: (readings, tiers) => this.#ask(readings, tiers),
        findPlaces: (readings, tiers) => {
          if (this.#hits.length !== 0) return
          this.#ask(readings.filter(({ number }) => number !== null).map(withoutNumber), tiers)
          this.#isInstead = this.#hits.length !== 0
        },
        findJoined: () => undefined,
      })
    }
    this.#fill()
    return this.#hits
  }

  #ask(asked: readonly AddressReading[], tiers: readonly AddressTier[] = TIERS): void {
    for (const [i, reading] of asked.entries()) {
      if (0 < i && asked[i - 1]!.cost < reading.cost && this.#hits.length !== 0) return
      for (const { name } of tiers) {
        if (name === 'initials' && (!reading.hasInitial || reading.words.length === 1)) continue
        if (reading.depth === 'all' || name === 'exact') this.#askTier(reading, name)
      }
    }
  }

  #askTier(reading: AddressReading, tier: AddressTierName): void {
    if (tier === 'prefixes' && reading.number !== null && this.#hasExactHouse) return
    const { wholeWord } = reading
    const found = plainTier(this.#entities, reading, tier, this.#options.near).filter(
      ({ words }) => wholeWord === undefined || words.includes(wholeWord),
    )
    const isInOkres = ({ county }: Address): boolean => reading.counties?.includes(county ?? '') ?? true
    if (reading.number === null) {
      for (const { kind, sourceId, shown, largest } of found) {
        if (!isInOkres(largest)) continue
        this.#add({ kind, sourceId, address: shown, tier }, reading)
      }
      return
    }
    const fitting = found.map((entity) => ({
      ...entity,
      points: entity.points.filter(({ address }) => isInOkres(address)),
    }))
    for (const { point, isExact } of plainHouses(fitting, reading, tier)) {
      if (this.#hits.length < this.#options.limit && isExact) this.#hasExactHouse = true
      this.#add({ kind: 'point', sourceId: point.sourceId, address: point.address, tier }, reading)
    }
  }

  #add(hit: PlainHit, reading: AddressReading): void {
    const isNew = this.#hits.every(({ sourceId }) => sourceId !== hit.sourceId)
    if (!isNew || this.#options.limit <= this.#hits.length) return
    this.#hits.push(hit)
    this.#readingOf.set(hit, reading)
  }

  #fill(): void {
    const only = this.#hits[0]
    if (this.#hits.length !== 1 || only!.kind === 'point') return
    const entity = this.#entities.find(({ sourceId }) => sourceId === only!.sourceId)!
    const reading = this.#readingOf.get(only!)!
    if (this.#isInstead) return
    for (const { point } of plainHouses([entity], reading, 'numbers')) {
      this.#add({ kind: 'point', sourceId: point.sourceId, address: point.address, tier: 'numbers' }, reading)
    }
  }
}

function withoutNumber(reading: AddressReading): AddressReading {
  return { ...reading, number: null }
}
