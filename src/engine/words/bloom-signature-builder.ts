import { type TextArrays, textAt } from '../../stdx/text-column.ts'
import { addWordBits, type BloomSignature, foldSignature } from './bloom-signature.ts'
import { EMPTY_NAME, type ForwardRecords } from './forward-records.ts'
import { TERM } from './word-index.ts'

/** The signatures of documents, in two halves. */
export interface Signatures {
  readonly low: Int32Array
  readonly high: Int32Array
}

export function buildSignatures({ forward, starts, terms }: ForwardRecords, texts: TextArrays): Signatures {
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
  return { low: signaturesLow, high: signaturesHigh }
}

export function foldPostings(documents: Uint32Array, { low, high }: Signatures): Uint16Array {
  const folded = new Uint16Array(documents.length)
  for (let at = 0; at < documents.length; at++) folded[at] = foldSignature(low[documents[at]!]!, high[documents[at]!]!)
  return folded
}
