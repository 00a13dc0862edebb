import { TOWN_NAMES } from '../../text/town-names.ts'
import { isWord, meantWord } from './query-words.ts'
import type { QueryItem } from './split-query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The query with the official names of towns. Undefined if there is no other name in it. */
export function replaceNames(items: readonly QueryItem[], { country }: Vocabulary): QueryItem[] | undefined {
  return replaceWords(items, (text) => TOWN_NAMES[country].all.get(text))
}

/**
 * The query with the towns of the codes that stand behind another word, if the code is no word of a name: "obchodna ba"
 * is rather in Bratislava than in a town that begins so. Undefined if there is none.
 */
export function replaceCodes(items: readonly QueryItem[], vocabulary: Vocabulary): QueryItem[] | undefined {
  const { codes } = TOWN_NAMES[vocabulary.country]
  if (!items.some((item, i) => 0 < i && isWord(item) && item.text.length === 2)) return undefined
  return replaceWords(items, (text, i) => (i === 0 || vocabulary.hasWord(text) ? undefined : codes.get(text)))
}

function replaceWords(
  items: readonly QueryItem[],
  wordsOf: (text: string, i: number) => readonly string[] | undefined,
): QueryItem[] | undefined {
  let isChanged = false
  const found = items.flatMap((item, i): readonly QueryItem[] => {
    const words = isWord(item) ? wordsOf(item.text, i) : undefined
    if (words === undefined) return [item]
    isChanged = true
    return words.map(meantWord)
  })
  return isChanged ? found : undefined
}
