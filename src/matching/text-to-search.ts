import { FIELD, type ReadAddress } from './given-address.ts'

/** The address as one text for a search, without what stands beside it, as a flat or a firm. */
export function textToSearch(read: ReadAddress): string {
  return joinTokens(read, (i) => !read.added.has(i))
}

/** @param isHalved Whether of "147/10" only the first number is kept. */
export function joinTokens({ tokens }: ReadAddress, isKept: (i: number) => boolean, isHalved = false): string {
  let text = ''
  let last: number | undefined
  for (const [i, { raw, before, field }] of tokens.entries()) {
    if (!isKept(i)) continue
    const isBesideStreet = last === FIELD.street && field === FIELD.number
    text += last === undefined ? '' : last === field ? before : isBesideStreet ? ' ' : ', '
    text += isHalved ? raw.replace(/\s*\/.*/, '') : raw
    last = field
  }
  return text
}
