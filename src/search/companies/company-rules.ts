import type { CompanyRule } from './company-rule.ts'
import { ampersandName } from './rules/ampersand-name.ts'
import { exactName } from './rules/exact-name.ts'
import { exactOtherName } from './rules/exact-other-name.ts'
import { firstWordAndOthers } from './rules/first-word-and-others.ts'
import { ico } from './rules/ico.ts'
import { icoBeginning } from './rules/ico-beginning.ts'
import { initials } from './rules/initials.ts'
import { joinedWords } from './rules/joined-words.ts'
import { nameAndPlace } from './rules/name-and-place.ts'
import { nameBeginning } from './rules/name-beginning.ts'
import { repaired } from './rules/repaired.ts'
import { shortName } from './rules/short-name.ts'
import { wholeWordsFirst } from './rules/whole-words-first.ts'
import { wordsAndPlace } from './rules/words-and-place.ts'
import { wordsLeftOut } from './rules/words-left-out.ts'
import { wordsOfName } from './rules/words-of-name.ts'

/**
 * The rules in their order. The rules of a group are asked with the words as typed, and then with what abbreviated
 * first words mean.
 */
export const COMPANY_RULES: readonly (readonly CompanyRule[])[] = [
  [
    ico,
    ampersandName,
    exactName,
    exactOtherName,
    shortName,
    icoBeginning,
    wholeWordsFirst,
    initials,
    nameBeginning,
    nameAndPlace,
    firstWordAndOthers,
  ],
  [wordsOfName, joinedWords, wordsAndPlace],
  [repaired],
  [wordsLeftOut],
]
