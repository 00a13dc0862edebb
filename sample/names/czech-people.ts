import { readWords } from '../read-table.ts'
import type { PeopleWords } from './people.ts'

export const CZECH_PEOPLE: PeopleWords = {
  men: readWords('czech/first-names-of-men.txt'),
  women: readWords('czech/first-names-of-women.txt'),
  surnames: readWords('czech/surnames.txt'),
  titles: ['Ing.', 'Mgr.', 'Bc.', 'MUDr.', 'JUDr.', 'MVDr.', 'PhDr.', 'RNDr.', 'Ing. arch.', 'DiS.'],
}
