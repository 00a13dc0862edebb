import { formatAddress } from '../records/format-address.ts'
import type { AddressExplanation } from '../search/search.ts'
import { workLine } from './explain-work.ts'

type Reading = AddressExplanation['readings'][number]
type Asked = AddressExplanation['asked'][number]
type Hit = AddressExplanation['hits'][number]

/** An explanation for a person who does not know the code. */
export function addressLines({ query, readings, okres, asked, hits, because, ...work }: AddressExplanation): string[] {
  return [
    `query      ${query}`,
    ...readings.map((reading, i) => `reading ${String(i + 1).padEnd(2)} ${readingText(reading)}`),
    ...(okres === null ? [] : ['okres      no okres was imported, so its name is no filter']),
    '',
    'asked in this order, until there was enough',
    ...asked.map((step) => `  ${askedText(step)}`),
    workLine(work),
    '',
    'hits',
    ...hits.map((hit, i) => `  ${String(i + 1).padStart(2)}. ${hitText(hit)}`),
    '',
    hits.length === 0 ? 'Nothing fits.' : `The first is first because ${because}.`,
  ]
}

function readingText({ words, number, depth, counties }: Reading): string {
  const parts = [words.length === 0 ? 'no words' : words.join(' · ')]
  if (number !== null) {
    const second = number.second === null ? '' : `/${number.second.number}${number.second.suffix}`
    parts.push(
      `house number ${number.number}${number.suffix}${second}${number.kind === 'any' ? '' : ` (${number.kind})`}`,
    )
  }
  if (counties !== null) parts.push(`in okres ${counties.join(' or ')}`)
  if (depth === 'name') parts.push('as one name')
  return parts.join(', ')
}

function askedText({ reading, says, wanted, documents, hitsAdded }: Asked): string {
  const what = wanted === 'places instead' ? ' (the number is unknown: the street or place itself)' : ''
  return `${String(hitsAdded).padStart(4)} added  reading ${reading + 1}, ${says}${what}: ${documents} streets and places`
}

function hitText({ kind, address, sourceId, found }: Hit): string {
  const rank = found.document === null ? '' : `, rank ${found.document}`
  const grade = found.grade === null ? '' : `, ${found.grade}`
  return `${formatAddress(address)}  ${kind} ${sourceId}\n      reading ${found.reading + 1}, ${found.tier}${grade}${rank}`
}
