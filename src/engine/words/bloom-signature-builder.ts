import type { SectionSource } from '../../stdx/section-file.ts'
import { type TextArrays, textAt } from '../../stdx/text-column.ts'
import { addWordBits, type BloomSignature } from './bloom-signature.ts'
import { EMPTY_NAME, type ForwardRecords } from './forward-records.ts'
import { TERM } from './word-index.ts'

export function buildSignatureSections(
  { forward, starts, terms }: ForwardRecords,
  texts: TextArrays,
): Record<string, SectionSource> {
  const lowBits = new Int32Array(terms)
  const highBits = new Int32Array(terms)
  for (let term = 0; term < terms; term++) {
    const signature: BloomSignature = { low: 0, high: 0 }
    addWordBits(signature, textAt(texts, term))
    lowBits[term] = signature.low
    highBits[term] = signature.high
  }
  const documents = starts.length - 1
  const signaturesLow = new Int32Array(documents)
  const signaturesHigh = new Int32Array(documents)
  for (let document = 0; document < documents; document++) {
    let low = 0
    let high = 0
    for (let at = starts[document]!; at < starts[document + 1]!; at++) {
      if (forward[at] === EMPTY_NAME) continue
      const term = forward[at]! & TERM
      low |= lowBits[term]!
      high |= highBits[term]!
    }
    signaturesLow[document] = low
    signaturesHigh[document] = high
  }
  return { 'words.signaturesLow': signaturesLow, 'words.signaturesHigh': signaturesHigh }
}
