import { TOWN_NAMES } from '../../text/town-names.ts'
import { isWord, meantWord } from './query-words.ts'
import type { QueryItem } from './split-query.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * The query with the towns of the codes that stand behind another word, if the code is no word of a name: "obchodna ba"
 * is rather in Bratislava than in a town that begins so. Undefined if there is none.
 */
export function replaceCodes(items: readonly QueryItem[], vocabulary: Vocabulary): QueryItem[] | undefined {
  const { codes } = TOWN_NAMES[vocabulary.country]
  if (!items.some((item, i) => 0 < i && isWord(item) && item.text.length === 2)) return undefined
  let isChanged = false
  const found = items.flatMap((item, i): readonly QueryItem[] => {
    const words = i === 0 || !isWord(item) || vocabulary.hasWord(item.text) ? undefined : codes.get(item.text)
    if (words === undefined) return [item]
    isChanged = true
    return words.map(meantWord)
  })
  return isChanged ? found : undefined
}
