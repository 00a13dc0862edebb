import { assert } from '../../stdx/assert.ts'
import { type ChooseLead, Intersection, MERGE_WORK } from './intersection.ts'
import { KWayMerge } from './k-way-merge.ts'
import type { Visit } from './last-answer.ts'
import {
  findOtherNames,
  findOtherNamesByPrefix,
  findOwnNames,
  findOwnNamesByPrefix,
  isOwnName,
  ownNameBegins,
  resolveNamePrefix,
  resolveTerms,
} from './name-ranges.ts'
import { OneEditWalk } from './one-edit-walk.ts'
import { QueryTerm } from './query-term.ts'
import type { RangeMinimum } from './range-minimum.ts'
import { TwoEditsWalk } from './two-edits-walk.ts'
import {
  type MistypedWords,
  SHORT_LETTERS,
  SHORT_TYPO_HITS_MAX,
  type ShortMistypedWord,
  WORDS_MAX,
} from './typo-rules.ts'
import { NAME_END, TERM, type WordIndex } from './word-index.ts'
import type { TermRange } from './word-trie.ts'
import { WORK_MAX, WorkBudget } from './work-budget.ts'

/** A document's own name, or the others it has or had. */
export type WhichNames = 'all' | 'own' | 'other'

/** Work to look a word up. */
const RESOLVE_WORK = 20
/** Work per step of the walk with one edit, and per node of the walk with two, which tries all its letters. */
const NODE_WORK = { 1: 1, 2: 4 } as const
/** The most term ranges for one mistyped word. With more the search stops early. */
const TYPO_RANGES_MAX = 4096
const NO_NAMES: TermRange = { low: 0, high: 0 }
/** The most documents for each choice of mistyped words. */
const TYPO_HITS_MAX = 512
/** Most searches need few of them. */
const TYPO_HITS = [64, TYPO_HITS_MAX] as const

/**
 * Questions to a `WordIndex`, one thread's. Owns the memory that a query needs and the budget of its work. Every query
 * visits documents in ascending order, each once, until there are no more, the visitor has enough or the budget is
 * spent.
 */
export class WordSearch extends WorkBudget {
  readonly index: WordIndex
  readonly #merge = new KWayMerge()
  readonly #intersection: Intersection
  readonly #oneEdit: OneEditWalk
  readonly #twoEdits: TwoEditsWalk
  readonly #queryTerms = Array.from({ length: WORDS_MAX }, () => new QueryTerm())
  readonly #fuzzy: readonly [QueryTerm, QueryTerm] = [new QueryTerm(), new QueryTerm()]

  constructor(index: WordIndex, { chooseLead }: { readonly chooseLead?: ChooseLead } = {}) {
    super()
    this.index = index
    this.#intersection = new Intersection(index, this.#merge, chooseLead)
    this.#oneEdit = new OneEditWalk(index.trie)
    this.#twoEdits = new TwoEditsWalk(index.trie, TYPO_RANGES_MAX)
  }

  /** Begins a query with a full budget. */
  override beginQuery(workMax?: number): void {
    super.beginQuery(workMax)
    this.#intersection.beginQuery()
    this.#twoEdits.forget()
  }

  /** Documents with a name of exactly these words in this order: by their own name first, then by another one. */
  visitExactNames(words: readonly string[], visit: Visit, which: WhichNames = 'all'): void {
    const terms = resolveTerms(this.index, words, words.length)
    if (terms === undefined || terms.length === 0) return
    const { index } = this
    const own = which === 'other' ? NO_NAMES : findOwnNames(index, terms)
    const other = which === 'own' ? NO_NAMES : findOtherNames(index, terms)
    this.#takeNames(own, other, (document) => isOwnName(index, document, terms), visit)
  }

  /**
   * Documents with a name that begins with these words, the last one being the beginning of a word: by their own name
   * first.
   */
  visitNamesByPrefix(words: readonly string[], visit: Visit, which: WhichNames = 'all'): void {
    const query = resolveNamePrefix(this.index, words)
    if (query === undefined) return
    const { index } = this
    const own = which === 'other' ? NO_NAMES : findOwnNamesByPrefix(index, query)
    const other = which === 'own' ? NO_NAMES : findOtherNamesByPrefix(index, query)
    this.#takeNames(own, other, (document) => ownNameBegins(index, document, query), visit)
  }

