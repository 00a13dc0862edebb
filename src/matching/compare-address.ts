import type { Address } from '../records/address.ts'
import { ADDRESS_RULES, type AddressComparison, type AddressPart } from './address-rules.ts'
import { FIELD, type ReadAddress } from './given-address.ts'
import { compareNumber, type HouseNumbers, isOneDigitOff, readNumber } from './house-number.ts'
import { matchName, type NameMatch } from './match-name.ts'
import { applyRules, type PartResult } from './part-result.ts'
import { isDigits, tokenize } from './tokens.ts'

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
  const used = new Set(given.added)
  take(used, given.postcode ?? undefined)
  const find = (name: string | null, ...fields: number[]): NameMatch | undefined =>
    take(used, name === null ? undefined : matchName(tokens, used, tokenize([name]), fields))
  const { municipality, municipalityPart, postalDistrict } = record
  const ownPart = municipalityPart === municipality ? null : municipalityPart
  const findPart = (): NameMatch | undefined => find(ownPart, FIELD.part, FIELD.street, FIELD.address)
  const road = find(record.street, FIELD.address, FIELD.street)
  const district = find(postalDistrict, FIELD.town) ?? find(record.district, FIELD.town, FIELD.part)
  // The longer name first: "Brumov-Bylnice" has the part Bylnice, "České Budějovice 3" is one of its town.
  const longer = municipality.length < (ownPart?.length ?? 0) ? findPart() : undefined
  const isTown = district !== undefined && tokenize([municipality])[0]?.text === tokens[district.from]!.text
  const postcode = comparePostcode(given, record.postalCode)
  // Many towns are "Lhota" and something, but only one city is "Bratislava-Ružinov".
  const short = (postcode === 'equal' ? SHORT_TOWN : SHORT_CITY).exec(municipality)?.[1]
  const findShort = (): NameMatch | undefined => {
    const found = short === undefined ? undefined : find(short, FIELD.town)
    return found && { ...found, result: found.result === 'typing error' ? found.result : 'written otherwise' }
  }
  const town = find(municipality, FIELD.town) ?? (isTown ? district : findShort())
  const part = longer ?? findPart()
  // A village is often named twice, as the town and in place of its street.
  for (const name of [municipality, municipalityPart, short ?? null]) find(name)
  findCounty(given, used, record.county)
  for (const i of given.idle) used.add(i)

  const place = part ?? town
  const at = findNumber(given, used, road ?? place)
  const number = at === undefined ? undefined : take(used, readNumber(tokens, at))
  const isNumber = number !== undefined && !hasOtherNumber(given, used, road ?? place, record)
  const house = number === undefined ? 'missing' : isNumber ? compareNumber(number, record) : 'conflict'
  const rest = judgeRest(given, used, { road, town, place, at, hasDistrict: postalDistrict !== null })
  const parts: Partial<Record<AddressPart, PartResult>> = {
    number: house === 'flat' ? 'equal' : house,
    town: rest.has('town') ? 'conflict' : (town?.result ?? 'missing'),
    postcode,
  }
  if (rest.has('beside street') || (road === undefined && rest.has('street'))) parts.street = 'conflict'
  else if (record.street !== null) parts.street = road?.result ?? 'missing'
  const isNeeded = record.street === null && ownPart !== null
  const isOther = isNeeded && part === undefined && tokens.some(({ field }) => field === FIELD.part)
  if (rest.has('part') || isOther) parts.part = 'conflict'
  else if (part !== undefined || isNeeded) parts.part = part?.result ?? 'missing'
  if (house === 'flat' || rest.has('added') || given.added.size !== 0) parts.other = 'added'
  return { parts, ...applyRules(ADDRESS_RULES, parts) }
}

function take<Run extends { readonly from: number; readonly to: number }>(used: Set<number>, run: Run | undefined) {
  for (let i = run?.from ?? 0; i < (run?.to ?? 0); i++) used.add(i)
  return run
}

/** The okres explains a word only behind its label: a town has its name. */
function findCounty({ tokens }: ReadAddress, used: Set<number>, county: string | null): void {
  const at = tokens.findIndex(({ text }) => text.startsWith('okr'))
  if (at < 0 || county === null) return
  const match = matchName(tokens, used, tokenize([county]))
  if (match?.from === at + 1) take(used, match)
}

