/** Finds documents that are like a text: all ways to spell its words at once, the rarest words first. */
export { AlikeSearch, type WordsOfDocument } from './alike-search.ts'
export {
  hasHead,
  hasTail,
  isNumber,
  NEVER,
  SPELLING,
  spell,
  spellPair,
  type TypedSpan,
} from './spelling.ts'