  /** Documents whose own name begins with these whole words. */
  visitNamesByWholeWords(words: readonly string[], visit: Visit): void {
    const terms = resolveTerms(this.index, words, words.length)
    const last = terms?.pop()
    if (terms === undefined || last === undefined) return
    this.#take(
      this.index.nameOrder,
      findOwnNamesByPrefix(this.index, { terms, last: { low: last, high: last + 1 } }),
      visit,
    )
  }

  /**
   * Documents that have all words, in whatever order; the last one is the beginning of a word. With a mark, words that
   * the index has under that mark count too: `brno` is found in `@brno`.
   */
  visitAllWords(words: readonly string[], visit: Visit, mark = ''): void {
    this.#allWords(words, { beginnings: 'last', mark }, visit)
  }

  /** The same, but the last one is a whole word too. */
  visitAllWholeWords(words: readonly string[], visit: Visit, mark = ''): void {
    this.#allWords(words, { beginnings: 'none', mark }, visit)
  }

  /** Documents that have, for each word, one that begins with it. */
  visitAllPrefixes(words: readonly string[], visit: Visit, mark = ''): void {
    this.#allWords(words, { beginnings: 'every', mark }, visit)
  }

  /**
   * Documents that have all words, mistyped in one of the ways: first those where the last word is a whole word, then
   * those where it is the beginning of one. Call it when fewer edits found nothing. A marked word may have one edit,
   * not two.
   */
  visitWithTypos(query: MistypedWords, visit: Visit, mark = ''): void {
    assert(query.words.length <= WORDS_MAX, 'there is a term for each word')
    const seen = new Set<number>()
    const wholeCounts: number[] = []
    for (const last of ['whole', 'beginning'] as const) {
      for (const most of TYPO_HITS) {
        const { found, certain } = this.#mistyped(query, { last, mark, most, wholeCounts })
        for (const document of found) {
          if (certain < document) break
          if (seen.has(document)) continue
          seen.add(document)
          if (!visit(document)) return
        }
        if (certain === Number.POSITIVE_INFINITY || this.stoppedEarly) break
      }
    }
  }

  /**
   * Documents that have all words, one of them mistyped. That word stands for a whole word, even as the last one,
   * because nearly every word begins almost like a short one. Another last word is a beginning. Call it when everything
   * else found nothing. `mark` is that of the mistyped word.
   */
  visitWithShortTypo(query: ShortMistypedWord, visit: Visit, mark = '', markOfOthers = mark): void {
    const { words, positions } = query
    assert(words.length <= WORDS_MAX, 'there is a term for each word')
    if (positions.length === 0) return
    for (const [i, word] of words.entries()) {
      this.#resolveWord(i, word, { compare: i === words.length - 1 ? 'beginning' : 'whole', mark: markOfOthers })
    }
    const found = new Set(positions.flatMap((short) => this.#withShortWord(query, short, mark)))
    for (const document of [...found].sort((a, b) => a - b)) if (!visit(document)) return
  }

  /**
   * The other words are already resolved. Finds nothing if too many documents match, or more than the budget can count.
   */
  #withShortWord({ words }: ShortMistypedWord, short: number, mark: string): number[] {
    const terms = this.#queryTerms.slice(0, words.length)
    if (terms.some(({ postingCount }, i) => i !== short && postingCount === 0)) return []
    terms[short] = this.#fuzzy[0]
    const query: TypoQuery = { edits: 1, compare: 'whole', mark, lettersMin: SHORT_LETTERS }
    if (!this.#resolveTypos(terms[short], words[short]!, query)) return []
    const fitting: number[] = []
    const note: Visit = (document) => fitting.push(document) <= SHORT_TYPO_HITS_MAX
    this.#intersection.visitFew(terms, SHORT_TYPO_HITS_MAX, this, note)
    return fitting.length <= SHORT_TYPO_HITS_MAX && !this.stoppedEarly ? fitting : []
  }

  /** Documents that have a whole word one edit from this one, or up to two. */
  visitMistyped(word: string, edits: 1 | 2, visit: Visit): void {
    const term = this.#fuzzy[0]
    const query: TypoQuery = { edits, compare: 'whole', mark: '', lettersMin: SHORT_LETTERS }
    if (this.#resolveTypos(term, word, query)) this.#intersection.visit([term], this, visit)
  }

  /** Returns documents in ascending order, possibly several times. Those after `certain` may not be the next ones. */
  #mistyped({ words, ways }: MistypedWords, { last, mark, most, wholeCounts }: Mistyped): Found {
    const compare = (i: number): 'whole' | 'beginning' => (i === words.length - 1 ? last : 'whole')
    const unplaced: number[] = []
    for (const [i, word] of words.entries()) {
      this.#resolveWord(i, word, { compare: compare(i), mark })
      if (this.#queryTerms[i]!.postingCount === 0) unplaced.push(i)
    }
    const found: number[] = []
    let certain = Number.POSITIVE_INFINITY
    for (const [w, way] of ways.entries()) {
      // A word that is no term must be mistyped, so other ways cannot match.
      if (!unplaced.every((i) => way.some(({ word }) => word === i))) continue
      const terms = this.#queryTerms.slice(0, words.length)
      const isFound = way.every(({ word, edits }, f) => {
        terms[word] = this.#fuzzy[f]!
        return this.#resolveTypos(this.#fuzzy[f]!, words[word]!, { edits, compare: compare(word), mark })
      })
      if (!isFound) continue
      // Beginnings are more terms than whole words, or the same ones: then all documents were visited before.
      const { postingCount } = terms.at(-1)!
      if (last === 'whole') wholeCounts[w] = postingCount
      else if (wholeCounts[w] === postingCount) continue
      const enough = found.length + most
      this.#intersection.visit(terms, this, (document) => found.push(document) < enough)
      if (found.length === enough && most < TYPO_HITS_MAX) certain = Math.min(certain, found.at(-1)!)
    }
    return { found: found.sort((a, b) => a - b), certain }
  }

  /** All terms that a word may be in one of these spellings, with the mark and without it. For `visitTerms`. */
  gatherTerm(spellings: readonly Spelling[], mark: string): QueryTerm {
    const ranges: TermRange[] = []
    const add = (low: number, high: number): void => void ranges.push({ low, high })
    for (const { word, compare, edits } of spellings) {
      if (!this.spend(RESOLVE_WORK)) break
      if (edits !== 0) {
        const term = this.#fuzzy[0]
        term.clear()
        this.#addTypos(term, word, { edits, compare, mark, lettersMin: SHORT_LETTERS })
        for (let range = 0; range < term.rangeCount; range++) add(term.low(range), term.high(range))
        continue
      }
      for (const sign of ['', mark]) {
        const range: TermRange = { low: 0, high: 0 }
        if (this.#find(word, compare, range, sign)) ranges.push(range)
      }
    }
    const gathered = new QueryTerm()
    ranges.sort((a, b) => a.low - b.low)
    for (let i = 0; i < ranges.length; ) {
      const { low } = ranges[i]!
      let { high } = ranges[i++]!
      for (; i < ranges.length && ranges[i]!.low <= high; i++) high = Math.max(high, ranges[i]!.high)
      gathered.addRange(this.index, low, high)
    }
    return gathered
  }

  /** Documents that have one term of each. */
  visitTerms(terms: readonly QueryTerm[], visit: Visit): void {
    this.#intersection.visit(terms, this, visit)
  }

  /** Whether the document's own name begins with this whole word. */
  nameBeginsWith(document: number, word: string): boolean {
    const { forward, forwardStarts, trie } = this.index
    return (forward[forwardStarts[document]!]! & TERM) === trie.termOf(word)
  }

  /** Whether the document's own name is the first of these words, and there are more of them. */
  isNamedByFirst(document: number, words: readonly string[]): boolean {
    const { forward, forwardStarts, trie } = this.index
    const start = forwardStarts[document]!
    for (let i = 0; i + 1 < words.length; i++) {
      const entry = forward[start + i]!
      if ((entry & TERM) !== trie.termOf(words[i]!)) return false
      if ((entry & NAME_END) !== 0) return true
    }
    return false
  }

  /** Visits documents by their own names, then those of `other` that `isOwn` does not find among them. */
  #takeNames(own: TermRange, other: TermRange, isOwn: (document: number) => boolean, visit: Visit): void {
    if (other.low === other.high) {
      this.#take(this.index.nameOrder, own, visit)
      return
    }
    let wantsMore = true
    this.#take(this.index.nameOrder, own, (document) => {
      wantsMore = visit(document)
      return wantsMore
    })
    if (!wantsMore) return
    let previous = -1
    this.#take(this.index.otherNameOrder, other, (document) => {
      if (document === previous || (own.low < own.high && isOwn(document))) return true
      previous = document
      return visit(document)
    })
  }

  #take(names: RangeMinimum, { low, high }: TermRange, visit: Visit): void {
    if (low === high) return
    this.#merge.begin(names)
    this.#merge.addRange(low, high)
    for (let document = this.#merge.take(); 0 <= document; document = this.#merge.take()) {
      if (!this.spend(MERGE_WORK) || !visit(document)) return
    }
  }

  #allWords(
    words: readonly string[],
    { beginnings, mark }: { readonly beginnings: 'none' | 'last' | 'every'; readonly mark: string },
    visit: Visit,
  ): void {
    const few = words.slice(0, WORDS_MAX)
    if (few.length === 0) return
    for (const [i, word] of few.entries()) {
      const isBeginning = beginnings === 'every' || (beginnings === 'last' && i === few.length - 1)
      this.#resolveWord(i, word, { compare: isBeginning ? 'beginning' : 'whole', mark })
      if (this.#queryTerms[i]!.postingCount === 0) return
    }
    this.#intersection.visit(this.#queryTerms.slice(0, few.length), this, visit)
  }

  #resolveWord(i: number, word: string, how: { readonly compare: 'whole' | 'beginning'; readonly mark: string }): void {
    const term = this.#queryTerms[i]!
    term.clear()
    if (!this.spend(RESOLVE_WORK)) return
    const unmarked: TermRange = { low: 0, high: 0 }
    const marked: TermRange = { low: 0, high: 0 }
    const isUnmarked = this.#find(word, how.compare, unmarked)
    const isMarked = how.mark !== '' && this.#find(word, how.compare, marked, how.mark)
    term.addPrefixBits(word)
    if (isMarked && (!isUnmarked || marked.low < unmarked.low)) term.addRange(this.index, marked.low, marked.high)
    if (isUnmarked) term.addRange(this.index, unmarked.low, unmarked.high)
    if (isMarked && isUnmarked && unmarked.low < marked.low) term.addRange(this.index, marked.low, marked.high)
  }

  #find(word: string, compare: 'whole' | 'beginning', into: TermRange, mark = ''): boolean {
    const { trie } = this.index
    return compare === 'whole' ? trie.findWord(word, into, mark) : trie.findPrefix(word, into, mark)
  }

  #resolveTypos(term: QueryTerm, word: string, query: TypoQuery): boolean {
    term.clear()
    if (!this.#addTypos(term, word, query) || term.postingCount === 0) return false
    // Several terms have hardly a bit in common.
    if (term.isOneTerm) term.addPrefixBits(this.index.trie.termText(term.low(0)))
    return true
  }

  /** Returns false if the budget is spent. */
  #addTypos(term: QueryTerm, word: string, { edits, compare, mark, lettersMin = 0 }: TypoQuery): boolean {
    if (edits === 1) {
      if (this.workLeft <= 0) return this.spend(1)
      const add = (low: number, high: number): void => term.addRange(this.index, low, high)
      // Marks sort before letters, and after digits, which are never mistyped: the ranges stay in order.
      let nodes = mark === '' ? 0 : this.#oneEdit.find({ word, compare, mark, lettersMin }, add)
      nodes += this.#oneEdit.find({ word, compare, mark: '', lettersMin }, add)
      return this.spend(nodes * NODE_WORK[1])
    }
    if (this.#twoEdits.word !== word) {
      const nodesMax = Math.floor(Math.max(0, this.workLeft) / NODE_WORK[2])
      const nodes = this.#twoEdits.find(word, nodesMax)
      if (!this.spend((nodes < 0 ? nodesMax + 1 : nodes) * NODE_WORK[2])) return false
    }
    const { bounds, count, areMore } = this.#twoEdits[compare]
    if (areMore) return this.spend(WORK_MAX)
    for (let range = 0; range < count; range++) {
      term.addRange(this.index, bounds[2 * range]!, bounds[2 * range + 1]!)
    }
    return true
  }
}

/** A word as it is, the beginning of one, or one with so many letters wrong. */
export interface Spelling {
  readonly word: string
  readonly compare: 'whole' | 'beginning'
  readonly edits: 0 | 1 | 2
}

interface TypoQuery {
  readonly edits: 1 | 2
  readonly compare: 'whole' | 'beginning'
  readonly mark: string
  /** For one edit: whole words of fewer letters do not match. */
  readonly lettersMin?: number
}

interface Mistyped {
  readonly last: 'whole' | 'beginning'
  readonly mark: string
  /** How many documents are wanted of each way. */
  readonly most: number
  /** How many postings the last word has in each way, where it is a whole word. */
  readonly wholeCounts: number[]
}

interface Found {
  readonly found: readonly number[]
  readonly certain: number
}
