import {
  type AddressComparison,
  type Choice,
  chooseRecord,
  compareAddress,
  FIELD,
  type GivenAddress,
  isCertain,
  joinTokens,
  type ReadAddress,
  readAddress,
  type Status,
  textToSearch,
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
  const first = textToSearch(read)
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
  const second = secondText(read, choice.status)
  return second === first || second === '' ? choice : ask(second)
}

/**
 * If no house has a pair of numbers, without the second one, which may be a flat. If nothing was found, without the
 * postal code, which may be wrong, and what stands in front, which may be a firm. Else without the town of a column,
 * in place of which a part may stand. A town with its part or okres behind is asked without them.
 */
function secondText(read: ReadAddress, status: Status): string {
  const { tokens, added, codes } = read
  const isLine = tokens[0]!.field === FIELD.address
  const { field, segment } =
    tokens.find((token) => token.field === FIELD.address || token.field === FIELD.street) ?? tokens[0]!
  const front = tokens.filter((token) => token.segment === segment)
  const behind = tokens.find((token) => token.field === field && segment < token.segment && token.kind === 'word')
  const isFirm = behind !== undefined && front.at(-1)!.kind === 'word'
  const isHalved = status === 'street' || status === 'town'
  const town = tokens.find((token) => token.field === FIELD.town)?.segment
  const isKept = (i: number): boolean => {
    if (added.has(i)) return false
    if (isHalved) return tokens[i]!.field !== FIELD.town || tokens[i]!.segment === town
    if (status === 'none') return !codes.has(i) && !(isFirm && tokens[i]!.segment === segment)
    return isLine ? !codes.has(i) : tokens[i]!.field !== FIELD.town
  }
  return joinTokens(read, isKept, isHalved)
}
