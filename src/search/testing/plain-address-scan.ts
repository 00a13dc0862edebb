import type { Address } from '../../records/address.ts'
import type { AddressQuery, AddressReading } from '../addresses/address-reading.ts'
import { type AddressTier, type AddressTierName, TIERS, TYPO_TIERS } from '../addresses/address-tiers.ts'
import type { Position } from '../addresses/distance-bands.ts'
import { readAddressQuery } from '../addresses/read-address-query.ts'
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
    const query = readAddressQuery(text, (mark) => this.#entities.some(({ words }) => words.includes(mark)))
    return new PlainSearch(this.#entities, query, options).hits()
  }
}

export interface PlainHit {
  readonly kind: 'point' | 'street' | 'place'
  readonly sourceId: string
  readonly address: Address
  readonly tier: AddressTierName | 'numbers'
}

class PlainSearch {
  readonly #entities: readonly PlainEntity[]
  readonly #query: AddressQuery
  readonly #options: { readonly limit: number; readonly near?: Position }
  #hits: PlainHit[] = []
  #hasExactHouse = false
  readonly #readingOf = new Map<PlainHit, AddressReading>()

  constructor(
    entities: readonly PlainEntity[],
    query: AddressQuery,
    options: { readonly limit: number; readonly near?: Position },
  ) {
    this.#entities = entities
    this.#query = query
    this.#options = options
  }

  hits(): PlainHit[] {
    const { readings, unshifted } = this.#query
    const all = [...readings, ...unshifted]
    const numbered = all.filter(({ number }) => number !== null)
    const houseless = numbered.map((reading) => ({ ...reading, number: null }))
    const steps: (() => void)[] = [
      () => this.#ask(readings, TIERS),
      () => this.#ask(unshifted, TIERS),
      () => this.#ask(houseless, TIERS),
      ...TYPO_TIERS.flatMap((tier) => [() => this.#ask(all, [tier]), () => this.#ask(houseless, [tier])]),
    ]
    for (const [i, step] of steps.entries()) {
      if (this.#hits.length !== 0) break
      step()
      const isInstead = i !== 0 && i % 2 === 0
      if (!isInstead) this.#fill()
    }
    return this.#hits
  }

  #ask(readings: readonly AddressReading[], tiers: readonly AddressTier[]): void {
    for (const [i, reading] of readings.entries()) {
      if (0 < i && readings[i - 1]!.cost < reading.cost && this.#hits.length !== 0) return
      for (const { name } of tiers) if (reading.depth === 'all' || name === 'exact') this.#askTier(reading, name)
    }
  }

  #askTier(reading: AddressReading, tier: AddressTierName): void {
    if (tier === 'prefixes' && reading.number !== null && this.#hasExactHouse) return
    const found = plainTier(this.#entities, reading, tier, this.#options.near)
    if (reading.number === null) {
      for (const { kind, sourceId, shown } of found) this.#add({ kind, sourceId, address: shown, tier }, reading)
      return
    }
    for (const { point, isExact } of plainHouses(found, reading, tier)) {
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
    for (const { point } of plainHouses([entity], reading, 'numbers')) {
      this.#add({ kind: 'point', sourceId: point.sourceId, address: point.address, tier: 'numbers' }, reading)
    }
  }
}
