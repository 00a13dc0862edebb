/** What addresses and companies share: the search for words, and the versions of the files of an index. */
export { FILE_FORMATS } from './file-formats.ts'
export type { Budget } from './words/comparison.ts'
export { KWayMerge } from './words/k-way-merge.ts'
export type { Visit } from './words/last-answer.ts'
export { allowShortTypo, allowTypos, isShortWord, SHORT_LETTERS, WORDS_MAX } from './words/typo-rules.ts'
export { NAME_END, NO_NAME, TERM, type WordIndex } from './words/word-index.ts'
export { WordSearch } from './words/word-search.ts'
export { WORK_MAX } from './words/work-budget.ts'
