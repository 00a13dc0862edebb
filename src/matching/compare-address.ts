import { ADDRESS_RULES, type AddressComparison, type AddressPart } from './address-rules.ts'
import { FIELD, type ReadAddress } from './given-address.ts'
import { compareNumber, isOneDigitOff, readNumber } from './house-number.ts'
import { matchName, type NameMatch } from './match-name.ts'
import { applyRules, type PartResult } from './part-result.ts'
import { isDigits, type Token, tokenize } from './tokens.ts'

/** An address of a register. `Address` of `src/records` is one. */
export interface AddressRecord {
  readonly street: string | null
  readonly municipality: string
  readonly municipalityPart: string | null
  readonly district: string | null
  readonly postalDistrict: string | null
  readonly county: string | null
  readonly postalCode: string | null
  readonly registrationNumber: string | null
  readonly evidenceNumber: string | null
  readonly orientationNumber: string | null
  readonly orientationLetter: string | null
}

/** Compares what was given with one record. Every word that was given must be explained by the record, or be added. */
export function compareAddress(given: ReadAddress, record: AddressRecord): AddressComparison {
  const { tokens } = given
  const used = new Set(given.added)
  take(used, given.postcode ?? undefined)
  const find = (name: string | null, ...fields: number[]): NameMatch | undefined => {
    if (name === null) return undefined
    return take(
      used,
      matchName(tokens, used, tokenize([name]), (field) => fields.includes(field)),
    )
  }
  const road = find(record.street, FIELD.line, FIELD.street)
  const ownPart = record.municipalityPart === record.municipality ? null : record.municipalityPart
  const district = find(record.postalDistrict, FIELD.town) ?? find(record.district, FIELD.town, FIELD.part)
  const isPartLonger = record.municipality.length < (ownPart?.length ?? 0)
  const early = isPartLonger ? find(ownPart, FIELD.part, FIELD.street, FIELD.line) : undefined
  const town =
    find(record.municipality, FIELD.town) ??
    (district !== undefined && isNamedAs(tokens[district.from]!, record.municipality) ? district : undefined)
  const part = early ?? find(ownPart, FIELD.part, FIELD.street, FIELD.line)
  // A village is often named twice, as the town and in place of its street.
  for (const name of [record.municipality, record.municipalityPart]) find(name)
  findCounty(given, used, record.county)

  for (const i of given.idle) used.add(i)
  const at = findNumber(given, used, road ?? part ?? town)
  const number = at === undefined ? undefined : take(used, readNumber(tokens, at))
  const house = number === undefined ? 'missing' : compareNumber(number, record)
  const rest = judgeRest(given, used, {
    road,
    town,
    place: part ?? town,
    at,
    hasDistrict: record.postalDistrict !== null,
  })
  const isAdded = house === 'flat' || rest.has('added') || given.added.size !== 0
  const roadResult = road?.result ?? (rest.has('street') ? 'conflict' : record.street === null ? undefined : 'missing')
  const isOtherPart = ownPart !== null && tokens.some(({ field }) => field === FIELD.part)
  const partResult =
    part?.result ?? (record.street !== null || ownPart === null ? undefined : isOtherPart ? 'conflict' : 'missing')
  const parts: Partial<Record<AddressPart, PartResult>> = {
    number: house === 'flat' ? 'equal' : house,
    town: rest.has('town') ? 'conflict' : (town?.result ?? 'missing'),
    postcode: comparePostcode(given, record.postalCode),
  }
  if (roadResult !== undefined) parts.street = rest.has('beside street') ? 'conflict' : roadResult
  if (rest.has('part')) parts.part = 'conflict'
  else if (partResult !== undefined) parts.part = partResult
  if (isAdded) parts.other = 'added'
  return { parts, ...applyRules(ADDRESS_RULES, parts) }
}

function take<Match extends { readonly from: number; readonly to: number }>(
  used: Set<number>,
  match: Match | undefined,
) {
  for (let i = match?.from ?? 0; i < (match?.to ?? 0); i++) used.add(i)
  return match
}

function isNamedAs(token: Token, municipality: string): boolean {
  return tokenize([municipality])[0]?.text === token.text
}

/** The okres explains a word only behind its label: a town has its name. */
function findCounty({ tokens }: ReadAddress, used: Set<number>, county: string | null): void {
  const at = tokens.findIndex(({ text }) => text.startsWith('okr'))
  if (at < 0 || county === null) return
  const match = matchName(tokens, used, tokenize([county]))
  if (match?.from === at + 1) take(used, match)
}

/** The first number behind the street or place, else that of the column of numbers, else the first one. */
function findNumber(
  { tokens }: ReadAddress,
  used: ReadonlySet<number>,
  name: NameMatch | undefined,
): number | undefined {
  const isNumber = (i: number): boolean => isDigits(tokens[i]!.text) && !used.has(i)
  let first: number | undefined
  let behind: number | undefined
  for (let i = 0; i < tokens.length; i++) {
    if (!isNumber(i)) continue
    if (tokens[i]!.field === FIELD.number) return i
    first ??= i
    if (name !== undefined && name.to <= i && tokens[i]!.field === tokens[name.from]!.field) behind ??= i
  }
  return behind ?? first
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
    if (used.has(i)) continue
    if (isDigits(text) || text.length === 1) {
      const isDistrict = town !== undefined && i === town.to
      if (!isDistrict) rest.add('added')
      else if (hasDistrict) rest.add('part')
    } else if (field === FIELD.part) rest.add('part')
    else if (touches(i, town)) rest.add('town')
    else if (field === FIELD.town) rest.add(town === undefined ? 'town' : 'part')
    else if (touches(i, name)) rest.add('beside street')
    else if (segment !== segmentOf(at) && isBeforeName(i)) rest.add('added')
    else if (field === FIELD.street || name === undefined || segment === segmentOf(at))
      rest.add(road === undefined ? 'street' : 'added')
    else rest.add(town === undefined ? 'town' : 'part')
  }
  return rest
}