/** The number in its own column, else the first one behind the street or place, else the first one. */
function findNumber({ tokens }: ReadAddress, used: ReadonlySet<number>, name: NameMatch | undefined) {
  const numbers = [...tokens.keys()].filter((i) => isDigits(tokens[i]!.text) && !used.has(i))
  const isBehind = (i: number): boolean =>
    name !== undefined && name.to <= i && tokens[i]!.field === tokens[name.from]!.field
  return numbers.find((i) => tokens[i]!.field === FIELD.number) ?? numbers.find(isBehind) ?? numbers[0]
}

/** "Hlavná 5" in the column of the street, beside a column of numbers, which may hold the flat. */
function hasOtherNumber(
  { tokens, idle }: ReadAddress,
  used: ReadonlySet<number>,
  name: NameMatch | undefined,
  record: AddressRecord,
): boolean {
  const at = tokens.findIndex((_, i) => name !== undefined && name.to <= i && !idle.has(i))
  if (used.has(at) || tokens[at]?.field !== FIELD.street || !isDigits(tokens[at].text)) return false
  return compareNumber(readNumber(tokens, at), record) === 'conflict'
}

/** Five equal digits; one wrong or two swapped; or another post office of the same area, as the first digits say. */
function comparePostcode({ postcode }: ReadAddress, own: string | null): PartResult {
  if (postcode === null) return 'missing'
  const { digits, isUsual } = postcode
  if (own === null) return 'added'
  if (digits === own) return isUsual ? 'equal' : 'written otherwise'
  return isOneDigitOff(digits, own) || digits.slice(0, 3) === own.slice(0, 3) ? 'typing error' : 'conflict'
}

type Rest = 'street' | 'beside street' | 'town' | 'part' | 'added'

interface Explained {
  readonly road: NameMatch | undefined
  readonly town: NameMatch | undefined
  readonly place: NameMatch | undefined
  /** The house number. */
  readonly at: number | undefined
  readonly hasDistrict: boolean
}

/** What the words that nothing explains mean, by where they stand. */
function judgeRest({ tokens, idle }: ReadAddress, used: ReadonlySet<number>, explained: Explained): ReadonlySet<Rest> {
  const { road, town, place, at, hasDistrict } = explained
  const rest = new Set<Rest>()
  const name = road ?? place
  // The village Karlová has a street Karlová, which is not the given one.
  const isRoadInTown = road !== undefined && tokens[road.from]!.field === FIELD.town
  const segmentOf = (i: number | undefined): number | undefined => (i === undefined ? undefined : tokens[i]!.segment)
  const touches = (from: number, match: NameMatch | undefined): boolean => {
    if (match === undefined || tokens[from]!.segment !== tokens[match.from]!.segment) return false
    const step = from < match.from ? 1 : -1
    for (let i = from + step; i < match.from || match.to <= i; i += step) if (used.has(i) && !idle.has(i)) return false
    return true
  }
  /** A firm stands in front of a name that is explained. */
  const isBeforeName = (i: number): boolean =>
    tokens.some(
      ({ text, field, segment }, j) =>
        field === tokens[i]!.field && tokens[i]!.segment < segment && used.has(j) && !idle.has(j) && !isDigits(text),
    )
  for (const [i, { text, field, segment }] of tokens.entries()) {
    if (used.has(i) || (text.length === 1 && !isDigits(text))) continue
    if (isDigits(text)) {
      const isDistrict = town !== undefined && i === town.to
      if (!isDistrict) rest.add('added')
      else if (hasDistrict) rest.add('part')
    } else if (field === FIELD.part) rest.add('part')
    else if (touches(i, town)) rest.add('town')
    else if (field === FIELD.town) rest.add(town === undefined ? 'town' : 'part')
    else if (touches(i, name) || (field === FIELD.street && isRoadInTown)) rest.add('beside street')
    else if (segment !== segmentOf(at) && isBeforeName(i)) rest.add('added')
    else if (field === FIELD.street || name === undefined || segment === segmentOf(at))
      rest.add(road === undefined ? 'street' : 'added')
    else rest.add(town === undefined ? 'town' : 'part')
  }
  return rest
}
