import type { Address } from '../records/address.ts'
import { type AddressToken, readAddressText } from '../text/address-text.ts'
import { ADDRESS_RULES, type AddressComparison, type AddressPart } from './address-rules.ts'
import { FIELD, type ReadAddress } from './given-address.ts'
import { compareNumber, type HouseNumbers, isOneDigitOff, readNumber } from './house-number.ts'
import { matchName, type NameMatch } from './match-name.ts'
import { applyRules, type PartResult } from './part-result.ts'

/** What is compared of an address of a register. */
export type AddressRecord = HouseNumbers &
  Pick<
    Address,
    'street' | 'municipality' | 'municipalityPart' | 'district' | 'postalDistrict' | 'county' | 'postalCode'
  >

const SHORT_CITY = /^([^-]+)-/
const SHORT_TOWN = /^(.+?)(?:-| (?:nad|pod|u|pri|při|na|v|ve) )/

/** Compares what was given with one record. Every word that was given must be explained by the record, or be added. */
export function compareAddress(given: ReadAddress, record: AddressRecord): AddressComparison {
  const { tokens } = given
  const used = new Set([...given.added, ...given.codes])
  const find = (name: string | null, ...fields: number[]): NameMatch | undefined =>
    take(used, name ? matchName(tokens, used, readName(name), fields) : undefined)
  const { municipality, municipalityPart, postalDistrict } = record
  const ownPart = municipalityPart === municipality ? null : municipalityPart
  const findPart = (): NameMatch | undefined => find(ownPart, FIELD.part, FIELD.street, FIELD.address)
  const road = find(record.street, FIELD.address, FIELD.street)
  const district = find(postalDistrict, FIELD.town) ?? find(record.district, FIELD.town, FIELD.part)
  // The longer name first: "Brumov-Bylnice" has the part Bylnice, "České Budějovice 3" is one of its town.
  const longer = municipality.length < (ownPart?.length ?? 0) ? findPart() : undefined
  const isTown = district && readName(municipality)[0]?.text === tokens[district.from]!.text
  const postcode = comparePostcode(given, record.postalCode)
  // Many towns are "Lhota" and something, but only one city is "Bratislava-Ružinov".
  const short = (postcode === 'equal' ? SHORT_TOWN : SHORT_CITY).exec(municipality)?.[1]
  const findShort = (): NameMatch | undefined => {
    const found = short ? find(short, FIELD.town) : undefined
    return found && { ...found, result: found.result === 'typing error' ? found.result : 'written otherwise' }
  }
  // "Liberec IV-Perštýn" names its town.
  const named = longer && /^ [IVX]+(-|$)/.test(ownPart!.slice(municipality.length)) ? longer : undefined
  const town = find(municipality, FIELD.town) ?? (isTown ? district : findShort()) ?? named
  const part = longer ?? findPart()
  // A village is often named twice, as the town and in place of its street.
  for (const name of [municipality, municipalityPart, short]) {
    const again = name ? matchName(tokens, used, readName(name)) : undefined
    // "Uhlířské Janovice" has no mistyped Rašovice.
    const before = tokens[(again?.from ?? 0) - 1]
    const isBehindWord = before?.kind === 'word' && before.segment === tokens[again?.from ?? 0]?.segment
    if (again?.result !== 'typing error' || !isBehindWord) take(used, again)
  }
  findCounty(given, used, record.county, town)
  for (const i of given.idle) used.add(i)

  const place = part ?? town
  const at = findNumber(given, used, road ?? place)
  const number = at === undefined ? undefined : take(used, readNumber(tokens, at))
  const isNumber = number && !hasOtherNumber(given, used, road ?? place, record)
  const house = isNumber ? compareNumber(number, record) : number ? 'conflict' : 'missing'
  const explained = { road, town, place, at, hasDistrict: postalDistrict !== null, isVillage: !record.street }
  const rest = judgeRest(given, used, explained)
  const parts: Partial<Record<AddressPart, PartResult>> = {
    number: house === 'flat' ? 'equal' : house,
    town: rest.has('town') ? 'conflict' : (town?.result ?? 'missing'),
    postcode,
  }
  if (rest.has('beside street') || (!road && rest.has('street'))) parts.street = 'conflict'
  else if (record.street) parts.street = road?.result ?? 'missing'
  const isNeeded = !record.street && ownPart
  const isOther = isNeeded && !part && tokens.some(({ field }) => field === FIELD.part)
  if (rest.has('post town')) parts.town = 'conflict'
  if (rest.has('part') || isOther) parts.part = 'conflict'
  // Letters have the part itself in front of the town of the post, so another part of its municipality is not meant.
  else if (rest.has('post town')) parts.part = part || !ownPart ? place!.result : 'conflict'
  else if (part || isNeeded) parts.part = part?.result ?? 'missing'
  if (house === 'flat' || rest.has('added') || given.added.size !== 0) parts.other = 'added'
  return { parts, ...applyRules(ADDRESS_RULES, parts) }
}

function readName(name: string): readonly AddressToken[] {
  return readAddressText([name], 'apart').tokens
}

function take<Run extends { readonly from: number; readonly to: number }>(used: Set<number>, run: Run | undefined) {
  for (let i = run?.from ?? 0; i < (run?.to ?? 0); i++) used.add(i)
  return run
}

