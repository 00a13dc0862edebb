import { CZECH_VILLAGES, type Gender, SLOVAK_VILLAGES, type VillageWords } from '../geography/village-names.ts'
import { readTable, readWords } from '../read-table.ts'
import { makeVillageNames } from './village-names.ts'

const readCommon = (file: string) =>
  readTable(file, ['name', 'gender']).map(({ name, gender }) => [name, gender as Gender] as const)

/** Those of model 1 without the endings that are names of their own: Petrova Lhota would be met too often. */
const oneWord = (words: VillageWords): VillageWords => ({
  ...words,
  endings: words.endings.filter(([text]) => !text.includes(' ')),
})

/**
 * Known: Ves stands in the names of 71 Czech municipalities, Lhota in 65, Újezd in 44; of those without an attribute 14
 * are called Nová Ves, 9 Petrovice and Němčice, 8 Březina and Slatina.
 */
export const CZECH_VILLAGE_NAMES = makeVillageNames({
  common: readCommon('czech/frequent-villages.tsv'),
  curve: { exponent: 0.8, shift: 3 },
  share: 0.5,
  attributeShare: 0.55,
  townParts: readWords('czech/town-parts.txt'),
  places: readWords('czech/more-village-places.txt'),
  words: oneWord(CZECH_VILLAGES),
})

/** Known: 205 municipalities share their name with another; four are called Lúčka and four Porúbka. */
export const SLOVAK_VILLAGE_NAMES = makeVillageNames({
  common: readCommon('slovak/frequent-villages.tsv'),
  curve: { exponent: 0.7, shift: 3 },
  share: 0.3,
  attributeShare: 0.6,
  townParts: readWords('slovak/town-parts.txt'),
  places: readWords('slovak/more-village-places.txt'),
  words: oneWord(SLOVAK_VILLAGES),
})
