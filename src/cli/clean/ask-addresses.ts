import {
  type AddressComparison,
  type Choice,
  chooseRecord,
  compareAddress,
  FIELD,
  type GivenAddress,
  isCertain,
  type ReadAddress,
  readAddress,
} from '../../matching/matching.ts'
import { formatAddress } from '../../records/format-address.ts'
import type { AddressSearch } from '../../search/search.ts'

export type AddressHit = ReturnType<AddressSearch['search']>[number]

export interface AddressCandidate {
  readonly hit: AddressHit
  readonly comparison: AddressComparison
  readonly key: string
}

/** As many as an answer of the API has. */
const LIMIT = 10
/** With a lower score, the search is asked a second time. */
const SURE = 90

/** Finds the record of an address. The search is asked once, and a second time if that leaves a doubt. */
export function askAddresses(
  searches: readonly AddressSearch[],
  given: GivenAddress,
  isShown: (hit: AddressHit) => boolean = () => true,
): Choice<AddressCandidate> {
  const read = readAddress(given)
  const first = firstText(read)
  const candidates = new Map<string, AddressCandidate>()
  const ask = (text: string): Choice<AddressCandidate> => {
    for (const search of searches) {
      for (const hit of search.search(text, { limit: LIMIT })) {
        const id = `${hit.address.country} ${hit.sourceId}`
        if (!candidates.has(id) && isShown(hit))
          candidates.set(id, { hit, comparison: compareAddress(read, hit.address), key: formatAddress(hit.address) })
      }
    }
    return chooseRecord([...candidates.values()])
  }
  if (first === '') return chooseRecord<AddressCandidate>([])
  const choice = ask(first)
  if (isCertain(choice.status) && SURE <= choice.score) return choice
  const second = secondText(given, read)
  return second === first || second === undefined ? choice : ask(second)
}

function firstText(read: ReadAddress): string {
  return joinTokens(read, (i) => !read.added.has(i))
}

/** Without the town, in place of which a part may stand; of a line, without the postal code. */
function secondText(given: GivenAddress, read: ReadAddress): string | undefined {
  const { tokens, added, postcode } = read
  if (postcode === null) return undefined
  const isPostcode = (i: number): boolean => postcode.from <= i && i < postcode.to
  return given.line === undefined
    ? joinTokens(read, (i) => !added.has(i) && tokens[i]!.field !== FIELD.town)
    : joinTokens(read, (i) => !added.has(i) && !isPostcode(i))
}

function joinTokens({ tokens }: ReadAddress, isKept: (i: number) => boolean): string {
  let text = ''
  let last: number | undefined
  for (const [i, { raw, before, field }] of tokens.entries()) {
    if (!isKept(i)) continue
    const isBesideStreet = last === FIELD.street && field === FIELD.number
    text += `${last === undefined ? '' : last === field ? before : isBesideStreet ? ' ' : ', '}${raw}`
    last = field
  }
  return text
}