/** The okres explains a word behind its label, or beside its town: "Králův Dvůr (Beroun)". A town has its name. */
function findCounty(
  { tokens }: ReadAddress,
  used: Set<number>,
  county: string | null,
  town: NameMatch | undefined,
): void {
  const isLeft = tokens.some(({ kind }, i) => kind === 'word' && !used.has(i))
  const match = isLeft && county ? matchName(tokens, used, readName(county)) : undefined
  const at = tokens.findIndex(({ text }) => text.startsWith('okr'))
  if (!match || match.result === 'typing error') return
  const [one, other] = [tokens[match.from]!, tokens[town?.from ?? -1]]
  const isPlace = one.field === FIELD.town || one.before.includes('(')
  const isBeside = one.field === other?.field && one.segment !== other.segment
  if ((0 <= at && match.from === at + 1) || (isPlace && isBeside)) take(used, match)
}

/** The number in its own column, else the first one behind the street or place, else the first one. */
function findNumber({ tokens }: ReadAddress, used: ReadonlySet<number>, name: NameMatch | undefined) {
  const numbers = [...tokens.keys()].filter((i) => tokens[i]!.kind === 'number' && !used.has(i))
  const isBehind = (i: number): boolean => !!name && name.to <= i && tokens[i]!.field === tokens[name.from]!.field
  return numbers.find((i) => tokens[i]!.field === FIELD.number) ?? numbers.find(isBehind) ?? numbers[0]
}

/** "Hlavná 5" in the column of the street, beside a column of numbers, which may hold the flat. */
function hasOtherNumber(
  { tokens, idle }: ReadAddress,
  used: ReadonlySet<number>,
  name: NameMatch | undefined,
  record: AddressRecord,
): boolean {
  const at = tokens.findIndex((_, i) => name && name.to <= i && !idle.has(i))
  if (used.has(at) || tokens[at]?.field !== FIELD.street || tokens[at].kind !== 'number') return false
  return compareNumber(readNumber(tokens, at), record) === 'conflict'
}

/** Five equal digits; one wrong or two swapped; or another post office of the same area, as the first digits say. */
function comparePostcode({ postcode }: ReadAddress, own: string | null): PartResult {
  if (!postcode) return 'missing'
  if (!own) return 'added'
  const digits = postcode.length === 4 ? `0${postcode}` : postcode
  if (digits === own) return digits === postcode ? 'equal' : 'written otherwise'
  return isOneDigitOff(digits, own) || digits.slice(0, 3) === own.slice(0, 3) ? 'typing error' : 'conflict'
}

type Rest = 'street' | 'beside street' | 'town' | 'post town' | 'part' | 'added'

interface Explained {
  readonly road: NameMatch | undefined
  readonly town: NameMatch | undefined
  readonly place: NameMatch | undefined
  /** The house number. */
  readonly at: number | undefined
  readonly hasDistrict: boolean
  /** The house has no street. */
  readonly isVillage: boolean
}

/** What the words that nothing explains mean, by where they stand. */
function judgeRest({ tokens, idle }: ReadAddress, used: ReadonlySet<number>, explained: Explained): ReadonlySet<Rest> {
  const { road, town, place, at, hasDistrict, isVillage } = explained
  const rest = new Set<Rest>()
  const name = road ?? place
  // The village Karlová has a street Karlová, which is not the given one.
  const isRoadInTown = road && tokens[road.from]!.field === FIELD.town
  const ownSegment = tokens[at!]?.segment
  const touches = (from: number, match: NameMatch | undefined): boolean => {
    if (!match || tokens[from]!.segment !== tokens[match.from]!.segment) return false
    const step = from < match.from ? 1 : -1
    for (let i = from + step; i < match.from || match.to <= i; i += step) if (used.has(i) && !idle.has(i)) return false
    return true
  }
  /** A firm stands in front of a name that is explained. */
  const isBeforeName = (i: number): boolean =>
    tokens.some(
      ({ kind, field, segment }, j) =>
        field === tokens[i]!.field && tokens[i]!.segment < segment && used.has(j) && !idle.has(j) && kind === 'word',
    )
  /** The town of the post stands behind all that is explained: "Trpísty 23, 349 01 Stříbro". */
  const lastName = tokens.findLastIndex(({ kind }, i) => kind === 'word' && used.has(i) && !idle.has(i))
  const isPostTown = (i: number): boolean =>
    isVillage && !!place && lastName < i && tokens[lastName]!.segment !== tokens[i]!.segment
  for (const [i, { kind, text, field, segment }] of tokens.entries()) {
    if (used.has(i) || (text.length === 1 && kind === 'word')) continue
    if (kind === 'number') {
      if (i !== town?.to) rest.add('added')
      else if (hasDistrict) rest.add('part')
    } else if (field === FIELD.part) rest.add('part')
    else if (touches(i, town)) rest.add('town')
    else if (isPostTown(i) && field !== FIELD.street) rest.add('post town')
    else if (field === FIELD.town) rest.add(town ? 'part' : 'town')
    else if (touches(i, name) || (field === FIELD.street && isRoadInTown)) rest.add('beside street')
    else if (segment !== ownSegment && isBeforeName(i)) rest.add('added')
    else if (field === FIELD.street || !name || segment === ownSegment) rest.add(road ? 'added' : 'street')
    else rest.add(town ? 'part' : 'town')
  }
  return rest
}
