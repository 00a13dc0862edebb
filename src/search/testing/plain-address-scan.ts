import type { Address } from '../../records/address.ts'
import { splitWords } from '../../text/words.ts'
import type { AddressReading } from '../addresses/address-reading.ts'
import type { AddressTierName } from '../addresses/address-tiers.ts'
import { type Attempt, listAttempts, type WantedHits } from '../addresses/attempts.ts'
import type { Position } from '../addresses/distance-bands.ts'
import { readAddressQuery } from '../addresses/read-address-query.ts'
import { type CountedWord, type County, listCounties, type Vocabulary } from '../addresses/vocabulary.ts'
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

  constructor(points: readonly PlainPoint[]) {
    this.#entities = plainEntities(points)
  }

  search(text: string, options: { readonly limit: number; readonly near?: Position }): PlainHit[] {
    const vocabulary = new PlainVocabulary(this.#entities)
    const query = readAddressQuery(text, (mark) => vocabulary.hasWord(mark))
    return new PlainSearch(this.#entities, options).hits(listAttempts(query, vocabulary))
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
  readonly #documents = new Map<string, number>()
  readonly #streets: readonly string[]
  readonly #places: readonly string[]

  constructor(entities: readonly PlainEntity[]) {
    const counties = entities.flatMap(({ points }) => points.flatMap(({ address: { county } }) => county ?? []))
    this.counties = listCounties([...new Set(counties)])
    this.#streets = entities.flatMap(({ kind, ownName }) => (kind === 'street' ? [ownName] : []))
    this.#places = entities.flatMap(({ kind, ownName }) => (kind === 'street' ? [] : [ownName]))
    for (const { words } of entities) {
      for (const word of new Set(words)) this.#documents.set(word, (this.#documents.get(word) ?? 0) + 1)
    }
  }

  hasWord(word: string): boolean {
    return this.#documents.has(word)
  }

  hasBeginning(beginning: string): boolean {
    return [...this.#documents.keys()].some((word) => word.startsWith(beginning))
  }

  isAbbreviation(word: string): boolean {
    return this.#streets.some((name) => splitWords(name).some(({ text, end }) => text === word && name[end] === '.'))
  }

  beginsPlace(word: string): boolean {
    return this.#places.some((name) => splitWords(name)[0]?.text === word)
  }

  wordsBeginning(beginning: string, lettersMax: number): readonly CountedWord[] {
    return [...this.#documents]
      .filter(([word]) => word.startsWith(beginning) && Buffer.byteLength(word) <= lettersMax)
      .map(([word, documents]) => ({ word, documents }))
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

  hits(attempts: Iterable<Attempt>): PlainHit[] {
    for (const attempt of attempts) {
      if (this.#hits.length !== 0 && !attempt.addsHits) break
      this.#ask(attempt)
      this.#isInstead = attempt.wanted === 'places'
    }
    this.#fill()
    return this.#hits
  }

  #ask({ readings, tiers, wanted }: Attempt): void {
    const asked = wanted === 'places' ? readings.filter(({ number }) => number !== null).map(withoutNumber) : readings
    for (const [i, reading] of asked.entries()) {
      if (0 < i && asked[i - 1]!.cost < reading.cost && this.#hits.length !== 0) return
      for (const { name } of tiers) {
        if (name === 'initials' && (!reading.hasInitial || reading.words.length === 1)) continue
        if (reading.depth === 'all' || name === 'exact') this.#askTier(reading, name, wanted)
      }
    }
  }

  #askTier(reading: AddressReading, tier: AddressTierName, wanted: WantedHits): void {
    if (tier === 'prefixes' && reading.number !== null && this.#hasExactHouse) return
    const { wholeWord } = reading
    const found = plainTier(this.#entities, reading, tier, this.#options.near).filter(
      ({ words }) => wholeWord === undefined || words.includes(wholeWord),
    )
    const isInOkres = ({ county }: Address): boolean => reading.counties?.includes(county ?? '') ?? true
    if (reading.number === null) {
      for (const { kind, sourceId, shown, largest } of found) {
        if (!isInOkres(largest) || (wanted === 'whole' && kind !== 'street')) continue
        this.#add({ kind, sourceId, address: shown, tier }, reading)
      }
      return
    }
    const isWhole = ({ kind, ownName }: PlainEntity, { street, municipalityPart }: Address): boolean => {
      if (wanted !== 'whole' && wanted !== 'village') return true
      if (kind === 'street') return wanted === 'whole'
      return street === null && [null, ownName].includes(municipalityPart)
    }
    const fitting = found.map((entity) => ({
      ...entity,
      points: entity.points.filter(({ address }) => isInOkres(address) && isWhole(entity, address)),
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
